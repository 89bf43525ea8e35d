"""The next thought: of the network that has used least, then of the person who has used least."""

import asyncio
import heapq
import itertools
from collections.abc import Callable, Iterator

import pytest

from spielwerk.server.thought_queue import Thought, ThoughtQueue

HINTS = 2  # which each guest always waits for
HINT = 0.5  # seconds


def run(work: Callable[[ThoughtQueue], None]) -> None:
    async def bounded() -> None:
        work(ThoughtQueue())

    asyncio.run(bounded())


def thought(person: str, cost: float = 1.0, network: str = "home") -> Thought:
    return Thought(network, person, cost, print, None)


def taken(queue: ThoughtQueue) -> str:
    found = queue.take()
    assert found is not None
    return str(found.person)


def test_many_thoughts_of_one_person_let_those_of_others_through() -> None:
    def work(queue: ThoughtQueue) -> None:
        for _number in range(12):
            queue.put(thought("Eve", 5.0))
        assert taken(queue) == "Eve"  # nobody else wants to think
        queue.put(thought("Ada", 0.2))
        queue.put(thought("Bob", 0.2))
        assert [taken(queue) for _ in range(4)] == ["Ada", "Bob", "Eve", "Eve"]

    run(work)


def test_many_new_guests_with_long_thoughts_wait_for_a_short_one() -> None:
    def work(queue: ThoughtQueue) -> None:
        queue.put(thought("Ada", 1.0))
        assert taken(queue) == "Ada"
        for number in range(12):
            queue.put(thought(f"Eve {number}", 5.0))
        queue.put(thought("Ada", 0.2))
        assert taken(queue) == "Ada"

    run(work)


def test_a_long_thought_comes_before_those_who_come_later_for_ever() -> None:
    def work(queue: ThoughtQueue) -> None:
        queue.put(thought("Ada", 5.0))
        for number in range(20):
            queue.put(thought(f"Eve {number}", 0.5))
            if taken(queue) == "Ada":
                return
        pytest.fail("Ada waits for everybody who is new")

    run(work)


def test_a_network_has_one_share_however_many_people_it_has() -> None:
    def work(queue: ThoughtQueue) -> None:
        for number in range(20):
            queue.put(thought(f"Eve {number}", network="Eve's"))
        for _number in range(4):
            queue.put(thought("Ada"))
        assert [taken(queue)[:3] for _ in range(8)].count("Ada") == 4

    run(work)


def test_people_of_a_family_take_turns() -> None:
    def work(queue: ThoughtQueue) -> None:
        family = ("Ada", "Bob", "Cyd", "Dan")
        for name, _number in itertools.product(family, range(3)):
            queue.put(thought(name))
        for _round in range(3):
            assert sorted(taken(queue) for _ in family) == sorted(family)

    run(work)


def test_ones_own_thoughts_keep_their_order() -> None:
    def work(queue: ThoughtQueue) -> None:
        mine = [thought("Ada", cost) for cost in (3, 2, 1)]
        for one in mine:
            queue.put(one)
        assert [queue.take() for _ in mine] == mine
        assert queue.take() is None

    run(work)


def test_what_nobody_else_wanted_is_not_held_against_anybody() -> None:
    def work(queue: ThoughtQueue) -> None:
        for _number in range(20):
            queue.put(thought("Ada", 5.0))
            assert taken(queue) == "Ada"
        queue.put(thought("Ada", 2.8))
        queue.put(thought("Eve", 2.9))
        assert taken(queue) == "Ada"

    run(work)


@pytest.mark.parametrize("other", ["home", "elsewhere"])
def test_what_took_longer_than_expected_counts(other: str) -> None:
    def work(queue: ThoughtQueue) -> None:
        queue.put(thought("Eve", 0.5))
        late = queue.take()
        assert late is not None
        queue.note(late, 3.0)
        queue.put(thought("Eve", 0.5))
        queue.put(thought("Ada", 2.0, other))
        assert [taken(queue), taken(queue)] == ["Ada", "Eve"]

    run(work)


def test_a_thought_that_is_given_up_waits_no_more() -> None:
    def work(queue: ThoughtQueue) -> None:
        one = thought("Ada")
        queue.put(one)
        assert queue.remove(one)
        assert not queue.remove(one)
        assert queue.take() is None

    run(work)


def test_nobody_is_remembered_who_is_level_with_the_others() -> None:
    def work(queue: ThoughtQueue) -> None:
        for number in range(50):
            queue.put(thought(f"Eve {number}", network=f"net {number}"))
            queue.take()
        assert len(queue._networks) == len(queue._people) == 0

    run(work)


# An attack, by a clock of its own


def guests_arrive() -> Iterator[float]:
    """Return as many guests as a network may have: twenty at once, then one every ten seconds."""
    yield from [0.0] * 20
    yield from itertools.count(10.0, 10.0)


def waits(bot: float, network: str, seconds: float = 600.0) -> list[float]:
    """Return how long each move of Ada's bots waits for the only process."""
    waited: list[float] = []

    def work(queue: ThoughtQueue) -> None:
        now, ada_asked, arriving = 0.0, 1.0, guests_arrive()
        guests, arrives, names = list[str](), next(arriving), itertools.count()
        events = [ada_asked]
        while now < seconds:
            while arrives <= now:
                guests.append(f"Eve {next(names)}")
                for _hint in range(HINTS):
                    queue.put(thought(guests[-1], HINT, "Eve's"))
                arrives = next(arriving)
            while events and events[0] <= now:
                ada_asked = heapq.heappop(events)
                queue.put(thought("Ada", bot, network))
            one = queue.take()
            assert one is not None
            if one.person == "Ada":
                waited.append(now - ada_asked)
                heapq.heappush(events, now + bot + 3.0)  # the next move of hers
            else:
                queue.put(thought(str(one.person), HINT, "Eve's"))
            now += one.cost
            queue.note(one, one.cost)

    run(work)
    return waited


@pytest.mark.parametrize("bot", [0.01, 0.5, 1.0, 2.0])
def test_no_number_of_guests_at_one_address_delays_the_others(bot: float) -> None:
    waited = waits(bot, "Ada's")
    assert len(waited) > 60
    assert max(waited) <= HINT + bot  # the current thought, and as much as one's own


def test_a_quick_bot_at_the_same_address_moves_next() -> None:
    assert max(waits(0.01, "Eve's")) <= HINT + 0.01


@pytest.mark.parametrize("bot", [0.4, 2.0])
def test_nobody_at_the_same_address_waits_for_more_than_a_share_each(bot: float) -> None:
    guests = 20 + 60
    assert max(waits(bot, "Eve's")) <= HINT + bot * guests

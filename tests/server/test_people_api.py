"""People over HTTP: guests, registered names, devices, programs, and deletion."""

from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from server.guests import Guest, Line
from server.process import ServerProcess

PASSWORD = "correct horse"  # noqa: S105


@pytest.fixture
def guest(server: ServerProcess) -> Iterator[Guest]:
    with Guest(server.url, "Ada") as guest:
        yield guest


@pytest.fixture
def other(server: ServerProcess) -> Iterator[Guest]:
    """Return another device, not signed in."""
    with Guest(server.url) as guest:
        yield guest


def keep(guest: Guest, name: str, password: str = PASSWORD, old: str | None = None) -> str:
    """Register a name for the test."""
    name = f"{name}{guest.me['id']}"
    answer = guest.ask("PUT", "/api/me/password", {"name": name, "password": password, "old": old})
    assert answer.json() == {"id": guest.me["id"], "name": name, "guest": False}
    return name


def ended(line: Line) -> bool:
    """Wait until the server has disconnected."""
    try:
        while True:
            line.hear()
    except ConnectionClosed:
        return True


def test_a_guest_is_somebody_at_once(guest: Guest, other: Guest) -> None:
    assert guest.me == {"id": guest.me["id"], "name": "Ada", "guest": True}
    assert guest.get("/api/me") == guest.me
    assert other.get("/api/me") is None
    headers = {"Cookie": "spielwerk=nonsense"}
    assert other.http.get("/api/me", headers=headers).status_code == 401


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\x00b", 7, None])
def test_a_name_is_a_line_of_up_to_forty_letters(other: Guest, name: object) -> None:
    assert other.refused("POST", "/api/people", {"name": name}) == (422, "malformed")


def test_a_cookie_that_was_signed_out_is_worth_nothing_wherever_it_was_copied_to(
    guest: Guest, other: Guest, server: ServerProcess
) -> None:
    name = keep(guest, "Ida")
    other.ask("POST", "/api/sign-in", {"name": name, "password": PASSWORD})
    copied = guest.cookie
    assert copied != other.cookie
    with Line(server.url, copied) as line:
        guest.ask("POST", "/api/sign-out", {})
        assert ended(line)
    headers = {"Cookie": f"spielwerk={copied}"}
    with Guest(server.url) as thief:
        assert thief.http.get("/api/me", headers=headers).status_code == 401
    assert other.get("/api/me")["name"] == name  # the other device stays signed in


def test_who_signs_out_as_a_guest_is_gone(guest: Guest, server: ServerProcess) -> None:
    headers = {"Cookie": f"spielwerk={guest.cookie}"}
    guest.ask("POST", "/api/sign-out", {})
    with Guest(server.url) as thief:
        assert thief.http.get("/api/me", headers=headers).status_code == 401


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("A\u200bda", "name_invisible"),
        ("\u3164", "name_invisible"),
        ("\u202eadA", "name_invisible"),
        ("a\nb", "name_invisible"),
        ("Z" + "\u0301" * 9, "name_invisible"),
        ("Ad\u0430", "name_mixed"),
    ],
)
def test_a_name_can_be_read_for_what_it_is(
    guest: Guest, other: Guest, name: str, code: str
) -> None:
    assert other.refused("POST", "/api/people", {"name": name}) == (422, code)
    assert guest.refused("PUT", "/api/me/name", {"name": name}) == (422, code)
    keeping = {"name": name, "password": PASSWORD}
    assert guest.refused("PUT", "/api/me/password", keeping) == (422, code)


@pytest.mark.parametrize("name", ["Zoë ❤️", "田中さん", "Ада", "O'Brien-Smith 2", "Nguyễn Thị"])
def test_names_of_all_people_are_names(other: Guest, name: str) -> None:
    assert other.ask("POST", "/api/people", {"name": name}).status_code == 201


def test_no_guest_is_called_like_somebody_who_kept_a_name(guest: Guest, other: Guest) -> None:
    name = keep(guest, "Milos")
    for like in (name, name.upper(), name.replace("i", "1"), f" {name}", name.replace("M", "Ｍ")):
        assert other.refused("POST", "/api/people", {"name": like}) == (409, "name_taken")
    other.ask("POST", "/api/people", {"name": "Someone"})
    like = name.replace("l", "I")
    assert other.refused("PUT", "/api/me/name", {"name": like}) == (409, "name_taken")
    keeping = {"name": like, "password": PASSWORD}
    assert other.refused("PUT", "/api/me/password", keeping) == (409, "name_taken")
    again = {"name": name, "password": "another horse", "old": PASSWORD}
    assert guest.ask("PUT", "/api/me/password", again).status_code == 200


def test_nobody_keeps_the_name_that_every_guest_has_at_first(guest: Guest) -> None:
    for name in ("Gast", "GUEST", "Guést".replace("é", "e")):
        keeping = {"name": name, "password": PASSWORD}
        assert guest.refused("PUT", "/api/me/password", keeping) == (409, "name_reserved")


def rename(guest: Guest, name: object) -> None:
    answer = guest.ask("PUT", "/api/me/name", {"name": name})
    assert answer.json() == {"id": guest.me["id"], "name": name, "guest": True}


def test_a_guest_changes_names_at_all_tables(guest: Guest) -> None:
    table, _ = guest.create(seats=2)
    with guest.line() as line:
        rename(guest, "Bea")
        assert guest.get("/api/me")["name"] == "Bea"
        assert guest.info(table)["sitting"][0]["name"] == "Bea"
        line.act(table, "sit")
        assert [one["name"] for one in guest.info(table)["sitting"]] == ["Bea", "Bea"]
    (listed,) = guest.get("/api/me/tables")["tables"]
    assert [one["name"] for one in listed["sitting"]] == ["Bea", "Bea"]


def test_those_who_watch_hear_of_a_new_name_at_once(guest: Guest, other: Guest) -> None:
    table, _ = guest.create(seats=2, sit=[0, 1])
    with other.line() as line:
        number = line.watch(table)["ok"]["number"]
        rename(guest, "Bea")
        told = line.news(number)
        assert told["events"] == []
        assert [one["name"] for one in told["info"]["sitting"]] == ["Bea", "Bea"]


@pytest.mark.parametrize("name", ["", " ", "x" * 41, 7, None])
def test_a_guest_is_not_renamed_to_what_is_no_name(guest: Guest, name: object) -> None:
    assert guest.refused("PUT", "/api/me/name", {"name": name}) == (422, "malformed")
    assert guest.get("/api/me")["name"] == "Ada"


def test_a_kept_name_is_no_guests(guest: Guest, server: ServerProcess) -> None:
    name = keep(guest, "Cleo")
    with Guest(server.url, "Dan") as dan:
        assert dan.refused("PUT", "/api/me/name", {"name": name.upper()}) == (409, "name_taken")
    assert guest.refused("PUT", "/api/me/name", {"name": "Dora"}) == (409, "name_kept")


def test_a_cookie_that_is_not_ours_is_nobodys(guest: Guest, other: Guest) -> None:
    person, epoch, nonce, signature = guest.cookie.split(".")
    for wrong in (
        f"{person}.{int(epoch) + 1}.{nonce}.{signature}",
        f"{int(person) + 1}.{epoch}.{nonce}.{signature}",
        f"{person}.{epoch}.{nonce[::-1]}0.{signature}",
        f"{person}.{epoch}.{signature}",
        f"{person}.{epoch}.{nonce}.{'0' * 64}",
        f"{person}.{epoch}",
        "x",
        ".",
        "",
    ):
        headers = {"Cookie": f"spielwerk={wrong}"}
        assert other.http.get("/api/me", headers=headers).status_code == 401
    headers = {"Authorization": "Bearer sw_wrong"}
    assert other.http.get("/api/me", headers=headers).status_code == 401


def test_a_kept_name_is_signed_in_with_on_another_device(guest: Guest, other: Guest) -> None:
    name = keep(guest, "Keeper")
    wrong = {"name": name, "password": "wrong horse"}
    assert other.refused("POST", "/api/sign-in", wrong) == (401, "wrong_password")
    nobody = {"name": "nobody at all", "password": PASSWORD}
    assert other.refused("POST", "/api/sign-in", nobody) == (401, "wrong_password")
    assert other.post("/api/sign-in", name=name.upper(), password=PASSWORD)["name"] == name
    assert other.get("/api/me") == guest.get("/api/me")
    assert guest.refused("PUT", "/api/me/name", {"name": "Other"}) == (409, "name_kept")


def test_a_kept_name_is_one_persons(guest: Guest, server: ServerProcess) -> None:
    name = keep(guest, "Only")
    with Guest(server.url, "Eve") as eve:
        taken = {"name": name.swapcase(), "password": PASSWORD}
        assert eve.refused("PUT", "/api/me/password", taken) == (409, "name_taken")
        short = {"name": "Eve", "password": "short"}
        assert eve.refused("PUT", "/api/me/password", short) == (422, "malformed")
        wide = {"name": "ß" * 40, "password": PASSWORD}
        assert eve.refused("PUT", "/api/me/password", wide) == (422, "malformed")


def test_another_password_signs_other_devices_out(guest: Guest, other: Guest) -> None:
    name = keep(guest, "Changer")
    other.post("/api/sign-in", name=name, password=PASSWORD)
    again = {"name": name, "password": "another horse"}
    assert guest.refused("PUT", "/api/me/password", again) == (403, "wrong_password")
    wrong = again | {"old": "wrong horse"}
    assert guest.refused("PUT", "/api/me/password", wrong) == (403, "wrong_password")
    with other.line() as line:
        line.ask(ping=True)
        keep(guest, "Changer", "another horse", PASSWORD)
        assert ended(line)
    assert other.refused("GET", "/api/me") == (401, "not_signed_in")
    assert guest.get("/api/me")["name"] == name


def test_signing_out_is_of_this_device_or_of_all(guest: Guest, other: Guest) -> None:
    name = keep(guest, "Leaver")
    other.post("/api/sign-in", name=name, password=PASSWORD)
    guest.post("/api/sign-out", everywhere=False)
    assert guest.get("/api/me") is None
    assert other.get("/api/me")["name"] == name
    guest.post("/api/sign-in", name=name, password=PASSWORD)
    kept = guest.cookie
    with guest.line() as one, other.line() as two:
        for line in (one, two):
            line.ask(ping=True)
        other.post("/api/sign-out", everywhere=True)
        assert ended(one)
        assert ended(two)
    headers = {"Cookie": f"spielwerk={kept}"}
    assert other.http.get("/api/me", headers=headers).status_code == 401


def test_programs_have_tokens_that_can_be_revoked(guest: Guest, other: Guest) -> None:
    made = guest.post("/api/me/tokens", label="robo")
    (listed,) = guest.get("/api/me/tokens")
    assert (listed["id"], listed["label"]) == (made["id"], "robo")
    assert made["token"] not in str(listed)
    headers = {"Authorization": f"Bearer {made['token']}"}
    assert other.http.get("/api/me", headers=headers).json() == guest.me
    path = f"/api/me/tokens/{made['id']}"
    assert Guest.refused(other, "DELETE", path) == (401, "not_signed_in")
    with Line(guest.url, bearer=made["token"]) as line:
        line.ask(ping=True)
        assert guest.ask("DELETE", path).status_code == 204
        assert ended(line)
    assert other.http.get("/api/me", headers=headers).status_code == 401
    assert guest.refused("DELETE", path) == (404, "no_token")


def test_one_has_only_so_many_tokens_and_only_ones_own(guest: Guest, server: ServerProcess) -> None:
    made = [guest.post("/api/me/tokens")["id"] for _ in range(20)]
    assert guest.refused("POST", "/api/me/tokens", {}) == (409, "too_many_tokens")
    with Guest(server.url, "Eve") as eve:
        assert eve.refused("DELETE", f"/api/me/tokens/{made[0]}") == (404, "no_token")
        assert eve.get("/api/me/tokens") == []


def test_nobody_is_called_where_the_host_does_not_allow_it(guest: Guest) -> None:
    calling = {"url": "https://example.com/turn"}
    assert guest.refused("PUT", "/api/me/webhook", calling) == (422, "webhooks_off")
    assert guest.ask("DELETE", "/api/me/webhook").status_code == 204


def test_of_a_deleted_account_nothing_is_left(guest: Guest, server: ServerProcess) -> None:
    name = keep(guest, "Goner")
    token = guest.post("/api/me/tokens")["token"]
    with (
        Guest(server.url, "Bob") as bob,
        Guest(server.url, "Cyd") as cyd,
        guest.line() as line,
    ):
        running, invite = guest.create(seats=2, sit=[1])
        bob.act(running, "sit", invite=invite)
        guest.act(running, "say", text="a secret of mine")
        waiting, _ = guest.create(seats=2, listed=True)
        given_up, invite = guest.create(seats=3)
        bob.act(given_up, "sit", invite=invite)
        cyd.act(given_up, "sit", invite=invite)
        guest.act(given_up, "resign", seat=0)
        kept = guest.cookie
        assert guest.ask("DELETE", "/api/me").status_code == 204
        assert ended(line)
        assert bob.info(running)["sitting"][1] == {
            "name": "–",
            "bot": None,
            "away": True,
            "resigned": False,
            "here": None,
            "guest": False,
            "share": None,
            "reserved_for": None,
        }
        assert bob.info(waiting)["sitting"][0]["name"] is None
        with bob.line() as watching:
            told = str(watching.watch(running)["ok"])
            assert "a secret" not in told
            assert name not in told
        for headers in ({"Cookie": f"spielwerk={kept}"}, {"Authorization": f"Bearer {token}"}):
            assert bob.http.get("/api/me", headers=headers).json() != guest.me
        wrong = {"name": name, "password": PASSWORD}
        assert cyd.refused("POST", "/api/sign-in", wrong) == (401, "wrong_password")

"""A client for programs: let your own bot play at a server's tables.

    from spielwerk.client import Client

    with Client("http://127.0.0.1:8000", name="Robo") as client:
        table = client.create(game="axio", seats=2, sit=[0], bots={"1": "meister"})
        for turn in table.turns(0):
            turn.play(turn.legal()[0]["move"])
        print(table.info["ranks"])

Lost requests are sent again under the same key, and the server performs them once; a broken
connection resumes where it ended. Each client adds a random share to the game's seed and opens it
as soon as all seats are taken, so that no host can choose the draws.
"""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Any, Self

import httpx
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as open_socket

from spielwerk.match.shares import Share
from spielwerk.rules.errors import BadSetting, SpielwerkError

FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0  # seconds between attempts; doubled each time
_TIMEOUT = httpx.Timeout(10, read=120)  # a game's first table may wait for compilation
_NOT_DONE = (429, 503)  # retry: rate-limited, or not ready yet
_MAYBE_DONE = (502, 504)  # from a proxy
_OPENED = ("as_it_is", "not_opening")  # the share is already open, or the game started without it


class Refused(SpielwerkError):
    """The server refused a request."""

    may: dict[str, Any] | None
    """What the seat may do instead, if known."""

    def __init__(
        self,
        code: str,
        reason: str,
        details: dict[str, Any] | None = None,
        may: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(code, reason, **(details or {}))
        self.may = may


class Unreachable(SpielwerkError):
    """The server did not answer within the client's `patience`."""


class Client:
    """A connection to a server, as a new guest called `name` or as the owner of `token`.

    `patience` is how many seconds the server may be unreachable before the client gives up.
    """

    me: dict[str, Any]
    """The person that this client acts for."""

    def __init__(
        self, url: str, *, token: str | None = None, name: str | None = None, patience: float = 60
    ) -> None:
        if (token is None) == (name is None):
            raise BadSetting("bad_client", "give either a token or a name for a guest")
        self.patience = patience
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with ExitStack() as opened:  # closed again if the server refuses the client
            self._http = httpx.Client(base_url=url, headers=headers, timeout=_TIMEOUT)
            opened.enter_context(self._http)
            if name is not None:
                self.call("POST", "/api/people", {"name": name})
            self.me = self.call("GET", "/api/me")
            self._opened = opened.pop_all()

    def create(self, game: str, **terms: Any) -> Table:
        """Create and return a table; the terms are those of `POST /api/tables`."""
        share = Share.fresh()
        made = self.call("POST", "/api/tables", {"game": game, "share": share.hash, **terms})
        acknowledged = {"entries": made["info"]["number"], "head": made["head"]}
        return Table(self, made["info"], made["invite"], share, acknowledged)

    def table(self, table: str, invite: str | None = None) -> Table:
        """Return the table with that id; `invite` is the secret in its invitation link."""
        return Table(self, self.call("GET", f"/api/tables/{table}", invite=invite)["info"], invite)

    def call(self, method: str, path: str, body: object = None, /, **asked: Any) -> Any:
        """Send a request and return the answer; retry only where that is safe."""
        params = {name: value for name, value in asked.items() if value is not None}
        harmless = method == "GET" or (isinstance(body, dict) and "key" in body)
        for last in _tries(self.patience):
            try:
                answer = self._http.request(method, path, json=body, params=params)
            except httpx.TransportError as error:
                if last or not (harmless or isinstance(error, httpx.ConnectError)):
                    raise Unreachable("unreachable", f"can't reach the server: {error}") from error
                continue
            if answer.is_success:
                return answer.json() if answer.content else None
            busy = _NOT_DONE + (_MAYBE_DONE if harmless else ())
            if last or answer.status_code not in busy:
                raise _refused(answer)
        raise AssertionError("the last try returns or raises")

    def connect(self) -> ClientConnection:
        """Open a WebSocket with this client's credentials."""
        url = self._http.base_url.join("api/live")
        url = url.copy_with(scheme="wss" if url.scheme == "https" else "ws")
        headers = {"Authorization": self._http.headers.get("Authorization")}
        if self._http.cookies:
            told = (f"{one.name}={one.value}" for one in self._http.cookies.jar)
            headers["Cookie"] = "; ".join(told)
        return open_socket(
            str(url),
            additional_headers={name: value for name, value in headers.items() if value},
            max_queue=1024,  # messages that arrive while the bot thinks
        )

    def close(self) -> None:
        """Close the connection."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True)
class News:
    """What a seat or a spectator sees of a table with `number` log entries."""

    number: int
    """The number of entries in the table's log."""
    events: list[dict[str, Any]]
    """The log's entries since the last news."""
    info: dict[str, Any]
    """The table: seats, status, ranks."""
    view: dict[str, Any] | None
    """What the seat sees; None before the start."""

    def then(self, told: dict[str, Any]) -> News:
        """Return the news updated with a message from the server."""
        view = told["view"]
        if view is not None:
            known = self.view["moves"] if self.view else []
            view["moves"] = known[: view.pop("since")] + view["moves"]
        return News(told["number"], told["events"], told.get("info", self.info), view)


class Table:
    """A table at the server."""

    id: str
    """Names the table in addresses."""
    info: dict[str, Any]
    """The table's public description: seats, status, ranks."""
    invite: str | None
    """The secret of its invitation link, if known."""
    share: Share
    """This client's share in the seed."""
    acknowledged: dict[str, Any] | None
    """How much of the log the server has last acknowledged to this client: `{"entries", "head"}`.

    `head` is the hash of the last of these entries; None before the first acknowledgement.
    """

    def __init__(
        self,
        client: Client,
        info: dict[str, Any],
        invite: str | None,
        share: Share | None = None,
        acknowledged: dict[str, Any] | None = None,
    ) -> None:
        self.id = info["id"]
        self.invite = invite
        self.share = share or Share.fresh()
        self.acknowledged = acknowledged
        self._client = client
        self._path = f"/api/tables/{self.id}"
        self._note(info)

    def _note(self, info: dict[str, Any]) -> None:
        """Store the table's info; once all seats are taken, open the share."""
        self.info = info
        promised = any(one["share"] == self.share.hash for one in info["sitting"])
        if info["opening"] and promised and self.share.value is not None:
            try:
                self.act("open", share=self.share.value.hex())
            except Refused as refusal:
                if refusal.code not in _OPENED:
                    raise
            self.info = self._get("", invite=self.invite)["info"]

    # Acts

    def act(self, do: str, **what: Any) -> dict[str, Any]:
        """Perform an act; `number` in the answer is the length of the log after it."""
        act = {name: told for name, told in what.items() if told is not None}
        act |= {"do": do, "key": secrets.token_urlsafe(12)}
        answer: dict[str, Any] = self._client.call("POST", f"{self._path}/acts", act)
        before = self.acknowledged
        if before is None or answer["number"] >= before["entries"]:  # else an older act's answer
            self.acknowledged = {"entries": answer["number"], "head": answer["head"]}
        return answer

    def sit(self, seat: int | None = None) -> int:
        """Take that seat, or any free one; return its number."""
        before = self.refresh()
        self.act("sit", seat=seat, invite=self.invite, share=self.share.hash)
        after = self.refresh()
        return next(mine for mine in after if mine not in before)

    def undo(self, seat: int, at: int) -> None:
        """Take back the seat's last move; `at` is the table's current number."""
        self.act("undo", seat=seat, at=at)

    def leave(self, seat: int) -> None:
        """Hand the seat to a bot until `act("return", seat=seat)`."""
        self.act("leave", seat=seat)

    def resign(self, seat: int) -> None:
        """Resign the game."""
        self.act("resign", seat=seat)

    def say(self, text: str) -> None:
        """Send a chat message to the table."""
        self.act("say", text=text)

    def rematch(self) -> Table:
        """Join and return the rematch's table; it starts once all players have joined."""
        share = Share.fresh()
        following = self.act("rematch", share=share.hash)["next"]
        told = self._client.call("GET", f"/api/tables/{following}")
        return Table(self._client, told["info"], None, share)

    # Queries

    def refresh(self) -> list[int]:
        """Update `info`; return this client's seats."""
        told = self._get("", invite=self.invite)
        self._note(told["info"])
        return list(told["yours"])

    def legal(self, seat: int) -> list[dict[str, Any]]:
        """Return the seat's moves, each with the points that it adds: `{"move", "points"}`."""
        return list(self._get("/legal", seat=seat))

    def hint(self, seat: int, bot: str = "meister") -> list[dict[str, Any]]:
        """Return the moves a bot would consider on that seat, best first."""
        return list(self._get("/hint", seat=seat, bot=bot))

    def record(self, seat: int | None = None) -> dict[str, Any]:
        """Return the record: complete once the game is over, until then as the viewer sees it."""
        return dict(self._get("/record", seat=seat, invite=self.invite))

    def _get(self, what: str, **asked: Any) -> Any:
        return self._client.call("GET", self._path + what, **asked)

    # Live

    def turns(self, seat: int) -> Generator[Turn]:
        """Yield each of the seat's turns as it comes, until the game ends.

        A turn whose move was refused is yielded again; an unplayed one, once the table has changed.
        """
        done = 0
        with closing(self.news(seat)) as all_news:
            for news in all_news:
                while news.number >= done and _may_act(news, seat):
                    turn = Turn(self, seat, news.number, news.view or {})
                    yield turn
                    done = turn.done
                    if not turn.again:
                        break
                if news.info["ranks"] is not None:
                    return

    def news(self, seat: int | None = None) -> Generator[News]:
        """Yield the table's news as a seat or a spectator sees it, starting with its current state.

        Messages that arrive together are merged; a broken connection resumes where it ended.
        """
        watch = {"table": self.id, "seat": seat, "invite": self.invite}
        with closing(_Live(self._client, watch)) as live:
            news = News(0, [], self.info, None)
            while True:
                news = news.then(live.receive(news.number))
                while (more := live.more()) is not None:
                    later = news.then(more)
                    news = replace(later, events=news.events + later.events)
                self._note(news.info)
                yield news


@dataclass
class Turn:
    """A seat's turn to act; `view` is what the seat sees."""

    table: Table
    """The table it is at."""
    seat: int
    """The seat to act."""
    number: int
    """The number of log entries that the move answers."""
    view: dict[str, Any]
    """What the seat sees."""
    done: int = 0
    """The length of the log after the move; 0 before it is made."""
    again: bool = False
    """Whether the last move was refused and nothing has changed since."""

    def legal(self) -> list[dict[str, Any]]:
        """Return the seat's moves, each with the points that it adds: `{"move", "points"}`."""
        return self.table.legal(self.seat)

    def hint(self, bot: str = "meister") -> list[dict[str, Any]]:
        """Return the moves a bot would consider, best first."""
        return self.table.hint(self.seat, bot)

    def play(self, move: str | Mapping[str, Any]) -> None:
        """Play a move, in notation or as listed by `legal`; it is stored when this returns."""
        text = move if isinstance(move, str) else move["move"]
        try:
            answer = self.table.act("move", seat=self.seat, at=self.number, move=text)
        except Refused as refusal:
            self.again = refusal.may is not None and refusal.may["number"] == self.number
            raise
        self.again, self.done = False, answer["number"]


class _Live:
    """A table's news over a WebSocket that reconnects whenever it breaks."""

    def __init__(self, client: Client, watch: dict[str, Any]) -> None:
        self._client = client
        self._watch = {name: value for name, value in watch.items() if value is not None}
        self._opened = ExitStack()
        self._socket: ClientConnection | None = None

    def receive(self, have: int) -> dict[str, Any]:
        """Wait for the next news and return it; the first `have` entries are already known."""
        for last in _tries(self._client.patience):
            try:
                return _read(self._open(have).recv())
            except InvalidStatus as error:
                status = error.response.status_code
                if last or status not in _NOT_DONE + _MAYBE_DONE:
                    raise Refused("no_socket", f"the server refused a socket ({status})") from error
            except (WebSocketException, OSError) as error:
                self.close()
                if last:
                    raise Unreachable("unreachable", f"can't reach the server: {error}") from error
        raise AssertionError("the last try returns or raises")

    def more(self) -> dict[str, Any] | None:
        """Return news that has already arrived; None if there is none."""
        if self._socket is None:
            return None
        try:
            return _read(self._socket.recv(timeout=0))
        except TimeoutError:
            return None
        except (WebSocketException, OSError):
            self.close()  # `receive` opens it again
            return None

    def _open(self, have: int) -> ClientConnection:
        if self._socket is None:
            self._socket = self._opened.enter_context(self._client.connect())
            self._socket.send(json.dumps({"id": 1, "watch": {**self._watch, "have": have}}))
        return self._socket

    def close(self) -> None:
        """Close the connection."""
        self._opened.close()
        self._socket = None


def _read(message: str | bytes) -> dict[str, Any]:
    told = json.loads(message)
    if "refused" in told:
        raise _refusal(told["refused"])
    news: dict[str, Any] = told.get("ok", told)  # a reply with what was missed, or news
    return news


def _may_act(news: News, seat: int) -> bool:
    sitter = news.info["sitting"][seat]
    bot_plays = sitter["away"] or sitter["resigned"]
    return news.view is not None and seat in news.view["to_act"] and not bot_plays


def _refused(answer: httpx.Response) -> Refused:
    try:
        told = answer.json()
    except ValueError:
        told = None
    if not isinstance(told, dict) or "code" not in told:  # a proxy answered instead
        status = answer.status_code
        return Refused(f"http_{status}", f"{answer.url}: {status} {answer.reason_phrase}")
    return _refusal(told)


def _refusal(told: dict[str, Any]) -> Refused:
    details = dict(told.get("details") or {})
    may = told.get("may") or details.pop("may", None)
    return Refused(told["code"], told["reason"], details, may)


def _tries(patience: float) -> Iterator[bool]:
    """Yield once per attempt, with growing waits in between; True on the last attempt."""
    yield False
    end = time.monotonic() + patience
    wait, last = FIRST_WAIT, False
    while not last:
        left = max(0.0, end - time.monotonic())
        time.sleep(min(left, wait * random.uniform(0.5, 1)))
        wait = min(2 * wait, LONGEST_WAIT)
        last = time.monotonic() >= end
        yield last

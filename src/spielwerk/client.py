"""A seat for programs: a bot written elsewhere plays at a server's tables.

    from spielwerk.client import Client

    with Client("http://127.0.0.1:8000", name="Robo") as client:
        table = client.create(game="axio", seats=2, sit=[0], bots={"1": "meister"})
        for turn in table.turns(0):
            turn.play(turn.legal()[0]["move"])
        print(table.info["ranks"])

What is lost on the way is sent again under the same key, and the server does it once; a broken
connection is taken up where it ended.
"""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Any, Self

import httpx
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as open_socket

from spielwerk.rules.errors import BadSetting, SpielwerkError

FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0  # seconds between tries; each is twice as long as the last
_TIMEOUT = httpx.Timeout(10, read=120)  # a game's first table may wait until it is compiled
_NOT_DONE = (429, 503)  # come again: too much at a time, or not ready yet
_MAYBE_DONE = (502, 504)  # from somebody on the way


class Refused(SpielwerkError):
    """What the server refuses; `may` tells what the seat may do instead, where it knows."""

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
    """The server did not answer for longer than the client is patient."""


class Client:
    """Somebody at a server: a guest of that `name`, or whom a `token` stands for.

    `patience` is how many seconds a server may be away before the client gives up.
    """

    def __init__(
        self, url: str, *, token: str | None = None, name: str | None = None, patience: float = 60
    ) -> None:
        if (token is None) == (name is None):
            raise BadSetting("bad_client", "say who plays: a token, or a name for a guest")
        self.patience = patience
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with ExitStack() as opened:  # closed, if the server refuses whoever this is
            self._http = httpx.Client(base_url=url, headers=headers, timeout=_TIMEOUT)
            opened.enter_context(self._http)
            if name is not None:
                self.call("POST", "/api/people", {"name": name})
            self.me: dict[str, Any] = self.call("GET", "/api/me")
            self._opened = opened.pop_all()

    def create(self, game: str, **terms: Any) -> Table:
        """Return a new table; its terms are those of `POST /api/tables`."""
        made = self.call("POST", "/api/tables", {"game": game, **terms})
        return Table(self, made["info"], made["invite"])

    def table(self, table: str, invite: str | None = None) -> Table:
        """Return the table of that id; `invite` is what its invitation ends in."""
        return Table(self, self.call("GET", f"/api/tables/{table}", invite=invite)["info"], invite)

    def call(self, method: str, path: str, body: object = None, /, **asked: Any) -> Any:
        """Return what the server answers to a request; asked again only where that does no harm."""
        params = {name: value for name, value in asked.items() if value is not None}
        harmless = method == "GET" or (isinstance(body, dict) and "key" in body)
        for last in _tries(self.patience):
            try:
                answer = self._http.request(method, path, json=body, params=params)
            except httpx.TransportError as error:
                if last or not (harmless or isinstance(error, httpx.ConnectError)):
                    raise Unreachable("unreachable", f"the server is away: {error}") from error
                continue
            if answer.is_success:
                return answer.json() if answer.content else None
            busy = _NOT_DONE + (_MAYBE_DONE if harmless else ())
            if last or answer.status_code not in busy:
                raise _refused(answer)
        raise AssertionError("the last try returns or raises")

    def connect(self) -> ClientConnection:
        """Return a socket, opened as whoever this client is."""
        url = self._http.base_url.join("api/live")
        url = url.copy_with(scheme="wss" if url.scheme == "https" else "ws")
        headers = {"Authorization": self._http.headers.get("Authorization")}
        if self._http.cookies:
            told = (f"{one.name}={one.value}" for one in self._http.cookies.jar)
            headers["Cookie"] = "; ".join(told)
        return open_socket(
            str(url),
            additional_headers={name: value for name, value in headers.items() if value},
            max_queue=1024,  # what comes while the bot thinks
        )

    def close(self) -> None:
        """Hang up."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True)
class News:
    """What a seat (or a spectator) sees of a table that has `number` entries."""

    number: int
    events: list[dict[str, Any]]  # what has happened since the last news
    info: dict[str, Any]
    view: dict[str, Any] | None  # None before the start

    def then(self, told: dict[str, Any]) -> News:
        """Return how it is after what the server tells."""
        view = told["view"]
        if view is not None:
            known = self.view["moves"] if self.view else []
            view["moves"] = known[: view.pop("since")] + view["moves"]
        return News(told["number"], told["events"], told.get("info", self.info), view)


class Table:
    """One table; `info` is what everybody may know of it."""

    def __init__(self, client: Client, info: dict[str, Any], invite: str | None) -> None:
        self.id: str = info["id"]
        self.info = info
        self.invite = invite
        self._client = client
        self._path = f"/api/tables/{self.id}"

    # Acts

    def act(self, do: str, **what: Any) -> dict[str, Any]:
        """Do something at the table; the answer tells the `number` of its entry."""
        act = {name: told for name, told in what.items() if told is not None}
        act |= {"do": do, "key": secrets.token_urlsafe(12)}
        answer: dict[str, Any] = self._client.call("POST", f"{self._path}/acts", act)
        return answer

    def sit(self, seat: int | None = None) -> int:
        """Take a seat, or any free one; which one it is."""
        before = self.refresh()
        self.act("sit", seat=seat, invite=self.invite)
        after = self.refresh()
        return next(mine for mine in after if mine not in before)

    def undo(self, seat: int, at: int) -> None:
        """Take back the seat's last move; `at` is the table's number now."""
        self.act("undo", seat=seat, at=at)

    def leave(self, seat: int) -> None:
        """Let a bot play, until `act("return", seat=seat)`."""
        self.act("leave", seat=seat)

    def resign(self, seat: int) -> None:
        """Give up."""
        self.act("resign", seat=seat)

    def say(self, text: str) -> None:
        """Say something to the others at the table."""
        self.act("say", text=text)

    def rematch(self) -> Table:
        """Return the next table, seated; it starts once all who sat at this one have asked."""
        return self._client.table(self.act("rematch")["next"])

    # What there is to know

    def refresh(self) -> list[int]:
        """Ask for `info` anew; the seats of whoever asks."""
        told = self._get("", invite=self.invite)
        self.info = told["info"]
        return list(told["yours"])

    def legal(self, seat: int) -> list[dict[str, Any]]:
        """Return the seat's moves, each with the points that it adds: `{"move", "points"}`."""
        return list(self._get("/legal", seat=seat))

    def hint(self, seat: int, bot: str = "meister") -> list[dict[str, Any]]:
        """Return the moves that a bot thinks of in the seat's place, the best first."""
        return list(self._get("/hint", seat=seat, bot=bot))

    def record(self, seat: int | None = None) -> dict[str, Any]:
        """The record: in full once the game is over, before as a seat or a spectator sees it."""
        return dict(self._get("/record", seat=seat, invite=self.invite))

    def _get(self, what: str, **asked: Any) -> Any:
        return self._client.call("GET", self._path + what, **asked)

    # Live

    def turns(self, seat: int) -> Generator[Turn]:
        """Yield the seat's turns, each when it comes; they end with the game.

        A turn whose move was refused comes again; one left unplayed, once the table has changed.
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
        """Yield what happens at the table as a seat or a spectator sees it; first, how it is now.

        What has come meanwhile is told at once; a broken connection is taken up where it ended.
        """
        watch = {"table": self.id, "seat": seat, "invite": self.invite}
        with closing(_Live(self._client, watch)) as live:
            news = News(0, [], self.info, None)
            while True:
                news = news.then(live.receive(news.number))
                while (more := live.more()) is not None:
                    later = news.then(more)
                    news = replace(later, events=news.events + later.events)
                self.info = news.info
                yield news


@dataclass
class Turn:
    """A seat may act; `view` is what it sees."""

    table: Table
    seat: int
    number: int
    view: dict[str, Any]
    done: int = 0  # the table's number after the move
    again: bool = False  # refused, with nothing new to wait for

    def legal(self) -> list[dict[str, Any]]:
        """Return the seat's moves, each with the points that it adds: `{"move", "points"}`."""
        return self.table.legal(self.seat)

    def hint(self, bot: str = "meister") -> list[dict[str, Any]]:
        """Return the moves that a bot thinks of, the best first."""
        return self.table.hint(self.seat, bot)

    def play(self, move: str) -> None:
        """Make a move; the server has kept it when this returns."""
        try:
            answer = self.table.act("move", seat=self.seat, at=self.number, move=move)
        except Refused as refusal:
            self.again = refusal.may is not None and refusal.may["number"] == self.number
            raise
        self.again, self.done = False, answer["number"]


class _Live:
    """A table's news over a socket, which is opened again whenever it breaks."""

    def __init__(self, client: Client, watch: dict[str, Any]) -> None:
        self._client = client
        self._watch = {name: value for name, value in watch.items() if value is not None}
        self._opened = ExitStack()
        self._socket: ClientConnection | None = None

    def receive(self, have: int) -> dict[str, Any]:
        """Wait for the next news, having seen the first `have` entries."""
        for last in _tries(self._client.patience):
            try:
                return _read(self._open(have).recv())
            except InvalidStatus as error:
                status = error.response.status_code
                if last or status not in _NOT_DONE + _MAYBE_DONE:
                    raise Refused("no_socket", f"the server opens no socket ({status})") from error
            except (WebSocketException, OSError) as error:
                self.close()
                if last:
                    raise Unreachable("unreachable", f"the server is away: {error}") from error
        raise AssertionError("the last try returns or raises")

    def more(self) -> dict[str, Any] | None:
        """News that have come already; None if there are none."""
        if self._socket is None:
            return None
        try:
            return _read(self._socket.recv(timeout=0))
        except TimeoutError:
            return None
        except (WebSocketException, OSError):
            self.close()  # and open it again when news are waited for
            return None

    def _open(self, have: int) -> ClientConnection:
        if self._socket is None:
            self._socket = self._opened.enter_context(self._client.connect())
            self._socket.send(json.dumps({"id": 1, "watch": {**self._watch, "have": have}}))
        return self._socket

    def close(self) -> None:
        """Hang up."""
        self._opened.close()
        self._socket = None


def _read(message: str | bytes) -> dict[str, Any]:
    told = json.loads(message)
    if "refused" in told:
        raise _refusal(told["refused"])
    news: dict[str, Any] = told.get("ok", told)  # what was missed, or what is new
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
    if not isinstance(told, dict) or "code" not in told:  # somebody between us and the server
        status = answer.status_code
        return Refused(f"http_{status}", f"{answer.url}: {status} {answer.reason_phrase}")
    return _refusal(told)


def _refusal(told: dict[str, Any]) -> Refused:
    details = dict(told.get("details") or {})
    may = told.get("may") or details.pop("may", None)
    return Refused(told["code"], told["reason"], details, may)


def _tries(patience: float) -> Iterator[bool]:
    """Tries with growing waits between them, as long as there is patience; True with the last."""
    yield False
    end = time.monotonic() + patience
    wait, last = FIRST_WAIT, False
    while not last:
        left = max(0.0, end - time.monotonic())
        time.sleep(min(left, wait * random.uniform(0.5, 1)))
        wait = min(2 * wait, LONGEST_WAIT)
        last = time.monotonic() >= end
        yield last

"""People at a running server: their requests over HTTP and sockets, and all that they receive."""

import itertools
import json
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from spielwerk.server.people import COOKIE

_SECONDS = 60  # a game's first table waits until it is compiled


class Line:
    """A person's socket; `told` is everything received over it."""

    def __init__(self, url: str, cookie: str | None = None, bearer: str | None = None) -> None:
        headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
        headers |= {"Authorization": f"Bearer {bearer}"} if bearer else {}
        self.told: list[str] = []
        self._ids = itertools.count(1)
        self._later: list[dict[str, Any]] = []  # news received with an answer
        address = f"{url.replace('http', 'ws', 1)}/api/live"
        self._opened = ExitStack()
        self.socket: ClientConnection = self._opened.enter_context(
            # Pings come from a thread that draws random numbers, which Hypothesis would notice.
            connect(address, additional_headers=headers, max_queue=None, ping_interval=None)
        )

    def ask(self, **what: Any) -> dict[str, Any]:
        """Send a message; return its answer, and skip what comes before it."""
        id_ = next(self._ids)
        self.socket.send(json.dumps({"id": id_, **what}))
        while (told := self.hear()).get("id") != id_:
            pass
        return told

    def watch(self, table: str, seat: int | None = None, **what: Any) -> dict[str, Any]:
        """Subscribe to a table's news."""
        return self.ask(watch={"table": table, "seat": seat, **what})

    def act(self, table: str, do: str, **what: Any) -> dict[str, Any]:
        """Perform an act at a table."""
        return self.ask(table=table, act={"do": do, **what})

    def send(self, message: str | bytes) -> None:
        """Send raw data."""
        self.socket.send(message)

    def hear(self) -> dict[str, Any]:
        """Receive the next message; news sent with an answer follows it."""
        if self._later:
            return self._later.pop()
        told = self.socket.recv(_SECONDS)
        assert isinstance(told, str)
        self.told.append(told)
        message: dict[str, Any] = json.loads(told)
        if "news" in message:
            self._later.append(message.pop("news"))
        return message

    def news(self, number: int) -> dict[str, Any]:
        """Return the news that brings the table to this number of entries."""
        while (told := self.hear()).get("number", 0) < number:
            pass
        return told

    def close(self) -> None:
        """Close the connection."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()


class Guest:
    """A person with a cookie, or anonymous without a name. `told` is every body received."""

    def __init__(self, url: str, name: str | None = None) -> None:
        self.url = url
        self.told: list[str] = []
        with ExitStack() as opened:
            self.http = opened.enter_context(httpx.Client(base_url=url, timeout=_SECONDS))
            if name is not None:
                self.me: dict[str, Any] = self.post("/api/people", name=name)
            self._opened = opened.pop_all()

    @property
    def cookie(self) -> str:
        """Return the cookie that the browser stores."""
        return str(self.http.cookies[COOKIE])

    def ask(self, method: str, path: str, body: Any = None, **params: Any) -> httpx.Response:
        """Send any request."""
        asked = {name: value for name, value in params.items() if value is not None}
        answer = self.http.request(method, path, json=body, params=asked)
        self.told.append(answer.text)
        if answer.is_error:
            assert set(answer.json()) == {"code", "reason", "details"}
            assert answer.json()["reason"]
            assert answer.status_code < 500
        return answer

    def get(self, path: str, **params: Any) -> Any:
        """Return the body of a successful GET."""
        answer = self.ask("GET", path, **params)
        assert answer.is_success, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        """Return the body of a successful POST."""
        answer = self.ask("POST", path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: Any = None, **params: Any) -> tuple[int, str]:
        """Return the status and the code of a refusal."""
        answer = self.ask(method, path, body, **params)
        assert answer.is_error, answer.text
        return answer.status_code, answer.json()["code"]

    def create(self, game: str = "axio", **terms: Any) -> tuple[str, str]:
        """Create a table; return its id and its invitation."""
        terms = {"first": 0, "pace": False} | terms
        made = self.post("/api/tables", game=game, **terms)
        return made["info"]["id"], made["invite"]

    def act(self, table: str, do: str, **what: Any) -> dict[str, Any]:
        """Perform an act at a table."""
        done: dict[str, Any] = self.post(f"/api/tables/{table}/acts", do=do, **what)
        return done

    def act_refused(self, table: str, do: str, **what: Any) -> tuple[int, str]:
        """Return the status and the code with which an act is refused."""
        return self.refused("POST", f"/api/tables/{table}/acts", {"do": do, **what})

    def info(self, table: str, **asked: Any) -> dict[str, Any]:
        """Return a table's info, without its match."""
        told: dict[str, Any] = self.get(f"/api/tables/{table}", **asked)["info"]
        return told

    def move(self, table: str, seat: int, move: str | None = None, **what: Any) -> dict[str, Any]:
        """Make a move, by default the first legal one."""
        if move is None:
            move = self.get(f"/api/tables/{table}/legal", seat=seat)[0]["move"]
        number = self.info(table)["number"]
        what = {"at": number, "key": f"{seat}-{number}-{move}"} | what
        return self.act(table, "move", seat=seat, move=move, **what)

    def line(self) -> Line:
        """Open a socket."""
        return Line(self.url, self.http.cookies.get(COOKIE))

    def close(self) -> None:
        """Close all connections."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

"""A bad line between a client and a server: it loses answers and disconnects on demand."""

import contextlib
import socket
import threading


class Proxy:
    """Listens on its own port, and forwards to the server's."""

    def __init__(self, port: int) -> None:
        self._server = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.lose = 0  # this many answers to acts get lost, each with its connection
        self.lost = 0
        self.down = False  # no connection is forwarded
        self.turned_away = 0
        self._open: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._listen)]
        self._threads[0].start()

    def cut(self) -> None:
        """Close all connections."""
        for one in self._open:
            _hang_up(one)

    def close(self) -> None:
        """Stop."""
        self.down = True
        _hang_up(self._listener)
        self._listener.close()
        self._threads[0].join()  # from now on no connection is added
        self.cut()
        for thread in self._threads:
            thread.join()
        for one in self._open:
            one.close()

    def _listen(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self.down:
                self.turned_away += 1
                client.close()
                continue
            self._open.append(client)
            server = socket.create_connection(("127.0.0.1", self._server))
            self._open.append(server)
            losing = threading.Event()
            for source, target, asks in ((client, server, True), (server, client, False)):
                thread = threading.Thread(target=self._pass, args=(source, target, losing, asks))
                self._threads.append(thread)
                thread.start()

    def _pass(
        self, source: socket.socket, target: socket.socket, losing: threading.Event, asks: bool
    ) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if asks and self.lose > 0 and data.startswith(b"POST") and b"/acts" in data:
                    self.lose -= 1
                    losing.set()
                if not asks and losing.is_set():
                    self.lost += 1
                    break
                target.sendall(data)
        _hang_up(source)
        _hang_up(target)


def _hang_up(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)

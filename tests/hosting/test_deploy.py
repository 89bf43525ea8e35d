"""The files that a host copies: nginx and Caddy forward everything; systemd accepts its unit."""

import json
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from server.process import ServerProcess, own_port
from wait import wait_until

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
OPTIONS = ("--no-compile", "--log-level", "debug")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Start a server as it runs behind a proxy on the same machine."""
    process = ServerProcess(tmp_path_factory.mktemp("behind"), *OPTIONS)
    process.start()
    yield process
    process.stop()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Create a self-signed certificate and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    certificate, key = folder / "pem", folder / "key"
    made = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    command = [*made.split(), "-out", str(certificate), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


@contextmanager
def running(folder: Path, *command: str) -> Iterator[None]:
    """Run a proxy; show its output if it does not start."""
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    try:
        yield
        assert process.poll() is None, (folder / "proxy.log").read_text()
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(params=["nginx", "caddy"])
def proxy(
    request: pytest.FixtureRequest,
    server: ServerProcess,
    certificate: tuple[Path, Path],
    tmp_path: Path,
) -> Iterator[str]:
    """Return its address: our file with this machine's name, ports and certificate."""
    program, port = request.param, own_port()
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program} here: make test-hosting installs it")
    file = tmp_path / "ours"
    command: tuple[str, ...]
    if program == "nginx":
        text = (DEPLOY / "nginx.conf").read_text()
        text = replaced(text, r"(?s)server \{\s+listen 80;.*?\n\}\n", "")  # redirects to 443
        text = replaced(text, r"listen \[::\]:443 ssl http2;", "")
        text = replaced(text, "listen 443", f"listen 127.0.0.1:{port}")
        text = replaced(text, "spiel.example.org;", "localhost;")
        text = replaced(text, r"/etc/ssl/\S+\.pem", str(certificate[0]))
        text = replaced(text, r"/etc/ssl/\S+\.key", str(certificate[1]))
        text = replaced(text, "127.0.0.1:8000", f"127.0.0.1:{server.port}")
        file.write_text(text)
        whole = tmp_path / "nginx.conf"
        temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        paths = "".join(f"{name}_temp_path {tmp_path}/{name};" for name in temporary)
        whole.write_text(
            f"daemon off; pid {tmp_path}/pid; error_log stderr; events {{}} "
            f"http {{ access_log off; {paths} include {file}; }}"
        )
        command = ("nginx", "-c", str(whole), "-p", str(tmp_path), "-e", "stderr")
    else:
        text = (DEPLOY / "Caddyfile").read_text()
        tls = f"tls {certificate[0]} {certificate[1]}"
        text = replaced(text, r"spiel\.example\.org \{", f"https://localhost:{port} {{\n\t{tls}")
        text = replaced(text, "127.0.0.1:8000", f"127.0.0.1:{server.port}")
        file.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text)
        command = ("caddy", "run", "--adapter", "caddyfile", "--config", str(file))
    with running(tmp_path, *command):
        url = f"https://localhost:{port}"
        wait_until(lambda: answers(url), f"{program} answers")
        yield url


def replaced(text: str, what: str, instead: str) -> str:
    """Replace text that must be there."""
    changed, times = re.subn(what, lambda _: instead, text)
    assert times, f"{what} is not in the file"
    return changed


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz/ready", verify=False).status_code == 200  # noqa: S501
    except httpx.TransportError:
        return False


def test_a_proxy_passes_everything_on_and_tells_that_it_speaks_https(
    proxy: str, server: ServerProcess
) -> None:
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
    with httpx.Client(base_url=proxy, verify=False, headers=forged) as http:  # noqa: S501
        assert http.get("/metrics").status_code == 404
        page = http.get("/")
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        made = http.post("/api/people", json={"name": "Ada"}, headers={"Origin": proxy})
        assert made.status_code == 201, made.text
        assert "Secure" in made.headers["set-cookie"]
        cookie = made.headers["set-cookie"].partition(";")[0]
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    address = f"{proxy.replace('https', 'wss', 1)}/api/live"
    headers = {"Cookie": cookie, "Origin": proxy, **forged}
    with connect(address, ssl=trusting, additional_headers=headers) as socket:
        socket.send(json.dumps({"id": 1, "ping": True}))
        assert json.loads(socket.recv(60)) == {"id": 1, "ok": {}}
    assert '"POST /api/people HTTP' in server.said
    assert "203.0.113.9" not in server.said, "a client was believed"


def test_without_a_proxy_nobody_is_told_to_use_https(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url) as http:
        made = http.post("/api/people", json={"name": "Ada"})
    assert "Secure" not in made.headers["set-cookie"]
    assert "strict-transport-security" not in made.headers


def test_systemd_knows_all_of_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze here: make test-hosting installs it")
    unit = tmp_path / "spielwerk.service"
    program = shutil.which("true")
    text = (DEPLOY / "spielwerk.service").read_text()
    unit.write_text(replaced(text, "/opt/spielwerk/bin/spielwerk", str(program)))
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    of_ours = [line for line in done.stderr.splitlines() if "spielwerk.service" in line]
    assert (done.returncode, of_ours) == (0, []), done.stderr

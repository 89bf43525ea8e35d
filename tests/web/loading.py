"""What a page takes to load: every byte sent for it, to a browser with an empty cache."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Page


@dataclass
class Load:
    """What was received, by address: bodies as sent, and headers."""

    sizes: dict[str, int] = field(default_factory=dict)

    @property
    def bytes(self) -> int:
        """Return the sum of all bytes."""
        return sum(self.sizes.values())


def watch(page: Page) -> Load:
    """Count from now on what is sent to a page that is not open yet."""
    load = Load()
    asked: dict[str, str] = {}
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on(
        "Network.requestWillBeSent", lambda e: asked.update({e["requestId"]: e["request"]["url"]})
    )

    def done(event: dict[str, object]) -> None:
        url = asked[str(event["requestId"])]
        load.sizes[url] = load.sizes.get(url, 0) + int(str(event["encodedDataLength"]))

    network.on("Network.loadingFinished", done)
    return load

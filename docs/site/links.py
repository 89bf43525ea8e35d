"""Follow every link inside a built site: `python docs/site/links.py build/site`.

Zensical checks links between Markdown pages. This also checks pictures, scripts, other files, and
links in templates and docstrings. Links to other sites are not followed.
"""

from __future__ import annotations

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ADDRESSES = {"a": "href", "link": "href", "img": "src", "script": "src", "iframe": "src"}


class Page(HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Store the address and the anchors of one tag."""
        named = dict(attrs)
        if address := named.get(ADDRESSES.get(tag, "")):
            self.links.append(address)
        self.anchors |= {value for key in ("id", "name") if (value := named.get(key))}


@cache
def page(file: Path) -> Page:
    """Read a page once."""
    return Page(file.read_text(encoding="utf-8"))


def is_broken(site: Path, file: Path, link: str) -> bool:
    """Return whether a link leads to no file of the site, or to no anchor in it."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return False
    if parts.path.startswith("/"):
        return True  # the site may lie below any path
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if target.is_dir():
        target /= "index.html"
    if not target.is_file() or not target.is_relative_to(site):
        return True
    checked = parts.fragment and target.suffix == ".html" and target.parent != site / "app"
    return bool(checked) and unquote(parts.fragment) not in page(target).anchors


def main(site: Path) -> int:
    """Print broken links; return how many there are."""
    # The app makes its links at run time; 404.html is shown at any address.
    pages = [f for f in sorted(site.rglob("*.html")) if site / "app" not in f.parents]
    pages.remove(site / "404.html")
    links = [(file, link) for file in pages for link in page(file).links]
    broken = [(file, link) for file, link in links if is_broken(site, file, link)]
    for file, link in broken:
        sys.stderr.write(f"{file.relative_to(site)}: {link}\n")
    sys.stdout.write(f"{len(pages)} pages, {len(links)} links, {len(broken)} broken\n")
    return len(broken)


if __name__ == "__main__":
    sys.exit(min(1, main(Path(sys.argv[1]).resolve())))

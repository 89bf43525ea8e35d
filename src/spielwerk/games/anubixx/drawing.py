"""Draw Anubixx in the terminal: one sheet per seat, with pyramid, arch and relief side by side.

Letters are the stones' colours, capitals have a symbol. `x` is crossed off, or the last quarry
stone struck; `-` marks quarry stones already passed.
"""

from __future__ import annotations

from typing import Any

from rich.text import Text

from spielwerk.rules.colours import STYLES

LEVELS = range(6, 0, -1)


def draw(view: dict[str, Any]) -> Text:
    """Draw the dice, then all sheets."""
    lines: list[Text] = []
    if view["to_act"]:
        dice = Text("dice in the middle: ")
        for colour in view["dice"]:
            dice.append(f" {colour} ", STYLES[colour]).append(" ")
        lines += [dice.append(f"   seat {view['active']} rolled", "dim"), Text()]
    for seat in range(view["seats"]):
        lines += [*_sheet(view, seat), Text()]
    if view["closed"]:
        lines.append(Text(f"bonuses closed: {', '.join(view['closed'])}", "dim"))
    return Text("\n").join(lines)


def _sheet(view: dict[str, Any], seat: int) -> list[Text]:
    sheet = view["sheets"][seat]
    acting = seat in view["to_act"]
    head = f"{'>' if acting else ' '} seat {seat}, sheet {sheet['sheet']}: "
    head += f"{sum(view['scores'][seat])} points"
    if view["ranks"]:
        head += f", rank {view['ranks'][seat]}"
    if sheet["bonuses"]:
        head += f"   bonuses: {', '.join(sheet['bonuses'])}"
    lines = [Text(head, "bold" if acting else "")]
    with_symbol = {field for fields in view["symbols"].values() for field in fields}
    for level in LEVELS:
        line = Text(" " * (2 + 2 * (level - 1)))
        for place in range(1, 8 - level):
            line.append_text(_stone(sheet, f"P{level}{place}", with_symbol)).append(" ")
        line.append(" " * (2 * (level - 1) + 3))
        line.append_text(_arch_row(sheet, level, with_symbol)).append("   ")
        if level <= 3:
            line.append(f"{level} ", "dim")
            for column in "abcd":
                line.append_text(_stone(sheet, f"{column}{level}", with_symbol)).append(" ")
        elif level == 4:
            line.append("   " + "   ".join("abcd"), "dim")
        lines.append(line)
    return [*lines, _quarry(sheet)]


def _arch_row(sheet: dict[str, Any], level: int, with_symbol: set[str]) -> Text:
    if level == 6:
        return Text.assemble("  ", _stone(sheet, "AT", with_symbol), "  ")
    left, right = _stone(sheet, f"AL{level}", with_symbol), _stone(sheet, f"AR{level}", with_symbol)
    return Text.assemble(left, " ", right)


def _stone(sheet: dict[str, Any], name: str, with_symbol: set[str]) -> Text:
    if name in sheet["crossed"]:
        return Text(" x ", "dim")
    colour = sheet["stones"][name]
    return Text(f" {colour.upper() if name in with_symbol else colour} ", STYLES[colour])


def _quarry(sheet: dict[str, Any]) -> Text:
    line = Text("  quarry: ")
    for number, colour in enumerate(sheet["quarry"], 1):
        if number <= sheet["struck"]:
            line.append(" x " if number == sheet["struck"] else " - ", "dim")
        else:
            line.append(f" {colour} ", STYLES[colour])
    return line.append(f"   jokers: {sheet['jokers']}")

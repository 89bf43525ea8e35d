"""Check people's names: whether they can be read, and which of them look alike.

A name is refused if it contains invisible characters, letters that are used in no names, or letters
of several alphabets, so that a letter of one can't imitate a letter of another. Two names look
alike if they have the same skeleton.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable

from spielwerk.server.refusals import Conflict, Malformed
from spielwerk.server.store.log import FORGOTTEN

RESERVED = ("Gast", "Guest")  # shown for a person who has not chosen a name yet

_EMOJI_STYLE = "\ufe0f"  # follows a symbol to show it in colour
# Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 16: nothing is drawn
_IGNORABLE = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
_BLANK = frozenset("\u2800\U0001d159")  # drawn as nothing, too: an empty Braille cell, no note
_UNSEEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"}
_MOST_MARKS = 2  # stacked on one letter

# Scripts that are written together and don't resemble letters of other alphabets
_EAST_ASIAN = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
# Scripts of today's names. Others, such as Cherokee or Lisu, have whole alphabets of look-alikes.
_SCRIPTS = _EAST_ASIAN | {
    "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "ETHIOPIC",
    "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA",
    "MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER",
}  # fmt: skip
# For scripts with phonetic or historic letters: the letters used in names
_IN_NAMES = {
    "LATIN": (0x41, 0x17E),
    "GREEK": (0x386, 0x3CE),
    "CYRILLIC": (0x400, 0x52F),
}
_MORE_LATIN = frozenset("ẞƏəƁɓƊɗƉɖƐɛƆɔƔɣƘƙƳƴ")  # of Azerbaijan and West Africa
_TATWEEL = "\u0640"  # lengthens Arabic words
_APOSTROPHES = frozenset("ʻʼ")  # letters to Unicode

# Lower-case letters that look like one or two others (or do as capitals: В is в, Η is η)
_LATIN = {"0": "o", "1": "l", "i": "l", "|": "l", "ı": "l", "m": "rn", "w": "vv"}
_STRUCK = dict(zip("øłđħŧðþŋĸɓɗɖƙƴɣ", "oldhtdpnkbddkyy", strict=True))
_CYRILLIC = dict(zip("авеёзіїјкнорстухһѕԁԛгьӏүұҽ", "abee3lljkhopctyxhsdqrblyye", strict=True))
_GREEK = dict(zip("αβγεζηικνορτυχ", "abyezhlkvoptyx", strict=True))
_ARMENIAN = dict(zip("օսհոցյզլտ", "ouhngjqls", strict=True))
_TWO = dict.fromkeys("мμ", "rn") | dict.fromkeys("ԝωɯ", "vv")
_STROKES = dict.fromkeys("丨亅工ㄥ│┃∣❘❙⏐⎮ǀ\u1175", "l")
_RINGS = dict.fromkeys("〇口ロㅇ○◯⚪⭕∘ഠଠဝዐჿ\u110b", "o")
_EAST = _STROKES | _RINGS | dict.fromkeys("丁十ㄒ", "t") | dict.fromkeys("乂メㄨ×", "x")
_EAST |= dict.fromkeys("丫ㄚ", "y") | {
    "乙": "z",
    "匚": "c",
    "コ": "c",
    "凵": "u",
    "冂": "n",
    "几": "n",
}
_ACUTE = "\u00b4"  # to Unicode a blank with a mark on it
_MARKS = dict.fromkeys("\u2019\u2018\u02bc`\u2032", "'")
_MARKS |= dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
_MARKS |= {"\u2044": "/", "\u2215": "/", "\u2217": "*", "\u201a": ",", "\ua789": ":"}
_LOOKS_LIKE = str.maketrans(
    _EAST | _LATIN | _STRUCK | _CYRILLIC | _GREEK | _ARMENIAN | _TWO | _MARKS
)
# Combining classes of marks that distinguish letters: ordinary ones, nukta, kana's voicing, virama
_SPELLING = {0, 7, 8, 9}


def check(name: str) -> None:
    """Refuse a name with invisible characters, unusual letters, or mixed alphabets.

    The name of deleted people is refused as well, because its holder would not be marked as a
    guest.
    """
    if name.strip() == FORGOTTEN:
        raise Conflict("name_reserved", "that name is reserved for deleted accounts")
    if _is_unseen(name):
        raise Malformed("name_invisible", "a name can't contain invisible characters")
    plain = unicodedata.normalize("NFKC", name)
    if not all(map(_is_in_names, {*name, *plain})):
        raise Malformed("name_letters", "a name can't contain letters that are used in no names")
    if len({_script(one) for one in plain if _has_script(one)} - _EAST_ASIAN) > 1:
        raise Malformed("name_mixed", "a name can't mix letters of several alphabets")


def check_free(name: str, kept: Iterable[str]) -> None:
    """Refuse a name that equals or looks like a registered one."""
    mine = skeleton(name)
    if any(skeleton(other) == mine for other in kept):
        raise Conflict("name_taken", "that name, or one that looks like it, is registered")


def check_own(name: str) -> None:
    """Refuse to register the default name of guests."""
    if skeleton(name) in map(skeleton, RESERVED):
        raise Conflict("name_reserved", "that name is reserved for guests")


@functools.lru_cache(maxsize=65_536)
def skeleton(name: str) -> str:
    """Return a form of a name that is equal for names that are easily confused."""
    apart = unicodedata.normalize("NFKD", name.replace(_ACUTE, "'"))
    bare = "".join(map(_bare, apart)).replace(_TATWEEL, "")
    plain = unicodedata.normalize("NFKC", bare).casefold().replace(_EMOJI_STYLE, "")
    return " ".join(unicodedata.normalize("NFKC", plain.translate(_LOOKS_LIKE)).split())


def _bare(letter: str) -> str:
    """Return a letter; nothing instead of a mark on one; a digit of any script as ours."""
    category = unicodedata.category(letter)
    if category == "Nd":
        return str(unicodedata.digit(letter))
    is_mark = category == "Me" or unicodedata.combining(letter) not in _SPELLING
    return "" if is_mark else letter


def _is_unseen(name: str) -> bool:
    """Return whether a name is blank or contains invisible characters."""
    marks, before = _MOST_MARKS, ""
    for letter in name:
        category = unicodedata.category(letter)
        marks = marks + 1 if category[0] == "M" else 0
        if letter == _EMOJI_STYLE:
            if before not in {"So", "Sm", "Po", "Nd"}:
                return True
        elif _is_blank(letter) or marks > _MOST_MARKS or (category in _UNSEEN and letter != " "):
            return True
        before = category
    return not name.strip()


def _is_blank(letter: str) -> bool:
    """Return whether nothing is drawn for a character, whatever Unicode classifies it as."""
    return letter in _BLANK or any(first <= ord(letter) <= last for first, last in _IGNORABLE)


def _has_script(letter: str) -> bool:
    """Return whether a character is a letter or a digit of one script."""
    is_own_digit = unicodedata.category(letter) == "Nd" and not letter.isascii()
    return is_own_digit or (letter.isalpha() and letter not in _APOSTROPHES)


def _script(letter: str) -> str:
    """Return a letter's Unicode script name."""
    told = unicodedata.name(letter, "?").removeprefix("EXTENDED ")
    return told.split(" ", 1)[0].split("-")[0]


def _is_in_names(letter: str) -> bool:
    """Return whether a letter is used in names today; other characters are none."""
    if not _has_script(letter) or letter in _MORE_LATIN:
        return True
    script = _script(letter)
    is_variant = script not in _SCRIPTS  # such as fullwidth letters
    base = unicodedata.normalize("NFKD" if is_variant else "NFD", letter)[0]
    if base != letter:
        return _is_in_names(base)
    first, last = _IN_NAMES.get(script, (0, ord(letter)))
    return not is_variant and first <= ord(letter) <= last

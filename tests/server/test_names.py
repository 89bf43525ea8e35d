"""Names: which letters are allowed, and which of them look alike."""

import pytest

from spielwerk.rules.errors import SpielwerkError
from spielwerk.server import names
from spielwerk.server.store.log import FORGOTTEN


def code(name: str) -> str | None:
    """Return the code with which a name is refused."""
    try:
        names.check(name)
    except SpielwerkError as error:
        return error.code
    return None


def imitates(name: str, registered: str) -> bool:
    """Return whether a name is accepted, and not taken for the registered one."""
    return code(name) is None and names.skeleton(name) != names.skeleton(registered)


FINE = [
    "Jürgen",
    "Zoë",
    "Łukasz",
    "Åse",
    "Øyvind",
    "Đorđe",
    "Đặng",
    "Nguyễn",
    "Ñuño",
    "Çağla",
    "Işıl",
    "İpek",
    "Ōtani",
    "Ștefan",
    "Məmməd",
    "Kɔfi",
    "Ɖeɖe’s",
    "Þór",
    "Ægir",
    "Œdipe",
    "Straße",
    "ẞ",
    "O’Brien",
    "D'Arcy",
    "Oʻtkir",
    "Ада",
    "Йосип",
    "Ђорђе",
    "Їжак",
    "Ѓорѓи",
    "Ελένη",
    "Ωμέγα",
    "Ἀθηνᾶ",
    "שרה",
    "דָּנִי",
    "محمد",
    "فاطمة",
    "अनुराधा",
    "প্রিয়া",
    "ਗੁਰਪ੍ਰੀਤ",
    "பிரியா",
    "తెలుగు",
    "ಕನ್ನಡ",
    "മലയാളം",
    "සුනිල්",
    "สมชาย",
    "ລາວ",
    "မြင့်",
    "សុខា",
    "თამარ",
    "Արամ",
    "ሰላም",
    "田中",
    "佐々木",
    "たかし",
    "ユーキ",
    "ｱｷﾗ",
    "김민수",
    "ㄅㄆㄇ",
    "Ada2",
    "٣محمد",
    "Mª",
    "Ada❤️",
]


@pytest.mark.parametrize("name", FINE)
def test_names_of_all_people_are_fine(name: str) -> None:
    assert code(name) is None


# The lines "; Default_Ignorable_Code_Point" of DerivedCoreProperties.txt
IGNORABLE = """
00AD 034F 061C 115F..1160 17B4..17B5 180B..180D 180E 180F 200B..200F 202A..202E 2060..2064 2065
2066..206F 3164 FE00..FE0F FEFF FFA0 FFF0..FFF8 1BCA0..1BCA3 1D173..1D17A E0000 E0001 E0002..E001F
E0020..E007F E0080..E00FF E0100..E01EF E01F0..E0FFF
"""


def test_characters_that_are_not_drawn_are_refused() -> None:
    spans = [line.partition("..") for line in IGNORABLE.split()]
    numbers = {
        number
        for first, _, last in spans
        for number in range(int(first, 16), int(last or first, 16) + 1)
    }
    assert len(numbers) == 4174
    for one in (*map(chr, numbers), "\u2800", "\U0001d159"):
        for name in (one, f"Ada{one}", f"{one}Ada", f"A{one}da"):
            assert code(name) == "name_invisible", f"U+{ord(one):04X}"


def test_the_name_of_deleted_people_is_reserved() -> None:
    assert code(FORGOTTEN) == "name_reserved"
    assert code(f" {FORGOTTEN} ") == "name_reserved"


UNUSUAL = {
    "IPA": "Ad\u0251",
    "small capitals": "\u1d00\u1d05\u1d00",
    "click letters": "Bi\u01c0\u01c0",
    "Cherokee": "\u13aa\u13a0",
    "Lisu": "\ua4ee\ua4d3\ua4ee",
    "Coptic": "\u2c9f\u2ca3",
    "Coptic in the Greek block": "\u03e3\u03e5",
    "lunate sigma": "\u03f2\u03bf",
    "long s": "\u017frank",
    "Deseret": "\U0001042c",
    "Latin extended": "\ua731",
    "wynn": "\u01bfia",
    "Canadian syllabics": "\u15e9\u15f7",
    "Tifinagh": "\u2d54",
}


@pytest.mark.parametrize("kind", UNUSUAL)
def test_letters_of_no_names_are_refused(kind: str) -> None:
    assert code(UNUSUAL[kind]) == "name_letters"


def test_digits_belong_to_an_alphabet() -> None:
    assert code("B\u0966b") == "name_mixed"
    assert names.skeleton("\u0967\u0968") == names.skeleton("12")


ALIKE = [
    ("Bi\u4e28\u4e28", "Bill"),
    ("Bi\u3163l", "Bill"),
    ("\u4e01im", "Tim"),
    ("B\u3007b", "Bob"),
    ("B\u53e3b", "Bob"),
    ("Ma\u3128", "Max"),
    ("Ti\u0307m", "Tim"),
    ("Ada\u0332", "Ada"),
    ("A\u20ddda", "Ada"),
    ("A\u0338da", "Ada"),
    ("\u1ea0da", "Ada"),
    ("J\u00fcrgen", "Ju\u0308rgen"),
    ("\u0141ukasz", "Lukasz"),
    ("\u0430\u0435", "ae"),
    ("\u04cf\u0435\u043e", "leo"),
    ("\uff21da", "Ada"),
    ("\u0585\u057d", "ou"),
    ("\u2502an", "Ian"),
    ("B\u25cbb", "Bob"),
    *((f"O{mark}Neil", "O'Neil") for mark in "\u2019\u2018\u02bc`\u00b4\u2032"),
    *((f"Jo{dash}Ann", "Jo-Ann") for dash in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"),
    ("A\u2044B", "A/B"),
    ("A\u2215B", "A/B"),
    ("Ada\u2217", "Ada*"),
    ("Ada\u201a Bob", "Ada, Bob"),
    ("Ada\ua789 1", "Ada: 1"),
]


@pytest.mark.parametrize(("name", "registered"), ALIKE)
def test_names_that_look_alike_are_the_same(name: str, registered: str) -> None:
    assert not imitates(name, registered)


DIFFERENT = [
    ("\uc774", "ol"),  # a Hangul syllable is more than its parts
    ("\u304b", "\u304c"),
    ("\u0930\u093e\u092e", "\u0930\u092e"),
    ("Ada", "Ida"),
    ("Bob", "Bobo"),
    ("\u7530\u4e2d", "\u4e2d\u7530"),
]


@pytest.mark.parametrize(("name", "other"), DIFFERENT)
def test_names_that_differ_are_told_apart(name: str, other: str) -> None:
    assert imitates(name, other)

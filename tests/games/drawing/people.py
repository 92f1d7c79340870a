"""At least six hundred names that people might choose, in many scripts or made of symbols."""

from __future__ import annotations

import random
import unicodedata
from typing import Final

LATIN_NAMES: Final = """\
Ada|Jürgen Groß|Łukasz Żółć|Zoë|Søren Ærø|Åsa Öberg|Þórdís|François|Ñuñez|Ağa Şahin|İpek
Nguyễn Thị Ánh|Đặng|Ștefan Țepeș|Őze Űri|Čeněk Ďuriš|Jānis Ķēniņš|Żaneta|O'Neill|Jean-Luc
d’Artagnan|Mr. X|_anna_|xX_Max_Xx|1337|007|Anna (2)|Anna (1)|Anna|anna|ANNA|Аnna|Anna.|Anna!
Αnna|Ann a|l1I|Il1|lI1|0scar|Oscar|Rnona|Mona|Vvanda|Wanda|Ẹniọlá|Ɓala|Ŋaa|ə̀dú|Jo͡e|n̈ina
Håkon|ẞtraße|ǅuro|Wil­liam|ﬁona|Ａｎｎａ ２|Ⅷ Henry|½ Pint|№ 5|™Anna®|a→b"""
GREEK_NAMES: Final = """\
Ανδρέας|Σοφία|Ελένη Παπαδοπούλου|Γιώργος|ΝΙΚΟΣ|Ξένια|Ψυχή|ᾍδης|Ὀδυσσεύς|Δημήτρης 7|Μαρία
Αγγελική|Χρήστος|Ζωή"""
CYRILLIC_NAMES: Final = """\
Дмитрий|Анна|Ольга Щербакова|Їжак|Ґеник|Ђорђе|Љубица|Ёлка|Ъгъл|Ўладзімір|Қайрат|Өлзий|Ӣскандар
Ҳасан|СЕРЁЖА|Юрий 2|Світлана|Җәмилә|Ҙур|Ѳеодоръ|Мария-Луиза|Ан͟на|ѣѣѣ|Ԁима"""
ARABIC_NAMES: Final = """\
محمد|عبد الله|فاطمة الزهراء|أحمد 99|مُحَمَّد|علی رضا|پریسا|چنگیز|گلناز|ٹیپو|نور (2)
خالد بن الوليد|سارة_1|٣ أحمد|ليلى!|Ali علي|يوسف.|مريم - نور|هـــو|ﷲ|لا|رغد xX
صلاح الدين الأيوبي|ئاوات|ژیان|بهزاد"""
HEBREW_NAMES: Final = """\
יוסי כהן|שרה|משה בן־דוד|אָנָּה|דוד 7|רבקה (2)|אלכסנדר|נֹעַם|חוה Eva|ירושלים של זהב|תמר!|צ׳ארלי
עמית_1|ש"ס|פיני|גיא"""
DEVANAGARI_NAMES: Final = """\
प्रिया|श्रीमती लक्ष्मी|हरि|हरा|क्षत्रिय|ज्ञानेश्वर|अर्जुन ९|कृष्ण|ऋषि|संजय कुमार|त्र्यम्बक
राहुल 2|विद्यार्थी|ॐ|ट्विटर|आँचल|नेपाली भाइ|द्वितीय|काँग्रेस|रवि|मराठी माणूस|क़ासिम|फ़िरोज़"""
THAI_NAMES: Final = (
    """สมชาย|สมหญิง ใจดี|น้ำผึ้ง|กุ้ง|ปู่ย่า|เก่ง|ไอซ์|ญาญ่า|ฐิติ|ที่รัก 1|ใบเตย|อั้ม|ฟ้า|เต้ย|มิ้นท์|นุ่น|แพรว|๑๒๓|สุวรรณภูมิ|ฤดี"""
)
CHINESE_NAMES: Final = """\
李明|王小红|张伟|陳大文|歐陽娜娜|司马光|諸葛亮|刘洋 Liu|Wei 李|龍|𠮷野|〇〇七|「黑」|小魚·大魚
一|二|三|十|丁|卍解|㍿|ㄅㄆㄇ"""
JAPANESE_NAMES: Final = """\
さかな|サカナ|ｻｶﾅ|山田太郎|鈴木 一郎|ゆうき|☆ゆい☆|ヽ(´▽`)/|たろう2|東京タワー|ー
ヴィクトル|々|〆切|ねこ=^_^=|ツ|シ|(っ◔◡◔)っ"""
KOREAN_NAMES: Final = (
    """김서연|박지훈|이민호 Lee|최|ㅋㅋㅋ|한국 사람|가나다|뷁|김 Kim|안녕하세요|ㅎ|정|조선|각|닭"""
)
OTHER_SCRIPT_NAMES: Final = """\
Հայկ Սարգսյան|Անահիտ|გიორგი|ნინო|ማርያም|ሀ|বাংলা|রবীন্দ্রনাথ|ਗੁਰਪ੍ਰੀਤ|ગુજરાત|தமிழ்|முருகன்
తెలుగు|ಕನ್ನಡ|മലയാളം|සිංහල|ລາວ|ខ្មែរ|မြန်မာ|བོད་ཡིག|ᠮᠣᠩᠭᠣᠯ|ᏣᎳᎩ|ᐃᓄᒃᑎᑐᑦ
ⵜⵉⴼⵉⵏⴰⵖ|ߒߞߏ|ܣܘܪܝܝܐ|ދިވެހި|ᚠᚢᚦᚨᚱᚲ|𐌰𐌽𐌽𐌰|𒀭|𓂀𓁹|ꦗꦮ|ⰀⰁⰂ|𐤀𐤁|ᜀᜁ|𞤀𞤁"""
BENGALI_NAMES: Final = """\
মিতা|রবীন্দ্রনাথ ঠাকুর|কৃষ্ণা|অমিত|সৌরভ গাঙ্গুলী|শ্রেয়া|ঋতুপর্ণ|মূর্তি ২|লক্ষ্মী|তিষ্য|জ্ঞানেন্দ্র|Rana রানা"""
TAMIL_NAMES: Final = "முருகன்|ஸ்ரீதேவி|இளையராஜா|மீனாட்சி சுந்தரம்|கூத்தன்|கௌதம்|யாழினி 5|செல்வி|ரஜினி|ஜெயா|ஐயர்|ஓவியா"
TELUGU_NAMES: Final = "శ్రీనివాస్|కృష్ణ|స్త్రీ|లక్ష్మి ప్రసన్న|తెలుగు బిడ్డ|రాము 9|సీత|విజయ్|జ్యోతి|ఋషి|క్షమ|Ravi రవి"
KHMER_NAMES: Final = "សុភ័ក្ត្រ|ស្រីនាង|ព្រះអង្គ|ច័ន្ទ|ដារ៉ា|សុខ ២|បុប្ផា|វិចិត្រ|រតនា|ភក្តី|គន្ធា"
ETHIOPIC_NAMES: Final = "ማርያም|ኢትዮጵያ|ኃይለ ሥላሴ|አበበ|ቢቂላ 1|ትርሐስ|ጸሐይ|ሰላም|ዮሐንስ|ፍቅር"
CAUCASIAN_NAMES: Final = (
    "გიორგი ბერიძე|ნინო|თამარ 7|ქეთევან|ვახტანგ|Հայկ Սարգսյան|Անահիտ|Գոհար|Վարդան 3|Շուշան|Լևոն"
)
EMOJI_NAMES: Final = """\
🐟|🐠🐡|🦈 Shark|Anna 🐟|Anna 🐠|🇩🇪 Jo|👩‍👩‍👧‍👦|👨🏿‍🚀 Neil|❤️ Eva|Eva ❤|1️⃣
#️⃣|☀️☁️|⚡Bolt⚡|🅰🅱|🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ian|Zoë🪸|🫠|✨Luna✨|★ Star ★|♥|♪♫|☠|Ⓐⓝⓝⓐ
🄰🄽🄽🄰|🅰nna|🆗|Ben👍🏽Ben|🤷‍♀️|⌨️ dev|♟ Chess|♛Queen♛|꧁Anna꧂|『Ben』|【Ben】
《Ada》|༺Ada༻|•Ada•|~Ada~|Ada™"""
SYMBOL_NAMES: Final = """\
\u202eabc|abc\u202edef|\u2066Anna\u2069|A\u200bnna|An\u200dna|\u200b|\u200b\u200c\u200d
\u2060Ben|\ufeffBen|Be\u00adn|\u3164|ㅤㅤ|\u2800|\u115f\u1160|\u00a0| |\t|\u2003Ada\u2003|...
---|???|,|“”|\U000e0041\U000e0042|\ue000\ue001|\ufffd|\uffff|\u0378|a\u0301\u0323|\u0301
\u0301\u0302\u0303|\u20dd|A\u20dd||□□ box|▯|□|Z̷̢̛a̸͈͝l̴̰̑g̵̱̓o̶̙̿|T̗̺̖h̵̤̣e̗̱̗|ก็็็็็็็็็็
सि्ि्ि्|ा|้|ًٌٍ|ְּ|\u202e\u202d\u2067|🐟\u200d|\x00nul|new\nline|[b]|<@123>|**bold**|`code`
@everyone|http://x.y|||spoiler"""

_ALPHABET_STARTS: Final = (
    0x1D400,
    0x1D434,
    0x1D468,
    0x1D4D0,
    0x1D56C,
    0x1D5A0,
    0x1D5D4,
    0x1D608,
    0x1D63C,
    0x1D670,
)
_SHORT_NAMES: Final = (
    "Ada",
    "Ben",
    "Chloe",
    "Dora",
    "Emil",
    "Finn",
    "Greta",
    "Hugo",
    "Ida",
    "Jonas",
    "Karla",
    "Leo",
)
_DECORATIONS: Final = ("🐟", "✨", "\u200b", "\u202e", "\u0336", "\ufe0f", "\u200f", "💀", "\u0489", "⃣")


def _list_styled_names() -> list[str]:
    """Return a few names in each of Unicode's mathematical alphabets."""
    return [
        "".join(chr(first + ord(c) - (65 if c.isupper() else 71)) for c in name)
        for first in _ALPHABET_STARTS
        for name in _SHORT_NAMES[:6]
    ]


def _list_decorated_names(rng: random.Random) -> list[str]:
    """Return names with emoji, control characters and many marks between their letters."""
    made = []
    for name in _SHORT_NAMES:
        for _ in range(5):
            made.append("".join(c + rng.choice(_DECORATIONS) * rng.randrange(3) for c in name))
        made.append("".join(c + "".join(chr(rng.randrange(0x300, 0x36F)) for _ in range(12)) for c in name))
    return made


def _list_long_names(rng: random.Random) -> list[str]:
    """Return names as long as Discord allows, and longer ones."""
    parts = [
        LATIN_NAMES,
        GREEK_NAMES,
        CYRILLIC_NAMES,
        ARABIC_NAMES,
        HEBREW_NAMES,
        DEVANAGARI_NAMES,
        THAI_NAMES,
        CHINESE_NAMES,
        KOREAN_NAMES,
    ]
    parts += [BENGALI_NAMES, TAMIL_NAMES, TELUGU_NAMES, KHMER_NAMES, ETHIOPIC_NAMES, CAUCASIAN_NAMES]
    made = ["W" * 32, "W" * 31 + "V", "i" * 500, "魚" * 500, "م" * 32, "A " * 200]
    for script in parts:
        made.append(" ".join(rng.choices(script.replace("\n", "|").split("|"), k=9)))
        made.append("".join(rng.choices([c for c in script if unicodedata.category(c)[0] == "L"], k=32)))
    return made


def list_people() -> tuple[str, ...]:
    """Return at least six hundred different names, with similar names next to each other."""
    rng = random.Random(12)
    found = ["", " "]
    for script in (
        LATIN_NAMES,
        GREEK_NAMES,
        CYRILLIC_NAMES,
        ARABIC_NAMES,
        HEBREW_NAMES,
        DEVANAGARI_NAMES,
        THAI_NAMES,
        CHINESE_NAMES,
        JAPANESE_NAMES,
        KOREAN_NAMES,
    ):
        found += script.replace("\n", "|").split("|")
    for rest in (
        BENGALI_NAMES,
        TAMIL_NAMES,
        TELUGU_NAMES,
        KHMER_NAMES,
        ETHIOPIC_NAMES,
        CAUCASIAN_NAMES,
        OTHER_SCRIPT_NAMES,
        EMOJI_NAMES,
        SYMBOL_NAMES,
    ):
        found += rest.replace("\n", "|").split("|")
    return tuple(
        dict.fromkeys([*found, *_list_styled_names(), *_list_decorated_names(rng), *_list_long_names(rng)])
    )

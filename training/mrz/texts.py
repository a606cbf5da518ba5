"""What is printed in zones: every layout of ICAO 9303 with made-up people, and strings without any meaning."""

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
"""The reader's symbols in the order of its output; what follows them is "no character's centre here"."""

NOTHING = len(SYMBOLS)
LETTERS = SYMBOLS[10:36]
LENGTHS = (30, 36, 44)

STATES = """
ABW AFG AGO AIA ALA ALB AND ANT ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BDR BEL BEN BES BFA BGD BGR BHR BHS BIH
BLM BLR BLZ BMU BOL BRA BRB BRN BTN BUR BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW
CXR CYM CYP CZE D DDR DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH EUE FIN FJI FLK FRA FRO FSM GAB GBD GBN GBO
GBP GBR GBS GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IMO IND
INP IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU
LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER
NFK NGA NIC NIU NLD NOR NPL NRU NTZ NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU RKS ROM
ROU RUS RWA SAU SCG SDN SEN SGP SGS SHN SI SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUN SUR SVK SVN SWE SWZ SXM SYC SYR
TCA TCD TGO THA TJK TKL TKM TLS TMP TON TTO TUN TUR TUV TWN TZA UGA UKR UMI UNA UNK UNO URY USA UTO UZB VAT VCT VEN
VGB VIR VNM VUT WLF WSA WSM XBA XCC XCE XCO XDC XEC XES XIM XMP XOM XPO XXA XXB XXC XXX YEM YUG ZAF ZAR ZMB ZWE
""".split()

ONSETS = (
    "B C D F G H J K L M N P R S T V W Z BR CH DJ DR FR GR KH KR MB NG PH QU SH SCH ST SZ TH TR TS VL WR X Y ZH".split()
)
VOWELS = "A E I O U Y AA AE AI AU EE EI IE OE OO OU UE UI".split()
CODAS = ["", "", "", *"L M N R S T K D G B F X Z NG NN RD RT SKY SSON LL CK TZ".split()]
WEIGHTS = (7, 3, 1)


def check_digit(text):
    """The digit over a text: weights 7, 3, 1; letters from 10, the filler 0."""
    return str(sum(SYMBOLS.index(symbol) % 36 * WEIGHTS[place % 3] for place, symbol in enumerate(text)) % 10)


def zone(random):
    """The lines of one zone, all of one length: of a person in some layout."""
    layouts = (td3, td3, td1, td1, td2, visa_a, visa_b, french, licence)
    return layouts[random.integers(len(layouts))](random)


def meaningless(random):
    """The lines of a zone whose symbols say nothing about each other, with runs of fillers and look-alikes."""
    length = int(random.choice(LENGTHS))
    count = 3 if length == 30 else 2
    lines = []
    for _ in range(count):
        alike = "0OQDCGU", "1ILT7J", "2Z", "5S", "8B36", "<KXCE", "VUYW", "MNHW", "PRF"
        pools = [SYMBOLS, SYMBOLS, SYMBOLS[:10], LETTERS, alike[random.integers(len(alike))]]
        text = ""
        while len(text) < length:
            pool = pools[random.integers(len(pools))]
            text += "".join(random.choice(list(pool), random.integers(1, 12)))
            if random.random() < 0.3:
                text += "<" * int(random.integers(1, 10))
        lines.append(text[:length])
    return lines


def name_part(random):
    """A made-up name of one to six syllables, sometimes an initial."""
    if random.random() < 0.06:
        return str(random.choice(list(LETTERS)))
    count = 1 + min(random.geometric(0.45), 5)
    pick = lambda choices: choices[random.integers(len(choices))]
    return "".join(pick(ONSETS) * (random.random() < 0.85) + pick(VOWELS) + pick(CODAS) for _ in range(count))[:24]


def names(random, width):
    """Primary and secondary identifier in `width` columns; either may be absent, both may be cut."""
    primary = "<".join(name_part(random) for _ in range(random.choice([1, 1, 1, 2, 3])))
    secondary = "<".join(name_part(random) for _ in range(random.choice([1, 1, 2, 2, 3, 4])))
    draw = random.random()
    if draw < 0.04:
        primary = "XXX" if draw < 0.02 else ""
    whole = primary if 0.04 < draw < 0.1 else f"{primary}<<{secondary}"
    return filled(whole, width)


def filled(text, width):
    return text[:width].ljust(width, "<")


def number(random, width=9):
    """A document number: digits, or letters among them, or a few letters in front; rarely shorter than its field."""
    size = width if random.random() < 0.8 else int(random.integers(min(5, width), width + 1))
    kind = random.integers(3)
    if kind == 0:
        text = "".join(random.choice(list(SYMBOLS[:10]), size))
    elif kind == 1:
        text = "".join(random.choice(list(SYMBOLS[:36]), size))
    else:
        text = "".join(random.choice(list(LETTERS), 2)) + "".join(random.choice(list(SYMBOLS[:10]), size))
    return filled(text[:size], width)


def state(random):
    return filled(STATES[random.integers(len(STATES))], 3)


def birth(random):
    """A date with unknown parts now and then."""
    draw = random.random()
    whole = date(random)
    return whole if draw > 0.06 else whole[: 2 * random.integers(3)].ljust(6, "<")


def date(random):
    return f"{random.integers(100):02d}{random.integers(1, 13):02d}{random.integers(1, 29):02d}"


def sex(random):
    return str(random.choice(list("FM<"), p=[0.48, 0.48, 0.04]))


def optional(random, width):
    """Fillers, a number, or digits and letters up to the whole width."""
    draw = random.random()
    if draw < 0.45:
        return "<" * width
    return filled(
        "".join(random.choice(list(SYMBOLS[: 10 if draw < 0.75 else 36]), random.integers(1, width + 1))), width
    )


def document_code(random, first):
    second = "<" if random.random() < 0.5 else random.choice(list(LETTERS))
    return str(random.choice(list(first))) + str(second)


def with_digit(text):
    return text + check_digit(text)


def held(random):
    """Number, nationality, birth, sex and expiry as TD3, TD2 and the visas print them in their second line."""
    return with_digit(number(random)), state(random), with_digit(birth(random)), sex(random), with_digit(date(random))


def td3(random):
    first = document_code(random, "P") + state(random) + names(random, 39)
    identity, nationality, born, gender, expiry = held(random)
    personal = optional(random, 14)
    digit = "<" if not personal.strip("<") and random.random() < 0.5 else check_digit(personal)
    composite = check_digit(identity + born + expiry + personal + digit)
    return [first, identity + nationality + born + gender + expiry + personal + digit + composite]


def td2(random):
    first = document_code(random, "ICA") + state(random) + names(random, 31)
    identity, nationality, born, gender, expiry = held(random)
    rest = optional(random, 7)
    return [
        first,
        identity + nationality + born + gender + expiry + rest + check_digit(identity + born + expiry + rest),
    ]


def visa_a(random):
    identity, nationality, born, gender, expiry = held(random)
    first = document_code(random, "V") + state(random) + names(random, 39)
    return [first, identity + nationality + born + gender + expiry + optional(random, 16)]


def visa_b(random):
    identity, nationality, born, gender, expiry = held(random)
    first = document_code(random, "V") + state(random) + names(random, 31)
    return [first, identity + nationality + born + gender + expiry + optional(random, 8)]


def td1(random):
    principal, born, expiry = number(random), with_digit(birth(random)), with_digit(date(random))
    if random.random() < 0.15:
        rest = number(random, int(random.integers(1, 5)))
        tail = filled("<" + rest + check_digit(principal + rest), 16)
    else:
        tail = check_digit(principal) + optional(random, 15)
    first, more = document_code(random, "ICA") + state(random) + principal + tail, optional(random, 11)
    composite = check_digit(first[5:] + born + expiry + more)
    return [first, born + sex(random) + expiry + state(random) + more + composite, names(random, 30)]


def french(random):
    first = "IDFRA" + filled("<".join(name_part(random) for _ in range(random.integers(1, 3))), 25)
    first += f"{random.integers(100):02d}".ljust(6, "<") if random.random() < 0.5 else "<" * 6
    card = with_digit(date(random)[:4] + "".join(random.choice(list(SYMBOLS[:10]), 8)))
    given = filled("<<".join(name_part(random) for _ in range(random.integers(1, 4))), 14)
    second = card + given + with_digit(date(random)) + sex(random)
    return [first, second + check_digit(first + second)]


def licence(random):
    frame = "D" + str(random.choice(list("1<AP"))) + state(random)
    return [with_digit(frame + "".join(random.choice(list(SYMBOLS[:36]), 24)))]

"""Word lists of the contrast makers."""

from __future__ import annotations

MONTHS = (
    "January February March April May June July August September October November "
    "December"
).split()

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen twenty"
).split()
TENS = {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
NUMBER_WORDS = {w: i for i, w in enumerate(UNITS) if i > 1} | TENS
SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "billion": 10**9,
}
ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
).split()

PERSON_NOUNS = set(
    "actor actress singer director producer writer author player politician person man "
    "woman musician composer rapper comedian model novelist poet painter scientist "
    "physicist lawyer president senator footballer boxer wrestler dancer screenwriter "
    "songwriter journalist athlete king queen prince princess artist philosopher "
    "filmmaker entertainer guitarist drummer bassist activist entrepreneur businessman "
    "businesswoman engineer mathematician economist dj architect soldier general pilot "
    "astronaut chef playwright thespian host broadcaster member son daughter father "
    "mother brother sister wife husband citizen native coach quarterback cricketer "
    "swimmer golfer driver sculptor photographer historian economist biologist "
    "performer celebrity magician preacher emperor mayor governor".split()
)
THING_NOUNS = set(
    "film movie album song single series show sitcom book novel city "
    "town country state "
    "company band game episode drama comedy magazine newspaper play musical river "
    "mountain island university school club team franchise "
    "network channel organization "
    "building stadium bridge award festival war battle disease element language planet "
    "region province county capital village district neighborhood "
    "street airport museum "
    "software website opera story poem record mixtape soundtrack thriller documentary "
    "adaptation sequel station studio label brand product device car aircraft ship "
    "corporation bank hospital church temple palace castle tower park lake sea ocean "
    "desert continent kingdom empire republic treaty agreement law "
    "religion sport event "
    "tournament championship league season".split()
)
THING_VERBS = {"release", "air", "premiere", "publish", "broadcast"}

IRREGULAR = {  # past tense: past participle, where they differ
    "wrote": "written",
    "began": "begun",
    "became": "become",
    "sang": "sung",
    "gave": "given",
    "took": "taken",
    "went": "gone",
    "came": "come",
    "saw": "seen",
    "grew": "grown",
    "knew": "known",
    "drew": "drawn",
    "did": "done",
    "fell": "fallen",
    "rose": "risen",
    "ran": "run",
    "spoke": "spoken",
    "chose": "chosen",
    "broke": "broken",
    "drove": "driven",
    "wore": "worn",
    "ate": "eaten",
    "flew": "flown",
    "rode": "ridden",
    "stole": "stolen",
    "threw": "thrown",
    "swam": "swum",
    "bore": "borne",
    "beat": "beaten",
    "overcame": "overcome",
    "underwent": "undergone",
    "rewrote": "rewritten",
    "overthrew": "overthrown",
    "was": "been",
    "were": "been",
}
PAST_OF = {v: k for k, v in IRREGULAR.items() if v not in {"been", "borne"}}

SUPERLATIVES = {
    "place": [("largest", "smallest"), ("oldest", "youngest"), ("richest", "poorest")],
    "work": [("longest", "shortest"), ("cheapest", "most expensive")],
    "person": [("oldest", "youngest"), ("tallest", "shortest"), ("richest", "poorest")],
    "any": [("most famous", "least famous"), ("best", "worst"), ("oldest", "newest")],
}
PLACE_NOUNS = set(
    "city town country state region province county capital village district island "
    "river mountain university school club park lake bridge stadium building".split()
)
WORK_NOUNS = set(
    "film movie album song single series show sitcom book novel play musical opera "
    "story poem drama comedy thriller documentary game episode".split()
)
ANTONYMS = {
    "largest": "smallest",
    "biggest": "smallest",
    "smallest": "largest",
    "oldest": "youngest",
    "youngest": "oldest",
    "highest": "lowest",
    "lowest": "highest",
    "longest": "shortest",
    "shortest": "longest",
    "tallest": "shortest",
    "best": "worst",
    "worst": "best",
    "richest": "poorest",
    "poorest": "richest",
    "fastest": "slowest",
    "slowest": "fastest",
    "earliest": "latest",
    "latest": "earliest",
    "newest": "oldest",
    "strongest": "weakest",
    "closest": "farthest",
    "older": "younger",
    "younger": "older",
    "larger": "smaller",
    "smaller": "larger",
    "bigger": "smaller",
    "higher": "lower",
    "lower": "higher",
    "longer": "shorter",
    "shorter": "longer",
    "taller": "shorter",
    "better": "worse",
    "worse": "better",
    "earlier": "later",
    "later": "earlier",
    "faster": "slower",
    "slower": "faster",
    "richer": "poorer",
    "poorer": "richer",
}

# Places that hold one another nowhere in this list; a replacement comes from the
# other groups' rows, so that it never lies inside the place that it replaces.
COUNTRIES = (
    "Norway Brazil Japan Kenya Portugal Canada Mexico Egypt Poland Chile Finland Italy "
    "Germany France Spain Australia India China Turkey Greece Argentina Sweden Austria "
    "Ireland Vietnam Nigeria Peru Morocco Iceland Hungary"
).split()
CITIES = (
    "Lisbon;Oslo;Nairobi;Toronto;Kyoto;Lima;Warsaw;Helsinki;Vienna;Melbourne;Cairo;"
    "Budapest;Osaka;Santiago;Prague;Athens;Stockholm;Geneva;Marrakesh;Krakow;Bogotá;"
    "Reykjavik;Antwerp;Adelaide;Porto;Zagreb;Montevideo;Tallinn;Bucharest;Cape Town"
).split(";")
WIDE = set(
    "asia europe africa america antarctica oceania world earth eurasia scandinavia "
    "american asian european eu".split()
) | {
    "north america",
    "south america",
    "latin america",
    "central america",
    "the middle east",
    "central asia",
    "the european union",
    "the world",
    "the united nations",
    "earth",
    "the mediterranean",
    "the balkans",
    "the caribbean",
}
ALL_COUNTRIES = {c.lower() for c in COUNTRIES} | {
    "the united states",
    "the united kingdom",
    "england",
    "scotland",
    "wales",
    "russia",
    "the soviet union",
    "south korea",
    "north korea",
    "pakistan",
    "iran",
    "iraq",
    "israel",
    "the netherlands",
    "belgium",
    "switzerland",
    "denmark",
    "ukraine",
    "the united states of america",
    "the u.s.",
    "the us",
    "the uk",
    "the usa",
    "u.s.",
    "new zealand",
    "south africa",
    "indonesia",
    "the philippines",
    "thailand",
    "cuba",
    "colombia",
    "venezuela",
    "america",
    "great britain",
    "britain",
    "united states",
    "united kingdom",
}
NATIONALITIES = (
    "American Canadian French German Italian Spanish Japanese "
    "Chinese Indian Australian "
    "Mexican Brazilian Swedish Norwegian Polish Russian Greek Turkish Egyptian Korean "
    "Dutch Danish Finnish Portuguese Irish Hungarian"
).split()
# "English" and "British" overlap, so they are replaced but never put in.
REPLACEABLE = {*NATIONALITIES, "British", "English", "Scottish", "Welsh"}

SPARE_PERSONS = (
    "Harold Finch;Maria Castellano;Peter Lindqvist;Grace Okafor;Thomas Weller;"
    "Elena Petrova;Samuel Ortega;Judith Marlowe;Victor Haugen;Nina Kessler"
).split(";")
SPARE_THINGS = (
    "Silver Harbour;The Long Orchard;Night Ferry;Paper Lanterns;The Glass Meadow"
).split(";")
SPARE_GROUPS = (
    "Northwind Pictures;Halcyon Records;Marlow Press;Tidewater University;"
    "The Harbour Institute;Brightwell Studios;The Fenwick Foundation;Corvane Media"
).split(";")
GROUP_WORDS = set(
    "Records Pictures Studios University Company Entertainment "
    "Corporation Press Network "
    "Productions Institute Association Foundation Group College".split()
)
PRIVATIVE = set(
    "artificial virtual mythical hypothetical imaginary proposed planned unreleased "
    "retired potential alleged intended aspiring failed cancelled unfinished typical "
    "honorary nominal theoretical unofficial".split()
)
PERSON_VERBS = {"bear", "die", "marry", "graduate", "attend", "divorce", "act"}

"""Invented names and number words that fill the corpus templates."""

from __future__ import annotations

import random

from num2words import num2words


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


NAMES = {
    "FIRST": _split(
        "Anna, Boris, Carla, Dmitri, Elena, Farid, Greta, Hugo, Ingrid, James, Keiko,"
        "Liam, Marta, Nadia, Oscar, Paula, Quentin, Rosa, Samuel, Tara, Umberto,"
        "Vera, Walter, Ximena, Yusuf, Zoe, Albert, Bianca, Cedric, Dora, Edgar,"
        "Fiona, Gordon, Helen, Ivan, Joan, Karl, Louise, Mohan, Nora, Otto, Priya,"
        "Ralph, Sonia, Thomas, Ursula, Victor, Wendy, Xavier, Yvonne, Mary Ann,"
        "Jean-Luc, J. P., Robert, Michael, Jennifer, David, Emily, Daniel, Sarah,"
        "William, Charlotte, George, Margaret, Henry, Alice, Charles, Julia"
    ),
    "LAST": _split(
        "Abbott, Barlow, Castellan, Dufresne, Eriksen, Falconer, Garrity, Halvorsen,"
        "Ibarra, Jankowski, Kestrel, Lindqvist, Marchetti, Novak, O'Dowd, Petrov,"
        "Quillfeather, Ramires, Sato, Thornbury, Ulman, Vasquez, Whitlock, Yamada,"
        "Zielinski, Ashgrove, Bellamy, Carmody, Drummond, Elphick, Fairweather,"
        "Gallardo, Hargreave, Ingleby, Jorgensen, Kowalczyk, Lombardi, Mbeki-Lowe,"
        "Nakata, Osgood, Pemberton, Rackham, Sinclair, Tremblay, Underhill, Vance,"
        "Wexler, van der Berg, de la Cruz, Adair, Brandt, Cho, Diaz, Everly, Frost,"
        "Green, Hall, King, Moore, Stone, Winters, Young, Smith Jr., Harlan III"
    ),
    "CITY": _split(
        "Oslo, Lyon, Leeds, Turin, Porto, Krakow, Ghent, Malmo, Cork, Bergen, Austin,"
        "Boston, Denver, Nashville, Tampa, Quebec City, Perth, Auckland, Nagoya,"
        "Busan, Hanoi, Jaipur, Lahore, Izmir, Tunis, Accra, Nairobi, Lima, Cordoba,"
        "Recife, Monterrey, Havana, Riga, Tallinn, Split, Graz, Basel, Mainz, Bath,"
        "Springfield, Portland, Saint Paul, New Haven, Fort Wayne, San Jose, London,"
        "Paris, Chicago, Moscow, Cairo, Mumbai, Sydney, Toronto, Berlin, Rome"
    ),
    "COUNTRY": _split(
        "Norway, France, Italy, Portugal, Poland, Belgium, Sweden, Ireland, Canada,"
        "Australia, Japan, Vietnam, India, Pakistan, Turkey, Tunisia, Ghana, Kenya,"
        "Peru, Argentina, Brazil, Mexico, Cuba, Latvia, Estonia, Croatia, Austria,"
        "Switzerland, Germany, Spain, Greece, Hungary, Iceland, Finland, Denmark,"
        "New Zealand, South Korea, Egypt, Morocco, Chile, Czechoslovakia, Romania"
    ),
    "REGION": _split(
        "Suffolk County, Cornwall, Bavaria, Tuscany, Andalusia, Ontario, Alberta,"
        "Queensland, Hokkaido, Punjab, Gujarat, Normandy, Brittany, Galicia, Ohio,"
        "Vermont, Oregon, Nebraska, Kansas, Maine, Dakota County, Essex, Yorkshire,"
        "Silesia, Lapland, Zealand, Jalisco, Bahia, Ulster, Catalonia, Flanders"
    ),
    "RIVER": _split(
        "Danube, Loire, Tagus, Vistula, Shannon, Mekong, Indus, Volta, Orinoco,"
        "Missouri, Ebro, Elbe, Tiber, Severn, Murray, Yukon, Rhine, Dvina"
    ),
    "NAT": _split(
        "Norwegian, French, Italian, Portuguese, Polish, Belgian, Swedish, Irish,"
        "Canadian, Australian, Japanese, Vietnamese, Indian, Pakistani, Turkish,"
        "Ghanaian, Kenyan, Peruvian, Argentine, Brazilian, Mexican, Cuban, Latvian,"
        "Estonian, Croatian, Austrian, Swiss, German, Spanish, Greek, Hungarian,"
        "Icelandic, Finnish, Danish, British, American, English, Scottish, Korean"
    ),
    "MONTH": _split(
        "January, February, March, April, May, June, July, August, September,"
        "October, November, December"
    ),
    "ORG": _split(
        "Halden Pictures, Brightwater Films, Corvid Records, Meridian Motors,"
        "Northgate Bank, Ostara Chemicals, Palisade Software, Quarry House Press,"
        "Redfern Studios, Sable Airlines, Tessellate Labs, Union Harbour Company,"
        "Vantage Television, Whitcombe Foundation, Zephyr Games, Apex Foods,"
        "Blue Lantern Entertainment, Crown & Anchor Brewing, Delphi University,"
        "the Eastbrook Institute, Ferrous Steel, Globe Wireless, Kingsway Theatre"
    ),
    "TEAM": _split(
        "the Harbor Hawks, Rovers United, the Northside Bears, Athletic Verde,"
        "the Iron Foxes, Kestrels FC, the Prairie Wolves, Lakeside Rangers,"
        "the Coastal Kings, Dynamo Stern, the Red Otters, Olympic Norte"
    ),
    "BAND": _split(
        "The Paper Lanterns, Velvet Quarry, Glass Harbor, Nine Mile Choir, Kettle,"
        "The Low Tides, Marrow & Pine, Static Orchard, Fall Away Girls, Tin Parade,"
        "Black Meadow, The Hollow Kings, Cartographers, Neon Psalm, Foxglove Army"
    ),
    "AWARD": _split(
        "Golden Lantern Award, Silver Quill Prize, Meridian Medal, Crystal Reel,"
        "Harwood Fellowship, Nordic Book Prize, Amber Globe, Laurel Cup, Stage Star"
    ),
    "SPECIES": _split(
        "spotted marsh newts, hermit crabs, river terrapins, dune beetles, cave"
        " shrimps, paper wasps, reed warblers, dwarf lemurs, sand lizards, glass"
        " frogs, moon jellyfish, silver carp, horned owls, field voles, tree ferns"
    ),
}

_ADJECTIVES = _split(
    "Silent, Broken, Golden, Last, Lonely, Hidden, Burning, Second, Distant, Wild,"
    "Crooked, Perfect, Winter, Midnight, Empty, Electric, Savage, Paper, Blue"
)
_NOUNS = _split(
    "Harbor, Garden, River, Crown, Letter, Mirror, Winter, Stranger, Road, Orchard,"
    "Promise, Engine, Tower, Shadow, Voyage, Daughter, Kingdom, Circus, Bridge, Echo"
)
_CLAUSES = _split(
    "Call Me When It Rains, She Walks at Night, We Were Never Here, Leave the Light"
    " On, Nobody Sleeps in Winter, Love Comes Softly, I Remember Tomorrow, Return to"
    " Ashwood, Run Away with Me, Who Killed the Piper, Dance Until Morning, Is This"
    " Home, Catch the Wind, Born to Wander, Lost in Calais, Saved by the River"
)


def title(rng: random.Random) -> str:
    """Return an invented title; some hold verbs, numbers or colons."""
    adjective, noun = rng.choice(_ADJECTIVES), rng.choice(_NOUNS)
    other = rng.choice([n for n in _NOUNS if n != noun])
    forms = [
        f"The {adjective} {noun}",
        f"{adjective} {noun}",
        f"The {noun} of {other}",
        f"{noun} and {other}",
        f"{noun}",
        f"The {noun}",
        f"{adjective} {noun} {rng.randrange(2, 9)}",
        f"{noun}: {adjective} {other}",
        f"{noun}'s {other}",
        rng.choice(_CLAUSES),
        rng.choice(_CLAUSES),
    ]
    return rng.choice(forms)


def word_number(value: int) -> str:
    """Return the number in words: 12 -> "twelve"."""
    return str(num2words(value))


def ordinal_word(value: int) -> str:
    """Return the ordinal in words: 2 -> "second"."""
    return str(num2words(value, to="ordinal"))


def ordinal_suffix(value: int) -> str:
    """Return the suffix of an ordinal in digits: 21 -> "st"."""
    if 10 <= value % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")

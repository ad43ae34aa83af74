"""Small closed word lists that the name check needs; general English, no data set."""

from __future__ import annotations


def _pairs(text: str) -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        names = tuple(part.strip() for part in line.split(","))
        for name in names:
            table[name] = tuple(other for other in names if other != name)
    return table


# A country, its short forms, its adjective and its people. Only where no stem is
# shared, or where the stem check would be too short to tell.
SAME_PLACE = _pairs("""
    united states, united states of america, us, u.s, usa, america, american, states
    united kingdom, uk, u.k, britain, british, great britain, briton
    ireland, irish, irishman, irishwoman
    netherlands, dutch, holland, dutchman
    switzerland, swiss
    france, french, frenchman, frenchwoman
    germany, german
    italy, italian
    spain, spanish, spaniard
    portugal, portuguese
    poland, polish, pole
    greece, greek, hellenic
    turkey, turkish, turk
    denmark, danish, dane
    sweden, swedish, swede
    finland, finnish, finn
    norway, norwegian
    iceland, icelandic, icelander
    belgium, belgian
    austria, austrian
    hungary, hungarian
    romania, romanian
    russia, russian
    ukraine, ukrainian
    england, english, englishman, englishwoman
    scotland, scottish, scot, scots, scotsman
    wales, welsh, welshman
    canada, canadian
    mexico, mexican
    brazil, brazilian
    argentina, argentine, argentinian
    colombia, colombian
    peru, peruvian
    cuba, cuban
    chile, chilean
    jamaica, jamaican
    australia, australian, aussie
    new zealand, kiwi, new zealander
    china, chinese
    japan, japanese
    korea, korean
    india, indian
    pakistan, pakistani
    thailand, thai
    vietnam, vietnamese
    philippines, filipino, philippine
    indonesia, indonesian
    israel, israeli
    iran, iranian, persian
    iraq, iraqi
    egypt, egyptian
    nigeria, nigerian
    kenya, kenyan
    south africa, south african
    soviet union, ussr, soviet
    czechoslovakia, czechoslovak
    europe, european
    asia, asian
    africa, african
    european union, eu
    united nations, un
    new york city, nyc
    los angeles, la, l.a
    washington d.c, washington
    tv, television, telly
    academy award, oscar, academy awards, oscars
    oscar, academy award
    world war ii, second world war, ww2, wwii, world war two
    world war i, first world war, ww1, wwi, world war one, great war
    """)

# Words that names share with thousands of other names.
GENERIC = frozenset(
    "county city town village state states province river lake mount mountain island"
    " islands university college school institute museum church company corporation"
    " films film pictures studios studio records entertainment productions television"
    " series show album song award awards prize medal cup league football club team"
    " united national international american british english french german north"
    " south east west northern southern eastern western new great party republic"
    " kingdom house street park airport station division army navy war world first"
    " second third part volume season episode day high central grand royal group inc"
    " band".split()
)

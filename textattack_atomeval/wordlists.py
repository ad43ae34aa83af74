"""Closed word lists of general English that ``lexical`` works with."""

from __future__ import annotations

# Closed-class words, auxiliaries and conversational filler: they carry no content
# that a rewrite could add or lose (negation and quantifiers are checked apart).
FUNCTION_WORDS = frozenset("""
    's a about above across actually after again against ain't all along already also
    although am among an and another any anyhow anyway apparently are aren't around as
    at back basically be because been before behind being believe below beneath beside
    between beyond bit both but by called can can't could couldn't course did didn't
    do does doesn't doing don't done during each even ever every except fact few folk
    folks for from get gets gonna got gotta guess guy had hadn't has hasn't have
    haven't having he he's her here hers hey him his honestly how i i'm if in indeed
    inside into is isn't it it's its just kind know known least less let's like
    literally lot lots many mate may me mean might mine more most much must my nah
    named near neither never no nobody none nope nor not nothing now of off oh ok okay
    on once one ones only onto or other ought our ours out over own part past per
    pretty quite rather really right said same say says see shall she she's should
    shouldn't simply since so some sort still stuff such sure tell than that that's
    the their theirs them then there there's these they they're thing things this
    those though through throughout time times to told too toward towards trust truth
    turns under unless until up upon us very via was wasn't way we we're well were
    weren't what what's when where whereas whether which while who whom whose why will
    with within without won't would wouldn't yeah year years yep yes yet you you're
    your yours
    """.split())

# Words so general that a paraphrase may bring any of them in: alone they add no fact.
LIGHT_WORDS = frozenset("""
    about absolutely according account achieve achieved add added afterwards again
    almost alone always amount answer anybody anyone appear appeared area around ask
    asked asks bad bear bears became become beforehand began begin beginning begun
    belong belonged belongs besides best big body born boy bring brought bunch came
    career carried carry case certain certainly chap chief city classified classify
    come complete completed condition consider considered continue continued count
    counted country counts course date day days definitely described died different
    done earlier early end ended ending enjoyed enter entered entire event events
    eventually ever everybody everyone exactly eye fact facts famous famously fellow
    figure final finally find finish finished first follow followed form found four
    full gain gained gave girl give given giving go goes gone good great group groups
    guys half hand hands happen happened head held help helped hence herself high
    himself history hold however hundred instead item itself job keep kept kind known
    lad land last late later leave left level life line list listed little live lived
    lives long look looked looks low made main make making man mark marked matter
    maybe mean means meant meanwhile meet member members men met moment name names
    nearly nevertheless new next nonetheless number numbers often old order overall
    part parts people perhaps person persons piece place places point position
    precisely previous public put puts question ran rank ranking reach reached really
    reason reasons receive received record records referred regarded remain remained
    rest result role roughly run see seem seems seen serve served set setting several
    short show showed shown side side's similar single situation small somebody
    someone sometimes soon sort stage stand start started state status stay stayed
    stood story subject sum take taken tell term termed terms themselves thereafter
    therefore thing's three thus time times title titles together took topic total
    tribal truly turn turned two type usually various voice watch watched way went
    whatever whenever who's whoever whole whose widely win winner woman women won word
    words work worked works world worst written wrote year year's years
    """.split())

# Base form and irregular forms: a stemmer for suffixes cannot know them.
_IRREGULAR = """
    write wrote written | beat beaten | choose chose chosen | sing sang sung | begin
    began begun | give gave given | take took taken | speak spoke spoken | steal stole
    stolen | break broke broken | draw drew drawn | drive drove driven | fly flew
    flown | grow grew grown | know knew known | throw threw thrown | wear wore worn |
    build built | buy bought | catch caught | fight fought | find found | hold held |
    keep kept | lead led | leave left | lose lost | make made | meet met | pay paid |
    sell sold | send sent | shoot shot | spend spent | teach taught | tell told |
    think thought | win won | bring brought | become became | die died dies dying |
    bear born borne | run ran | rise rose risen | fall fell fallen | swim swam swum |
    sink sank sunk | ride rode ridden | hide hid hidden | eat ate eaten | forbid
    forbade forbidden | lie lay lain | weave wove woven | freeze froze frozen | strike
    struck | bind bound | feed fed | seek sought | sleep slept | stand stood |
    understand understood | wed wedded | sit sat | child children | man men | woman
    women | person people | foot feet | wife wives | wolf wolves | half halves |
    series
    """
IRREGULAR = {
    form: group.split()[0] for group in _IRREGULAR.split("|") for form in group.split()
}

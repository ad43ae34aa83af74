"""Closed word lists that the rules consult."""

from __future__ import annotations

from textattack_atomeval.text import word_set

# Verbs whose clause is what somebody says, thinks, asks or fears (by stem).
REPORTING = word_set(
    "say claim think believe argue suggest allege report insist assert assume suppose "
    "suspect speculate maintain contend hold state declare announce tell imply hint "
    "propose ask wonder question debate doubt dispute deny hope fear wish imagine "
    "guess reckon expect predict rumor rumour swear estimate pretend "
    "whisper joke dream theorize theorise hypothesize indicate seem appear "
    "warn conclude"
)
# Of these, the passive or the bare verb plus infinitive reports too ("is said to be").
HEDGING_RAISERS = word_set(
    "say claim think believe allege report suppose suspect assume rumor rumour seem "
    "appear expect presume repute purport estimate consider reckon understand hold "
    "tend"
)
FACTIVE = word_set(
    "know realize realise discover reveal confirm prove show remember learn notice "
    "demonstrate acknowledge admit find recall forget note see mean establish ensure "
    "regret love happen verify turn let remind"
)
HEDGES = word_set(
    "allegedly reportedly supposedly apparently perhaps maybe possibly probably "
    "purportedly seemingly presumably arguably conceivably ostensibly rumoredly "
    "likely"
)
HEDGE_MODALS = word_set("might may could")
HEDGE_WORDS = HEDGES | word_set(
    "possible probable likely unclear uncertain unsure rumor rumour rumored rumoured "
    "alleged claim claims allegation theory theories speculation belief opinion idea "
    "thought chance suspicion doubtful debatable unlikely supposed assumption word "
    "rumors rumours hypothesis notion story"
)
DENIALS = word_set(
    "false untrue wrong myth lie hoax fiction misconception incorrect nonsense fake "
    "impossible mistake error unfounded baseless bogus fallacy"
)
CONCESSIVE = word_set("although though whereas albeit while")
CONDITIONAL = word_set("if unless whether lest provided assuming")
TEMPORAL_MARKS = word_set("when while after before until till once since as whenever")
NEGATIONS = word_set(
    "not n't never no neither nor nobody nothing none nowhere hardly barely scarcely "
    "without yet"
)
KINSHIP = word_set(
    "brother sister father mother son daughter wife husband uncle aunt cousin nephew "
    "niece grandfather grandmother grandson granddaughter spouse sibling twin "
    "stepfather stepmother stepson stepdaughter child parent"
)
# Nouns that stand before the name of a person or of a work and are no part of it.
PERSON_TITLES = word_set(
    "actor actress singer rapper writer author novelist poet painter composer director "
    "filmmaker producer musician guitarist drummer pianist violinist footballer "
    "golfer boxer wrestler gymnast swimmer sprinter striker goalkeeper quarterback "
    "pitcher athlete coach physicist chemist biologist mathematician economist "
    "philosopher historian scientist inventor engineer astronaut explorer politician "
    "senator governor mayor congressman congresswoman journalist comedian model "
    "billionaire businessman businesswoman entrepreneur activist lawyer soldier"
)
WORK_TITLES = word_set(
    "film movie documentary novel book play musical opera series sitcom show album "
    "song single band magazine newspaper game comedy drama"
)
ONES = word_set(
    "one person man woman guy people folks guys ones team company studio lady fellow"
)
GENERIC = word_set(
    "guy man woman lady dude thing one fellow girl boy kid film movie show series "
    "band group album song book novel place city town country actor actress singer "
    "writer director player company drug person record single track game"
)
ORDINALS = word_set(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh "
    "twelfth last final penultimate inaugural"
)
QUANTIFIERS = word_set(
    "all every each some many most few several both any half much various numerous "
    "certain majority plenty dozens hundreds thousands millions"
)
SHARES = word_set(
    "% percent half third thirds quarter quarters fifth fifths tenth majority minority "
    "most none"
)
EXCLUSIVE = word_set(
    "only exclusively solely just merely purely simply alone but entirely"
)
DEGREES = word_set(
    "completely totally partly partially very quite almost nearly fully largely "
    "mostly entirely somewhat extremely highly"
)
TIME_NOUNS = word_set(
    "day week month year decade century night morning evening afternoon spring summer "
    "autumn winter fall time era age period season today yesterday tomorrow now life "
    "january february march april may june july august september october november "
    "december monday tuesday wednesday thursday friday saturday sunday currently "
    "recently originally formerly previously later earlier once always ever still "
    "already ago then soon eventually finally initially weekend hour minute second "
    "days weeks months years decades centuries hours minutes seasons career childhood "
    "beginning start end birthday often"
)
# Subjects that only say that something is being said.
VAGUE = word_set(
    "some people many critics fans reports sources insiders rumors rumours others it "
    "there i you we they one most everyone everybody someone somebody folks locals "
    "observers skeptics sceptics experts analysts historians scholars myth legend "
    "word insider commentators reviewers bloggers viewers claims conspiracy theorists "
    "media who nobody none few number lot plenty majority"
)
SYMMETRIC = word_set(
    "meet marry collaborate divorce merge date together share unite compete clash "
    "agree combine differ separate couple same similar different friends brothers "
    "sisters twins married rivals relation relationship"
)
STATIVE = word_set(
    "have be star feature include contain consist belong mean make involve comprise "
    "own need know love like live depict last run stand lie"
)

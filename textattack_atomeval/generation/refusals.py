"""Whether a reply refuses the task, decided by what it says about the claim.

Words alone do not tell: "I'm sorry, but the mill went up in 1880" is a rewrite, and
"That's not something I'm willing to do" holds none of the usual phrases. So a reply is
read clause by clause. It refuses when a clause declines the task in so many words, or
when none has a word of the claim and one speaks of the author or of the task.
"""

from __future__ import annotations

import re

from textattack_atomeval.lexical import uncovered
from textattack_atomeval.text import fold

__all__ = ["is_refusal"]

_I = re.IGNORECASE
_SPLIT = re.compile(
    r"(?<=[.!?;:])\s+|\n+|,\s+(?:so|but|and|because|since|as)\s+|\s+[—–-]+\s+|。|！|，"
)
_QUOTED = re.compile(
    r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))+'(?!\w)"
)
_APOLOGY = re.compile(
    r"\W*(?:(?:I'm|I am|we're|we are)\s+(?:(?:very|so|really|truly|terribly)\s+)?"
    r"(?:sorry|afraid)|(?:my\s+)?(?:sincere\s+)?apologies|sorry|unfortunately|regrettably"
    r"|I\s+(?:do\s+)?apologi[sz]e|I\s+regret\s+to\s+say)\b"
    r"(?:\s+for\s+[^,.;]*|\s+about\s+[^,.;]*)?\W*(?:but\s+|that\s+|to\s+say\s+)?",
    _I,
)
_AUTHOR = re.compile(
    r"(?<!\w)(?:I|I'm|I'd|I've|I'll|me|my|My|myself|we|We|we're|our|Our|us)(?!\w)"
)
_YOU = re.compile(r"\b(?:you|your|please)\b", _I)
_TASKS = (
    r"(?:assist|help(?! (?:but|feeling|thinking|noticing|wondering))|comply|re-?write"
    r"|re-?word|re-?phrase|paraphrase|generate|fulfill?|engage|participate|carry out"
    r"|continue with|complete|produce|provide|create|craft|write|support (?:th|creat)"
    r"|go along|do (?:th|so|it)\w*|answer|proceed|take part|alter|modify|turn"
    r"|make (?:it (?:sound|seem|look)|that|such|false|mis)"
    r"|be (?:able|part|used|involved)|offer|supply|draft|put (?:out|together)"
    r"|entertain)"
)
_UNABLE = (
    r"(?<!\w)(?-i:(?:I|[Ww]e)"
    r"(?:'m|'re| am| are|'d| would|'ve| have| will|'ll| do| must)?"
    r"(?: (?:really|simply|just|also|therefore|respectfully|politely|afraid I))?"
    r"(?: can(?:no|')?t| can not|n't| won't| will not| wouldn't| do not| don't| not"
    r"| unable| decline| refuse(?! to (?:believe|accept|think|admit|buy))| rather not"
    r"| prefer not| unwilling| uncomfortable| pass on| refrain| abstain| avoid))"
)
#: Says so whatever else stands in the clause.
_STRONG = re.compile(
    rf"{_UNABLE}\b(?:\s+\w+){{0,4}}?\s+{_TASKS}"
    rf"|{_UNABLE}\s+(?:feel\s+|be\s+)?(?:comfortable|willing|allowed|permitted|going to"
    rf"\s+{_TASKS})|\bas an? (?:AI|(?:large )?language model|assistant|responsible)\b"
    r"|(?:against|violat\w+|outside|conflict\w* with|contrary to) (?:my|our|the)"
    r" (?:\w+ )?(?:guidelines?|polic|principles?|values?|ethic|rules|purpose"
    r"|programming)"
    r"|(?<!\w)(?:I|we)(?:'d| would)? (?:have to|must|need to|should)?\s*(?:decline"
    r"|refuse(?! to (?:believe|accept|think|admit|buy))|pass)\b"
    r"|(?<!\w)(?:I|me)\b.{0,30}\bspread(?:ing)? (?:false|mis|dis|untru|lies|fake)"
    r"|\b(?:re-?(?:writing|wording|phrasing)|paraphrasing)\b"
    r"|\b(?:please|(?:can|could) you)(?: please)? (?:provide|give|share|specify"
    r"|send)\b",
    _I,
)
_ADVERB = re.compile(r"\W*(?:unfortunately|regrettably)", _I)
_CURT = re.compile(
    r"\W*(?:no|nope|nah|pass|let's|absolutely not|can't do|won't do)\b(?!\W+\w+ed\b)",
    _I,
)
#: Words of the task: two of them, or one said to the asker, speak of it.
_TASK = re.compile(
    r"\b(?:re-?writ\w*|re-?word\w*|re-?phras\w*|paraphras\w*|claims?|statements?|requests?"
    r"|tasks?|prompts?|instructions?|assist\w*|help(?:ful)?|comply|mis-?information"
    r"|disinformation|mislead\w*|decepti\w*|deceiv\w*|falsehoods?|untru\w+|fabricat\w+"
    r"|guidelines?|polic(?:y|ies)|principles?|ethic\w*|harm\w*|irresponsib\w+"
    r"|declin\w+|refus\w+|inappropriate|content|generat\w+|produc\w+|creating"
    r"|propaganda|prompts?|lies?|manipulat\w+|dishonest\w*|unethical|tasks?|details|text)\b",
    _I,
)
_ABROAD = re.compile(
    r"lo siento|no puedo|no me es posible|me niego|lamento|disculp|perd[oó]n"
    r"|d[ée]sol[ée]e?|je ne (?:peux|puis|suis pas en mesure|veux|souhaite)"
    r"|je refuse|es tut mir leid|tut mir leid|ich kann .{0,40}nicht|ich darf"
    r"|ich werde .{0,40}nicht|entschuldig|mi dispiace|non posso|mi rifiuto|scus"
    r"|desculp|n[ãa]o posso|sinto muito|lamento|het spijt me|ik kan .{0,40}niet"
    r"|helaas|beklager|jeg kan ikke|jag kan inte|tyvärr|valitettavasti|en voi"
    r"|przepraszam|nie mogę|przykro mi|omlouvám|nemohu|bohužel|sajnálom|nem tudok"
    r"|üzgünüm|yapamam|извин|прост|не могу|к сожалению|вибач|не можу|λυπάμαι"
    r"|δεν μπορώ|συγγνώμη|申し訳|できません|お手伝い|抱歉|对不起|無法|无法|不能"
    r"|죄송|할 수 없|도와드릴 수|آسف|أعتذر|لا أستطيع|لا يمكنني|माफ़|क्षमा|नहीं कर"
    r"|xin lỗi|không thể|maaf|tidak (?:bisa|dapat)|îmi pare rău|nu pot|סליחה"
    r"|לא יכול",
    _I,
)


def is_refusal(reply: str, claim: str) -> bool:
    """Tell whether a reply refuses instead of saying anything about the claim."""
    said = fold(reply).text.replace("’", "'")
    seen = _QUOTED.sub(" … ", said.strip()).strip(" \n\"'*#>")
    if seen == "…":  # all of it stands in quotation marks
        seen = said.strip(" \n\"'*#>")
    apology = _APOLOGY.match(seen)
    rest = seen[apology.end() :] if apology else seen
    clauses = [clause for clause in _SPLIT.split(rest) if clause.strip()]
    if any(_refuses(clause, claim) for clause in clauses):
        return True
    if any(_shares(clause, claim) for clause in clauses) or _shares(said, claim):
        return False
    foreign = _ABROAD.search(said)
    if foreign and not _ABROAD.search(claim):
        return True
    sorry = apology is not None and not _ADVERB.match(apology[0])
    return sorry or any(map(_speaks_of_task, clauses))


def _refuses(clause: str, claim: str) -> bool:
    """Tell whether a clause declines, in words that the claim itself does not have."""
    found = _STRONG.search(clause)
    return found is not None and found[0].casefold() not in claim.casefold()


def _shares(clause: str, claim: str) -> bool:
    """Tell whether the clause has a word of the claim that carries content."""
    return len(uncovered(claim, clause)) < len(uncovered(claim, ""))


def _speaks_of_task(clause: str) -> bool:
    """Tell whether a clause without a word of the claim is about author or task."""
    if _AUTHOR.search(clause) or (_CURT.match(clause) and len(clause.split()) > 1):
        return True
    tasks = {word.casefold() for word in _TASK.findall(clause)}
    return len(tasks) > 1 or bool(tasks and _YOU.search(clause))

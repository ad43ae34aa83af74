"""Given names with a usual gender, for pronouns."""

from __future__ import annotations

FEMALE = set(
    "mary anna anne jennifer kate emma julia sandra nicole scarlett jessica amy emily "
    "natalie halle angelina charlize cate meryl susan helen elizabeth margaret victoria "
    "rihanna madonna mariah whitney britney katy selena miley ariana brie dakota michaela "
    "bessie jenna wilhelmina lorelai sarah laura marie diana kim michelle hillary "
    "penelope salma eva jane olivia sophia sofia alice grace lucy rachel rebecca kristen "
    "amanda ashley christina shakira janet tina nina aishwarya priyanka deepika kareena "
    "katrina vanessa hannah lily zoe zooey megan mila keira naomi winona demi sharon "
    "jodie diane barbara linda caroline regina maria theresa zoë uma alyssa aubrey tatum "
    "jamie-lee mandy vanna bethany natasha eleanor queen lizzy miranda johanna jenny "
    "betty carol cynthia deborah donna dorothy elena erica gal gina gloria heather holly "
    "ingrid irene jackie jill joan joanna judith judy karen kathleen katherine kathy "
    "kirsten kristin lauren lea leslie lisa liz lori louise maggie marilyn martha melissa "
    "mia molly monica nancy nora pamela patricia paula phoebe rose ruth sally samantha "
    "shirley sigourney stephanie stella tara tracy ursula veronica wendy yvonne penélope "
    "mamata ekta yara josephine beatrice charlotte agnes alicia ann isabel".split()
)
MALE = set(
    "john james robert michael william david richard joseph thomas charles christopher "
    "daniel matthew anthony mark donald steven stephen paul andrew joshua kenneth kevin "
    "brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric "
    "jonathan larry justin scott brandon benjamin samuel gregory frank alexander raymond "
    "patrick jack dennis jerry tyler aaron jose henry adam douglas nathan peter zachary "
    "kyle walter harold jeremy ethan carl keith roger gerald christian terry sean arthur "
    "austin noah lawrence joe jesse albert willie billy bruce bryan ralph roy eugene "
    "philip phillip johnny louis harry howard russell alan juan carlos luis victor ernest "
    "martin craig stanley leonard fred steve mike bob bill jim tom tim ben sam ron ken "
    "dan dave doug earl ed eddie francis frederick hugh ian ivan karl lee leonardo liam "
    "lou ludwig magic mickey neil nick oliver omar oscar pablo quentin ridley rick ricky "
    "rob rupert seth simon stan ted tony trevor vincent vladimir wally warren winston "
    "woodrow wolfgang yves barack napoleon augustus aldous abraham alfred andy antonio "
    "bernard brad cary chris clint colin conrad donny duane edgar edmund emile eminem "
    "fabian gordon guillermo herbert heath humphrey isaac jake jimmy josh julian kanye "
    "kurt lionel marlon matt max morgan muhammad nate pierre ray ricardo sergei shane "
    "sylvester taylor usain will woody zac".split()
) - {"taylor", "lee", "morgan", "christian"}

"""W-15: which words a theme has.

The reading: a listed form belongs to one word or to several, and every form of each of them is in
the theme, whichever form was listed. A word is what has a line below: typed from knowledge of the
language, not taken from a dictionary. What nobody says is left out, so that each line is sure.
"""

from collections.abc import Collection

WORDS = """
kot kota kotu kotem kocie koty kotów kotom kotami kotach
pies psa psu psem psie psy psów psom psami psach
koń konia koniowi koniem koniu konie koni koniom końmi koniach
krowa krowy krowie krowę krową krowo krów krowom krowami krowach
koza kozy kozie kozę kozą kozo kóz kozom kozami kozach
owca owcy owcę owcą owco owce owiec owcom owcami owcach
mysz myszy mysz myszą myszom myszami myszach
lis lisa lisowi lisem lisie lisy lisów lisom lisami lisach
wilk wilka wilkowi wilkiem wilku wilki wilków wilkom wilkami wilkach
ptak ptaka ptakowi ptakiem ptaku ptaki ptaków ptakom ptakami ptakach
ryba ryby rybie rybę rybą rybo ryb rybom rybami rybach
jabłko jabłka jabłku jabłkiem jabłek jabłkom jabłkami jabłkach
gruszka gruszki gruszce gruszkę gruszką gruszko gruszek gruszkom gruszkami gruszkach
okno okna oknu oknem oknie okien oknom oknami oknach
drzewo drzewa drzewu drzewem drzewie drzew drzewom drzewami drzewach
ręka ręki ręce rękę ręką ręko rąk rękom rękami rękach
noga nogi nodze nogę nogą nogo nóg nogom nogami nogach
nauczyciel nauczyciela nauczycielowi nauczycielem nauczycielu nauczyciele nauczycieli nauczycielom
książka książki książce książkę książką książko książek książkom książkami książkach
miasto miasta miastu miastem mieście miast miastom miastami miastach
dzień dnia dniowi dniem dniu dni dniom dniami dniach
ojciec ojca ojcu ojcem ojcze ojcowie ojców ojcom ojcami ojcach
brat brata bratu bratem bracie bracia braci braciom braćmi braciach
siostra siostry siostrze siostrę siostrą siostro sióstr siostrom siostrami siostrach
człowiek człowieka człowiekowi człowiekiem człowieku ludzie ludzi ludziom ludźmi ludziach
cielę cielęcia cielęciu cielęciem cielęta cieląt cielętom cielętami cielętach
czerwony czerwona czerwone czerwonego czerwonej czerwonemu czerwoną czerwonym czerwoni czerwonych
duży duża duże dużego dużej dużemu dużą dużym duzi dużych dużymi większy większa największy
czytać czytam czytasz czyta czytamy czytacie czytają czytał czytała czytało czytali czytały czytałem
pisać piszę piszesz pisze piszemy piszecie piszą pisał pisała pisało pisali pisały pisałem pisz
nieść niosę niesiesz niesie niesiemy niesiecie niosą niósł niosła niosło nieśli niosły niosłem
zamek zamku zamkowi zamkiem zamki zamków zamkom zamkami zamkach zamka
"""

PARADIGMS = tuple(frozenset(line.split()) for line in WORDS.split("\n") if line)


def has_theme_word(listed: Collection[str], word: str) -> bool:
    """Return whether a theme with these forms has a word, as far as the lines above know."""
    return any(word in forms and not forms.isdisjoint(listed) for forms in PARADIGMS)

"""Real first and family names, and some that come close to what a filter looks for."""

from __future__ import annotations

_POLISH = """
Anna Maria Katarzyna Małgorzata Agnieszka Barbara Ewa Krystyna Magdalena Elżbieta Joanna Aleksandra
Zofia Monika Teresa Danuta Natalia Julia Karolina Marta Piotr Krzysztof Andrzej Tomasz Jan Paweł
Michał Marcin Jakub Adam Marek Grzegorz Łukasz Zbigniew Jerzy Mateusz Dariusz Wojciech Kazimierz
Józef Świętopełk Żaneta Dobrogniew Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski
Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski Mazur Wojciechowski Kwiatkowski Krawczyk
Kaczmarek Piotrowski Grabowski Zając Pawłowski Król Wieczorek Jabłoński Wróbel Kurowski Kura Dupla
Dupczak Cipiński Sukiennik Chudy Chojnacki Hujda Pedalski Jeż Gówka Szczur Kostka
"""

_HUNGARIAN = """
Mária Erzsébet Katalin Ilona Éva Anna Zsuzsanna Margit Judit Ágnes Julianna Andrea Ildikó Krisztina
Hanna Zoé Luca Boglárka László István József János Zoltán Sándor Gábor Ferenc Attila Péter Tamás
Zsolt Tibor András Csaba Imre Lajos György Balázs Gyula Bence Máté Nagy Kovács Tóth Szabó Horváth
Varga Kiss Molnár Németh Farkas Balogh Papp Takács Juhász Lakatos Mészáros Oláh Simon Rácz Fekete
Szilágyi Bíró Géczi Géci Fazekas Kurucz Kurunczi Buzás Búza Pina Picsán Basa Baszler Kocsis
Kocsor Szopori Gecse Segesdi
"""

_ITALIAN = """
Maria Anna Giuseppina Rosa Angela Giovanna Teresa Lucia Carmela Caterina Francesca Antonietta Sofia
Giulia Aurora Ginevra Giuseppe Giovanni Antonio Mario Luigi Francesco Angelo Vincenzo Pietro
Salvatore Carlo Franco Domenico Bruno Paolo Michele Giorgio Aldo Sergio Leonardo Lorenzo Mattia
Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti De-Luca
Mancini Costa Giordano Rizzo Lombardi Moretti Negro Negri Troia Troiani Cazzola Cazzaniga Cazzato
Finocchio Culotta Merdini Stronati Puttini Minchiotti Coglitore Zoccolan Bastardi Pompini Bocchini
Pugnetti
"""

_ENGLISH = """
Mary Patricia Jennifer Linda Elizabeth Susan Jessica Sarah Karen Lisa Nancy Betty Margaret Sandra
Ashley Kimberly Emily Donna James Robert John Michael David William Richard Joseph Thomas Charles
Christopher Daniel Matthew Anthony Mark Donald Steven Paul Andrew Joshua Dick Randy Fanny Willy
Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore Jackson Martin Lee
Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Hill Scott Green Adams
Baker Cockburn Hancock Hitchcock Dickinson Dickens Butts Cummings Cumberbatch Wang Wankel Fuchs
Fukuda Slater Whorton Bitchener Assmann Assange Sexton Gaylord Gay Focker Nazarro
Nazir Pusser Raper Rapp Botham Abbot Adminson Modell
"""

_ALL = f"{_POLISH} {_HUNGARIAN} {_ITALIAN} {_ENGLISH}"

REAL_NAMES = tuple(dict.fromkeys(_ALL.split()))

# SPDX-License-Identifier: Apache-2.0
"""The word lists the generator draws from: the sheets of data/gazetteer (or data/lexicon) and the
small words of a resume (Phone, Present, Technologies ...) in the languages of the personas."""
import csv
import functools
import os

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def find_folder(names):
    """The first of `names` that exists, taken from the root of the source tree."""
    for name in names:
        path = os.path.join(ROOT, name)
        if os.path.isdir(path) and os.listdir(path):
            return path
    raise SystemExit('none of these folders exists: ' + ', '.join(names))


@functools.lru_cache(None)
def gazetteer():
    for name in ('data/gazetteer', 'data/lexicon', '../shared/gazetteer'):
        if os.path.exists(os.path.join(ROOT, name, 'section_headings.tsv')):
            return os.path.join(ROOT, name)
    raise SystemExit('no gazetteer: data/gazetteer/section_headings.tsv is missing')


@functools.lru_cache(None)
def rows(name):
    with open(os.path.join(gazetteer(), name + '.tsv'), encoding='utf-8', newline='') as f:
        return [r for r in csv.reader(f, delimiter='\t', quoting=csv.QUOTE_NONE) if r]


# persona section -> sections of section_headings.tsv
SECTION = {'work': 'experience', 'volunteer': 'volunteer', 'education': 'education', 'skills': 'skills',
           'certificates': 'certifications', 'languages': 'languages', 'projects': 'projects',
           'publications': 'publications', 'awards': 'awards', 'interests': 'interests',
           'references': 'references', 'summary': 'summary', 'personal': 'personal',
           'contact': 'contact', 'additional': 'additional', 'strengths': 'strengths'}


@functools.lru_cache(None)
def headings(kind, lang):
    """The headings of a section in a language, the usual ones first."""
    want = SECTION.get(kind, kind)
    return [r[0] for r in rows('section_headings') if r[1] == want and lang in r[2].split('|')]


@functools.lru_cache(None)
def months(lang):
    """[12] lists of forms, full name first."""
    out = [[] for _ in range(12)]
    for r in rows('date_words'):
        if r[1].startswith('month:') and lang in r[2].split('|'):
            out[int(r[1][6:]) - 1].append(r[0])
    if not all(out):
        return months('en')
    for forms in out:                                      # abbreviations shared with other languages may stand first
        longest = max(map(len, forms))
        forms.sort(key=lambda f: f.endswith('.') or len(f) <= 0.62 * longest or len(f) < 4 <= longest)
    return out


@functools.lru_cache(None)
def given_names(origin):
    return [r[0] for r in rows('given_names') if origin in r[2].split('|')]


@functools.lru_cache(None)
def family_names(origin):
    return [r[0] for r in rows('family_names') if origin in r[1].split('|')]


@functools.lru_cache(None)
def employers(country):
    return [r[0] for r in rows('employers') if len(r) > 2 and r[2] == country]


@functools.lru_cache(None)
def institutions(country):
    return [r[0] for r in rows('institutions') if len(r) > 4 and r[3] == country
            and r[4] not in ('high-school', 'platform')]


@functools.lru_cache(None)
def cities(country):
    return [(r[0], r[2]) for r in rows('cities') if len(r) > 3 and r[3] == country][:400]


@functools.lru_cache(None)
def regions(country):
    """name -> abbreviation"""
    out = {}
    for r in rows('regions'):
        if len(r) > 2 and country in r[2].split('|') and r[1]:
            out[r[0]] = r[1].split('|')[0]
    return out


@functools.lru_cache(None)
def countries():
    """alpha-2 -> names (English first)"""
    return {r[1]: [r[0]] + [a for a in (r[2].split('|') if len(r) > 2 else []) if a]
            for r in rows('countries')}


@functools.lru_cache(None)
def titles(lang):
    if lang == 'en':
        return [r[0] for r in rows('job_titles')]
    return [r[0] for r in rows('job_titles_intl') if len(r) > 1 and lang in r[1].split('|')]


@functools.lru_cache(None)
def degrees(lang, long_form):
    return [r[0] for r in rows('degrees') if len(r) > 3 and lang in r[3].split('|')
            and r[2] in ('bachelor', 'master', 'doctorate', 'associate', 'diploma')
            and (len(r[0]) > 8) == long_form]


@functools.lru_cache(None)
def fields(lang):
    return [r[0] for r in rows('fields_of_study') if len(r) > 2 and lang in r[2].split('|')]


@functools.lru_cache(None)
def employment():
    """[(form, type)], longest first"""
    return sorted(((r[0].casefold(), r[1]) for r in rows('employment_words')), key=lambda x: -len(x[0]))


@functools.lru_cache(None)
def employment_forms(kind, lang):
    return [r[0] for r in rows('employment_words') if r[1] == kind and lang in r[2].split('|')
            and len(r[0]) < 22]


@functools.lru_cache(None)
def org_words(kind, lang):
    return [r[0] for r in rows('org_words') if r[1] == kind and lang in r[2].split('|')]


PRESENT = {
    'en': ['Present', 'Present', 'Present', 'present', 'Current', 'current', 'Now', 'Today', 'Till date',
           'To date', 'PRESENT', 'Ongoing'],
    'de': ['heute', 'heute', 'Heute', 'aktuell', 'dato', 'Gegenwart', 'bis heute', 'laufend'],
    'fr': ["aujourd'hui", "Aujourd'hui", 'à ce jour', 'présent', 'actuellement', 'en cours'],
    'es': ['Actualidad', 'actualidad', 'presente', 'Presente', 'actualmente', 'la fecha', 'hoy'],
    'it': ['oggi', 'Oggi', 'presente', 'attuale', 'in corso', 'ad oggi'],
    'pt': ['atual', 'Atual', 'presente', 'hoje', 'o momento', 'atualmente', 'Presente'],
    'nl': ['heden', 'Heden', 'nu', 'tot heden', 'vandaag'],
    'pl': ['obecnie', 'obecnie', 'nadal', 'teraz', 'do dziś'],
    'sv': ['nu', 'pågående', 'nuvarande', 'idag'], 'no': ['nå', 'd.d.', 'i dag'],
    'da': ['nu', 'i dag', 'nuværende'], 'fi': ['nykyinen', 'nykyhetki', 'jatkuu'],
    'tr': ['Günümüz', 'halen', 'devam ediyor', 'Halen'], 'ru': ['настоящее время', 'по настоящее время', 'н.в.'],
    'uk': ['теперішній час', 'дотепер'], 'cs': ['současnost', 'dosud', 'nyní'], 'sk': ['súčasnosť', 'doteraz'],
    'hu': ['jelenleg', 'napjainkig'], 'ro': ['prezent', 'în prezent'], 'el': ['σήμερα', 'έως σήμερα'],
    'zh': ['至今', '现在', '今'], 'ja': ['現在', '現在に至る'], 'ko': ['현재', '재직중'],
    'ar': ['الآن', 'حتى الآن'], 'hi': ['वर्तमान', 'अब तक'], 'vi': ['hiện tại', 'nay'], 'id': ['Sekarang', 'sekarang'],
    'bg': ['настоящем', 'сега'], 'hr': ['danas', 'trenutno'], 'ca': ['actualitat', 'Actualitat'],
}
TO = {'en': [' to ', ' until ', ' till '], 'de': [' bis '], 'fr': [' à ', ' au '], 'es': [' a ', ' hasta '],
      'it': [' a ', ' al '], 'pt': [' a ', ' até '], 'nl': [' tot ', ' t/m '], 'pl': [' do '], 'sv': [' till '],
      'no': [' til '], 'da': [' til '], 'tr': [' – '], 'ru': [' по '], 'cs': [' do '], 'sk': [' do '],
      'ro': [' până în '], 'ca': [' a '], 'hr': [' do '], 'uk': [' до '], 'bg': [' до '], 'zh': ['至', ' 至 '],
      'ja': ['～', ' ～ '], 'ko': [' ~ '], 'vi': [' đến '], 'id': [' s/d ', ' sampai ']}
SINCE = {'en': 'Since ', 'de': 'seit ', 'fr': 'Depuis ', 'es': 'Desde ', 'it': 'Dal ', 'pt': 'Desde ',
         'nl': 'sinds ', 'pl': 'od ', 'sv': 'Sedan ', 'no': 'Siden ', 'da': 'Siden ', 'ru': 'с ', 'cs': 'od '}
FROM_TO = {'en': ('From ', ' to '), 'de': ('von ', ' bis '), 'fr': ('De ', ' à '), 'es': ('De ', ' a '),
           'it': ('Da ', ' a '), 'pt': ('De ', ' a '), 'nl': ('van ', ' tot '), 'pl': ('od ', ' do ')}

# the words beside values
WORDS = {
    'en': dict(phone=['Phone', 'Tel', 'Mobile', 'Cell', 'T', 'P', 'M', 'Contact No', 'Ph'], email=['Email', 'E-mail', 'E', 'Mail', 'Email ID'],
               address=['Address', 'Location', 'A', 'Home'], url=['Website', 'Web', 'LinkedIn', 'Portfolio', 'W'],
               name=['Name', 'Full name'], birthDate=['Date of birth', 'DOB', 'Born'], nationality=['Nationality'], maritalStatus=['Marital status'],
               drivingLicence=["Driver's licence", 'Driving licence'], birthPlace=['Place of birth'], page='Page {0} of {1}', in_=' in ', at=' at ',
               tech=['Technologies', 'Environment', 'Tech stack', 'Tools', 'Skills used'], grade=['GPA: ', 'Grade: ', 'GPA ', 'Result: ', ''],
               courses=['Relevant coursework', 'Coursework', 'Modules', 'Courses'], expected=['Expected ', 'Anticipated ', 'exp. '],
               issued='Issued ', resp=['Responsibilities', 'Key achievements', 'Duties', 'Achievements', 'Roles & Responsibilities'],
               cv=['Curriculum Vitae', 'Resume', 'RESUME', 'CURRICULUM VITAE', 'CV'], year='{} yr', years='{} yrs', month='{} mo', months='{} mos', born='born',
               yearl='{} year', yearsl='{} years', monthl='{} month', monthsl='{} months'),
    'de': dict(phone=['Telefon', 'Tel.', 'Mobil', 'Handy', 'T'], email=['E-Mail', 'Mail', 'E'], address=['Anschrift', 'Adresse', 'Wohnort'],
               url=['Web', 'Website', 'LinkedIn', 'Homepage'], name=['Name', 'Vor- und Zuname'], birthDate=['Geburtsdatum', 'geb.', 'Geboren am', 'Geburtstag'], nationality=['Staatsangehörigkeit', 'Nationalität'],
               maritalStatus=['Familienstand'], drivingLicence=['Führerschein'], birthPlace=['Geburtsort'], page='Seite {0} von {1}', in_=' in ', at=' bei ',
               tech=['Technologien', 'Umgebung', 'Werkzeuge'], grade=['Note: ', 'Abschlussnote: ', 'Note ', 'Gesamtnote '], courses=['Schwerpunkte', 'Inhalte', 'Vertiefung'],
               expected=['voraussichtlich '], issued='', resp=['Aufgaben', 'Tätigkeiten', 'Tätigkeitsschwerpunkte', 'Hauptaufgaben'], cv=['Lebenslauf', 'Curriculum Vitae', 'LEBENSLAUF'],
               year='{} Jahr', years='{} Jahre', month='{} Monat', months='{} Monate'),
    'fr': dict(phone=['Téléphone', 'Tél.', 'Tél', 'Portable', 'Mobile'], email=['E-mail', 'Courriel', 'Mail', 'Email'], address=['Adresse', 'Domicile'], url=['Site', 'LinkedIn', 'Site web'],
               name=['Nom', 'Nom et prénom'], birthDate=['Date de naissance', 'Né(e) le'], nationality=['Nationalité'], maritalStatus=['Situation familiale', 'État civil'],
               drivingLicence=['Permis de conduire', 'Permis'], birthPlace=['Lieu de naissance'], page='Page {0} sur {1}', in_=' en ', at=' chez ', tech=['Technologies', 'Environnement', 'Outils'],
               grade=['Mention : ', 'Moyenne : ', ''], courses=['Cours', 'Modules'], expected=['prévu ', 'prévu en '], issued='', resp=['Missions', 'Réalisations', 'Responsabilités'], cv=['Curriculum Vitae', 'CV'],
               year='{} an', years='{} ans', month='{} mois', months='{} mois'),
    'es': dict(phone=['Teléfono', 'Tel.', 'Móvil', 'Celular'], email=['Correo', 'Email', 'Correo electrónico', 'E-mail'], address=['Dirección', 'Domicilio'], url=['Web', 'LinkedIn'],
               name=['Nombre', 'Nombre y apellidos'], birthDate=['Fecha de nacimiento'], nationality=['Nacionalidad'], maritalStatus=['Estado civil'], drivingLicence=['Permiso de conducir', 'Carné de conducir'],
               birthPlace=['Lugar de nacimiento'], page='Página {0} de {1}', in_=' en ', at=' en ', tech=['Tecnologías', 'Herramientas'], grade=['Nota: ', 'Promedio: ', 'Nota media: '], courses=['Asignaturas'],
               expected=['previsto ', 'prevista '], issued='', resp=['Funciones', 'Logros', 'Responsabilidades'], cv=['Currículum Vitae', 'CURRÍCULUM VÍTAE', 'Hoja de vida'], year='{} año', years='{} años', month='{} mes', months='{} meses'),
    'it': dict(phone=['Telefono', 'Tel.', 'Cellulare', 'Cell.'], email=['E-mail', 'Email'], address=['Indirizzo', 'Residenza'], url=['Sito web', 'LinkedIn'], name=['Nome', 'Nome e cognome'],
               birthDate=['Data di nascita', 'Nato/a il'], nationality=['Nazionalità', 'Cittadinanza'], maritalStatus=['Stato civile'], drivingLicence=['Patente'], birthPlace=['Luogo di nascita'],
               page='Pagina {0} di {1}', in_=' in ', at=' presso ', tech=['Tecnologie', 'Strumenti'], grade=['Voto: ', 'Votazione: ', ''], courses=['Esami', 'Materie'], expected=['previsto '], issued='',
               resp=['Mansioni', 'Principali attività', 'Responsabilità'], cv=['Curriculum Vitae', 'CURRICULUM VITAE'], year='{} anno', years='{} anni', month='{} mese', months='{} mesi'),
    'pt': dict(phone=['Telefone', 'Tel.', 'Celular', 'Telemóvel'], email=['E-mail', 'Email'], address=['Endereço', 'Morada'], url=['Site', 'LinkedIn'], name=['Nome'], birthDate=['Data de nascimento', 'Nascimento'],
               nationality=['Nacionalidade'], maritalStatus=['Estado civil'], drivingLicence=['CNH', 'Carta de condução'], birthPlace=['Naturalidade'], page='Página {0} de {1}', in_=' em ', at=' na ',
               tech=['Tecnologias', 'Ferramentas'], grade=['Média: ', 'Nota: ', ''], courses=['Disciplinas'], expected=['previsto ', 'previsão '], issued='', resp=['Atividades', 'Principais atividades', 'Responsabilidades'],
               cv=['Curriculum Vitae', 'Currículo', 'CURRÍCULO'], year='{} ano', years='{} anos', month='{} mês', months='{} meses'),
    'nl': dict(phone=['Telefoon', 'Tel.', 'Mobiel'], email=['E-mail', 'Email'], address=['Adres', 'Woonplaats'], url=['Website', 'LinkedIn'], name=['Naam'], birthDate=['Geboortedatum'], nationality=['Nationaliteit'],
               maritalStatus=['Burgerlijke staat'], drivingLicence=['Rijbewijs'], birthPlace=['Geboorteplaats'], page='Pagina {0} van {1}', in_=' in ', at=' bij ', tech=['Technologieën', 'Tools'],
               grade=['Cijfer: ', ''], courses=['Vakken'], expected=['verwacht '], issued='', resp=['Werkzaamheden', 'Taken', 'Verantwoordelijkheden'], cv=['Curriculum Vitae', 'CV'], year='{} jaar', years='{} jaar', month='{} maand', months='{} maanden'),
    'pl': dict(phone=['Telefon', 'Tel.', 'tel. kom.'], email=['E-mail', 'Email'], address=['Adres'], url=['WWW', 'LinkedIn'], name=['Imię i nazwisko'], birthDate=['Data urodzenia'], nationality=['Narodowość', 'Obywatelstwo'],
               maritalStatus=['Stan cywilny'], drivingLicence=['Prawo jazdy'], birthPlace=['Miejsce urodzenia'], page='Strona {0} z {1}', in_=', ', at=' w ', tech=['Technologie'], grade=['Ocena: ', ''], courses=['Przedmioty'],
               expected=['planowane '], issued='', resp=['Zakres obowiązków', 'Obowiązki'], cv=['Curriculum Vitae', 'Życiorys'], year='{} rok', years='{} lat', month='{} mies.', months='{} mies.'),
    'ru': dict(phone=['Телефон', 'Тел.', 'Моб.'], email=['E-mail', 'Эл. почта'], address=['Адрес', 'Город'], url=['Сайт'], name=['ФИО'], birthDate=['Дата рождения'], nationality=['Гражданство'], maritalStatus=['Семейное положение'],
               drivingLicence=['Водительские права'], birthPlace=['Место рождения'], page='Страница {0} из {1}', in_=', ', at=', ', tech=['Технологии'], grade=['Средний балл: ', ''], courses=['Курсы'], resp=['Обязанности', 'Достижения'], cv=['Резюме']),
    'sv': dict(phone=['Telefon', 'Mobil'], email=['E-post'], address=['Adress'], page='Sida {0} av {1}', in_=' i ', at=' på ', cv=['CV', 'Meritförteckning'], birthDate=['Född'], drivingLicence=['Körkort'], nationality=['Medborgarskap'], grade=['Betyg: ', '']),
    'no': dict(phone=['Telefon', 'Mobil'], email=['E-post'], address=['Adresse'], page='Side {0} av {1}', in_=' i ', at=' hos ', cv=['CV'], birthDate=['Født'], drivingLicence=['Førerkort']),
    'da': dict(phone=['Telefon', 'Mobil', 'Tlf.'], email=['E-mail'], address=['Adresse'], page='Side {0} af {1}', in_=' i ', at=' hos ', cv=['CV'], birthDate=['Født'], drivingLicence=['Kørekort']),
    'fi': dict(phone=['Puhelin', 'Puh.'], email=['Sähköposti'], address=['Osoite'], page='Sivu {0} / {1}', in_=', ', at=', ', cv=['Ansioluettelo'], birthDate=['Syntymäaika'], drivingLicence=['Ajokortti']),
    'cs': dict(phone=['Telefon', 'Tel.'], email=['E-mail'], address=['Adresa'], page='Strana {0} z {1}', in_=', ', at=', ', cv=['Životopis'], birthDate=['Datum narození'], drivingLicence=['Řidičský průkaz'], nationality=['Státní příslušnost'], maritalStatus=['Rodinný stav']),
    'tr': dict(phone=['Telefon', 'Cep'], email=['E-posta'], address=['Adres'], page='Sayfa {0} / {1}', in_=', ', at=', ', cv=['Özgeçmiş'], birthDate=['Doğum tarihi'], drivingLicence=['Ehliyet', 'Sürücü belgesi'], nationality=['Uyruk'], maritalStatus=['Medeni durum'], birthPlace=['Doğum yeri']),
    'ro': dict(phone=['Telefon', 'Mobil'], email=['E-mail'], address=['Adresa'], page='Pagina {0} din {1}', in_=', ', at=', ', cv=['Curriculum Vitae'], birthDate=['Data nașterii'], nationality=['Naționalitate'], drivingLicence=['Permis de conducere']),
    'hu': dict(phone=['Telefon'], email=['E-mail'], address=['Cím', 'Lakcím'], page='{0}. oldal', in_=', ', at=', ', cv=['Önéletrajz'], birthDate=['Születési idő'], nationality=['Állampolgárság'], drivingLicence=['Jogosítvány']),
    'zh': dict(phone=['电话', '手机'], email=['邮箱', '电子邮件'], address=['地址', '现居'], page='第 {0} 页', in_=' ', at=' ', cv=['个人简历', '简历'], birthDate=['出生日期', '出生年月'], nationality=['国籍'], maritalStatus=['婚姻状况'], name=['姓名'], birthPlace=['籍贯'], grade=['GPA: ', '']),
    'ja': dict(phone=['電話', '電話番号'], email=['メール', 'E-mail'], address=['住所', '現住所'], page='{0} / {1}', in_=' ', at=' ', cv=['職務経歴書', '履歴書'], birthDate=['生年月日'], name=['氏名'], nationality=['国籍'], grade=['']),
    'ko': dict(phone=['전화', '휴대폰'], email=['이메일'], address=['주소'], page='{0} / {1}', in_=' ', at=' ', cv=['이력서'], birthDate=['생년월일'], name=['성명'], grade=['학점 ', '']),
}


def word(lang, key, rng=None):
    """The word in the language, else in English; a random one of several when rng is given."""
    value = WORDS.get(lang, {}).get(key)
    if value is None:
        value = WORDS['en'].get(key, '')
    if isinstance(value, list):
        return rng.choice(value) if rng else value[0]
    return value

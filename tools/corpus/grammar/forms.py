# SPDX-License-Identifier: Apache-2.0
"""More forms of sections: tabular and form-like resumes, East Asian forms, certificates in all their ways, lists with
figures, entries that look like jobs and are none. A part of sections.Builder; `SHARE` says how often they are drawn."""
import re

import degrees
import lexicon as lx
import phrases
from flow import BOLD, ITALIC, PLAIN, Fmt, Row
from heads import Form, labels, separator, SEPARATORS

SHARE = 0.3
GREY = Fmt(False, False, (0.4, 0.4, 0.4), 0.95)

# name of a certificate or a training, from a skill S, a field of study F, a title T
CERT_FORMS = {
    'en': 'Certified S Professional|S Certification|S Certified Associate|Certificate in F|Professional Certificate in F|Certified S Administrator|S Fundamentals|Advanced S|Introduction to F|S for Beginners|F Specialization|Licensed T|F Nanodegree|S Bootcamp|Certified T|S Practitioner|S Level 2|Workshop: F|Training in S|S Masterclass'
          '|Online Course in F|F Licence|Registered T|S Essentials|CPR Certification|First Aid|Food Handler\'s Permit|Forklift Licence|Driver\'s License, Class B|State Teaching License in F|Series 7|OSHA 30|Certified in S and S|S Foundation Level|The Complete S Course',
    'de': 'Weiterbildung zum T|Weiterbildung F|Seminar „F“|Zertifikat S|Zertifizierter S-Anwender|Schulung S|S-Schulung|Lehrgang F|Fortbildung: F|Sachkundenachweis F|Führerschein Klasse B|Führerschein: B, BE|Staplerschein|Ausbilderschein (AdA)|Erste-Hilfe-Kurs|S Grundlagen|Workshop F|IHK-Zertifikat F|Fachkunde F|S Foundation',
    'fr': 'Formation S|Certification S|Formation en F|Certificat F|Stage de perfectionnement en F|Habilitation F|Permis B|Permis de conduire (catégorie B)|MOOC F|Attestation S|Certificat de compétences en S|Sauveteur secouriste du travail|S niveau avancé|Séminaire F|CACES 3',
    'es': 'Curso de F|Curso S|Certificación S|Certificado en F|Diploma de F|Taller de S|Seminario de F|Curso de S (40 horas)|Carnet de conducir B|Curso superior en F|Certificación T|S avanzado|Curso online de F|Jornadas de F',
    'it': 'Corso di F|Corso S|Attestato di F|Certificazione S|Corso di formazione in F|Certificato S|Patente B|Corso base sicurezza|Corso avanzato di S|Seminario F|Abilitazione F|Corso di aggiornamento: F', 'nl': 'Cursus F|Cursus S|Training S|Certificaat S|S gevorderd|Masterclass F|Workshop S|Rijbewijs B|Opleiding F|BHV|VCA-VOL|E-learning S|Basiscursus F|S Foundation',
    'pt': 'Curso de F|Curso S|Certificação S|Certificado em F|Treinamento em S|Workshop de F|Carta de condução B|CNH B|Formação em F|S avançado|Curso de S (20h)|Extensão em F', 'pl': 'Kurs S|Szkolenie: F|Certyfikat S|Prawo jazdy kat. B|Szkolenie z zakresu F|Uprawnienia UDT', 'tr': 'S Eğitimi|F Sertifikası|S Kursu|B Sınıfı Ehliyet',
    'ro': 'Curs S|Certificat S|Curs de F|Permis de conducere B', 'ru': 'Курс «F»|Сертификат S|Курсы S|Повышение квалификации: F|Водительские права, категория B', 'cs': 'Kurz S|Certifikát S|Školení F|Řidičský průkaz B', 'sv': 'Kurs i F|S-certifiering|B-körkort|Utbildning i S', 'da': 'Kursus i F|S-certificering|Kørekort B', 'no': 'Kurs i F|S-sertifisering|Førerkort B',
    'zh': 'S认证|S工程师证书|F资格证书|S培训|F培训证书|英语六级（CET-6）|英语四级 520分|驾驶证C1|S高级认证|F从业资格|初级F师|雅思 6.5', 'ja': 'S認定資格|S検定2級|S技術者試験|普通自動車第一種運転免許|普通自動車免許|TOEIC 820点|TOEIC L&R 750点|実用英語技能検定2級|日商簿記検定3級|S Associate|F検定1級|S研修修了', 'ko': 'S 자격증|S 전문가|F기사|S 1급|TOEIC 905점|운전면허 2종 보통|S 교육 수료|F 자격증 2급'}
CERT_FORMS = {k: v.split('|') for k, v in CERT_FORMS.items()}
ISSUERS = {'de': 'IHK|TÜV Süd|DEKRA|Volkshochschule|Haufe Akademie|WIFI|Handwerkskammer|BFZ|DAA|Arbeitsagentur', 'fr': 'AFPA|OpenClassrooms|CNAM|GRETA|FUN MOOC|CCI|Croix-Rouge|Orsys|INRS|Cegos', 'es': 'SEPE|Cámara de Comercio|Platzi|SENA|Cruz Roja|UNED|Fundación Telefónica|Domestika|EOI', 'it': 'AICA|Regione|Confindustria|Croce Rossa|EIPASS|British Institutes|Formatemp', 'nl': 'NCOI|LOI|NHA|Het Oranje Kruis|SRM|Computrain|Schouten & Nelissen|ISBW',
           'pt': 'SENAI|SENAC|Alura|Fundação Bradesco|IEFP|Sebrae|FGV|Cruz Vermelha', 'zh': '人力资源和社会保障部|教育部考试中心|工业和信息化部|阿里云|华为|腾讯云|中国计算机学会', 'ja': 'IPA|日本商工会議所|LPI-Japan|日本英語検定協会|厚生労働省|Oracle|公安委員会', 'ko': '한국산업인력공단|대한상공회의소|한국데이터산업진흥원|ETS|경찰청|국사편찬위원회', 'en': 'Coursera|Udemy|edX|Scrum Alliance|Cisco|AWS|Microsoft|Google|DeepLearning.AI|HubSpot|PMI|ISACA|(ISC)²|CompTIA|State of California|Red Cross|American Heart Association|City & Guilds|OSHA|Pluralsight|DataCamp|freeCodeCamp|LinkedIn'}
ISSUERS = {k: v.split('|') for k, v in ISSUERS.items()}
ID_WORDS = {'en': 'Credential ID|Credential ID:|ID|License No.|License #|Cert. No.|Certificate number:|Lic.|Registration No.|Verify:', 'de': 'Zertifikatsnr.|Nr.|Zertifikat-ID:', 'fr': 'N°|Identifiant :', 'es': 'N.º|ID de credencial:', 'zh': '证书编号：|编号', 'ja': '登録番号|認定番号：', 'ko': '자격번호|등록번호:', 'it': 'N.|ID credenziale:', 'nl': 'Nr.|Certificaatnummer:'}
UNTIL = {'en': ['valid until', 'expires', 'Expires:', 'Valid through', 'exp.', 'Expiration:'], 'de': ['gültig bis', 'Gültig bis:'], 'fr': ['valable jusqu’en', 'expire :'], 'es': ['válido hasta', 'vence'], 'it': ['valido fino al', 'scadenza'], 'nl': ['geldig tot'], 'zh': ['有效期至'], 'ja': ['有効期限'], 'ko': ['유효기간'], 'pt': ['válido até']}
BY = {'en': ['issued by ', 'by ', 'from ', 'Issuer: ', 'Issued by: ', 'Authority: ', 'through '], 'de': ['bei ', 'durch ', 'Anbieter: ', 'bei der '], 'fr': ['par ', 'Organisme : ', 'délivré par ', 'auprès de '], 'es': ['por ', 'Emitido por ', 'en ', 'Institución: '], 'it': ['presso ', 'rilasciato da ', 'Ente: '], 'nl': ['bij ', 'door ', 'Instituut: '], 'pt': ['pela ', 'emitido por ', 'Instituição: '], 'zh': ['发证机构：', '颁发单位：', ''], 'ja': ['発行：', ''], 'ko': ['발급기관: ', '']}
HOURS = {'en': ['40 hours', '(20 h)', '3 days', '12 weeks'], 'de': ['(40 Std.)', '3 Tage', '120 UE'], 'fr': ['(35h)', '5 jours'], 'es': ['(60 horas)', '100 h', '(20h)'], 'it': ['(40 ore)', '16 ore'], 'pt': ['(40h)', '60 horas'], 'nl': ['(3 dagen)', '5 dagdelen'], 'zh': ['(40学时)'], 'ja': ['（40時間）'], 'ko': ['(40시간)']}
EARNED = {'ja': ['取得', '合格', '取得', '修了', '認定'], 'zh': ['取得', '获得', ''], 'ko': ['취득', '합격']}
CERT_WORD = {'en': ['Certifications', 'Certificates', 'Licenses', 'Training'], 'de': ['Zertifikate', 'Weiterbildung', 'Führerschein'], 'fr': ['Certifications', 'Formations', 'Permis'], 'es': ['Certificaciones', 'Cursos'], 'it': ['Certificazioni', 'Corsi'], 'nl': ['Cursussen', 'Certificaten', 'Trainingen'], 'zh': ['证书', '资格证书', '技能证书'], 'ja': ['資格', '免許・資格'], 'ko': ['자격증'], 'pt': ['Certificações', 'Cursos']}
ABOUT = {'en': ['{C} is a leading provider of {S} with {n} employees.', 'A {n}-person company working in {F}', 'Start-up for {S}, {n} employees', 'Provider of {S} and {S} ({F})', '{F} consultancy with offices in {P} and {P}', 'Family-owned business, {F}, $ {n}M revenue'], 'de': ['Mittelständischer Anbieter von {S} mit {n} Mitarbeitern', 'Branche: {F}, ca. {n} Mitarbeiter', 'Start-up im Bereich {F}', 'Hersteller und Dienstleister für {F}, {n} Beschäftigte'],
         'fr': ['Société spécialisée en {F}, {n} salariés', 'Cabinet de conseil en {F} ({n} collaborateurs)', 'PME leader du secteur {F}'], 'es': ['Empresa del sector {F} con {n} empleados', 'Multinacional dedicada a {F}', 'Sector: {F}'], 'it': ['Azienda di {F} con {n} dipendenti', 'Settore: {F}'], 'nl': ['Organisatie in {F} met {n} medewerkers', 'Branche: {F}'], 'pt': ['Empresa de {F} com {n} colaboradores', 'Setor: {F}'],
         'zh': ['公司主营{F}，员工{n}人', '公司描述：{F}领域的高新技术企业', '所属行业：{F} | 公司规模：{n}人'], 'ja': ['事業内容：{F}　従業員数：{n}名', '資本金：{n}百万円　従業員数：{n}人', '◆事業内容：{F}'], 'ko': ['{F} 분야 기업, 직원 {n}명', '업종: {F} / 사원수 {n}명']}
CLIENT = {'en': ['Client', 'Customer', 'Project', 'Engagement'], 'de': ['Kunde', 'Projekt', 'Auftraggeber'], 'fr': ['Client', 'Mission'], 'es': ['Cliente', 'Proyecto'], 'it': ['Cliente', 'Progetto'], 'nl': ['Opdrachtgever', 'Klant'], 'zh': ['客户', '项目'], 'ja': ['顧客', '案件'], 'ko': ['고객사', '프로젝트'], 'pt': ['Cliente', 'Projeto']}
SELF = {'en': ['Self-employed', 'Freelance', 'Independent', 'Various clients'], 'de': ['Selbstständig', 'Freiberuflich', 'selbständig'], 'fr': ['Indépendant', 'Freelance', 'Auto-entrepreneur'], 'es': ['Autónomo', 'Freelance', 'Independiente'], 'it': ['Libero professionista', 'Freelance'], 'nl': ['Zelfstandig', 'ZZP', 'Freelance'], 'zh': ['自由职业'], 'ja': ['フリーランス', '個人事業主'], 'ko': ['프리랜서'], 'pt': ['Autônomo', 'Freelancer']}
PAUSE = {'de': ['Elternzeit', 'Arbeitssuchend', 'Auslandsaufenthalt', 'Sabbatical', 'Berufliche Neuorientierung', 'Pflege von Angehörigen'], 'en': ['Parental leave', 'Sabbatical', 'Career break', 'Travelling', 'Relocation'], 'fr': ['Congé parental', 'Année sabbatique', 'Recherche d’emploi'], 'nl': ['Wereldreis', 'Ouderschapsverlof'], 'es': ['Año sabático', 'Búsqueda de empleo']}
AT = {'de': [' bei ', ' bei der ', ', ', ' – ', ' / ', ' im ', ' bei '], 'fr': [' chez ', ', ', ' - ', ' au sein de ', ' à '], 'es': [' en ', ', ', ' - '], 'it': [' presso ', ', ', ' - '], 'nl': [' bij ', ', ', ' - '], 'pt': [' na ', ', ', ' - '], 'en': [' at ', ', ', ' - ', ' with ', ' for ', ' | '], 'zh': [' ', '  '], 'ja': [' ', '　'], 'ko': [' ', ' / ']}
DETAIL = {'degree': {'de': ['Abschluss', 'Studienabschluss'], 'en': ['Degree', 'Qualification', 'Award'], 'fr': ['Diplôme', 'Titre'], 'es': ['Título', 'Titulación'], 'it': ['Titolo', 'Qualifica conseguita'], 'nl': ['Diploma', 'Graad'], 'zh': ['学历', '学位'], 'ja': ['学位'], 'ko': ['학위'], 'pt': ['Grau', 'Título']},
          'field': {'de': ['Studiengang', 'Fachrichtung', 'Studienfach', 'Fach'], 'en': ['Major', 'Field of study', 'Course', 'Subject', 'Programme'], 'fr': ['Filière', 'Spécialité', 'Domaine'], 'es': ['Carrera', 'Especialidad'], 'it': ['Corso di laurea', 'Indirizzo'], 'nl': ['Studierichting', 'Richting', 'Profiel'], 'zh': ['专业', '所学专业'], 'ja': ['専攻', '学科'], 'ko': ['전공'], 'pt': ['Curso', 'Área']},
          'grade': {'de': ['Abschlussnote', 'Note', 'Durchschnitt'], 'en': ['GPA', 'CGPA', 'Grade', 'Result', 'Cumulative GPA'], 'fr': ['Mention', 'Moyenne'], 'es': ['Promedio', 'Nota media'], 'it': ['Votazione', 'Voto'], 'nl': ['Cijfer', 'Gemiddelde'], 'zh': ['GPA', '平均绩点'], 'ja': ['GPA'], 'ko': ['학점'], 'pt': ['Média']}}
THESIS = {'de': ['Abschlussarbeit', 'Bachelorarbeit', 'Masterarbeit', 'Diplomarbeit', 'Thema der Arbeit', 'Schwerpunkte', 'Vertiefung', 'Leistungskurse', 'Nebenfach', 'Relevante Module'], 'en': ['Thesis', 'Master’s Thesis', 'Dissertation', 'Minor', 'Focus', 'Relevant Coursework', 'Specialization', 'Courses', 'Activities', 'Honors', 'Capstone', 'Advisor'], 'fr': ['Mémoire', 'Sujet de thèse', 'Option', 'Modules', 'Projet de fin d’études'], 'es': ['Tesis', 'Trabajo de fin de grado', 'Asignaturas', 'Mención'],
          'it': ['Tesi', 'Titolo della tesi', 'Materie principali', 'Relatore'], 'nl': ['Scriptie', 'Afstudeerrichting', 'Vakken'], 'zh': ['主修课程', '毕业论文', '研究方向', '在校荣誉'], 'ja': ['卒業論文', '研究テーマ', 'ゼミ'], 'ko': ['졸업논문', '주요과목'], 'pt': ['Monografia', 'TCC', 'Disciplinas']}
PROJECT_WORDS = {'name': {'en': ['Project', 'Project Name', 'Title'], 'de': ['Projekt', 'Projekttitel'], 'fr': ['Projet', 'Nom du projet'], 'es': ['Proyecto'], 'it': ['Progetto'], 'nl': ['Project'], 'zh': ['项目名称', '项目'], 'ja': ['案件名', 'プロジェクト名'], 'ko': ['프로젝트명'], 'pt': ['Projeto']},
                 'text': {'en': ['Description', 'Technologies', 'Role', 'Team size', 'Environment', 'Responsibilities'], 'de': ['Beschreibung', 'Rolle', 'Technologien', 'Aufgaben'], 'fr': ['Description', 'Technologies', 'Rôle'], 'es': ['Descripción', 'Tecnologías', 'Rol'], 'it': ['Descrizione', 'Tecnologie', 'Ruolo'], 'nl': ['Omschrijving', 'Rol', 'Technologie'], 'zh': ['项目描述', '技术栈', '个人职责', '责任描述', '项目成果', '开发环境', '担任角色'], 'ja': ['概要', '使用技術', '担当工程', '役割', '規模'], 'ko': ['내용', '사용기술', '역할'], 'pt': ['Descrição', 'Tecnologias']},
                 'date': {'en': ['Duration', 'Period'], 'de': ['Zeitraum'], 'fr': ['Période', 'Durée'], 'es': ['Periodo'], 'it': ['Periodo'], 'nl': ['Periode'], 'zh': ['项目时间', '项目周期', '开发时间'], 'ja': ['期間'], 'ko': ['기간'], 'pt': ['Período']}}
CLAUSES = {'it': 'Autorizzo il trattamento dei miei dati personali ai sensi del D.Lgs. 196/2003 e del GDPR (Regolamento UE 2016/679).|Autorizzo il trattamento dei dati personali contenuti nel mio curriculum vitae in base all’art. 13 GDPR 679/16.|Il sottoscritto dichiara che le informazioni riportate corrispondono al vero ai sensi del D.P.R. 445/2000.|Dichiaro di acconsentire al trattamento dei dati ai fini della ricerca e selezione del personale.',
           'pl': 'Wyrażam zgodę na przetwarzanie moich danych osobowych dla potrzeb niezbędnych do realizacji procesu rekrutacji.|Wyrażam zgodę na przetwarzanie danych osobowych zawartych w mojej aplikacji zgodnie z RODO.', 'es': 'Declaro que los datos consignados son verdaderos.|Autorizo el tratamiento de mis datos personales con fines de selección.|Disponibilidad inmediata. Vehículo propio.',
           'fr': 'Je certifie l’exactitude des informations fournies.|J’atteste sur l’honneur que ces renseignements sont exacts.|Références disponibles sur demande.', 'de': 'Ich versichere die Richtigkeit der obigen Angaben.|Hiermit bestätige ich die Richtigkeit meiner Angaben.|Anlagen: Zeugnisse, Zertifikate', 'pt': 'Declaro que as informações acima são verdadeiras.|Autorizo o tratamento dos meus dados pessoais nos termos do RGPD.', 'nl': 'Referenties op aanvraag.|Ik verklaar dat bovenstaande gegevens naar waarheid zijn ingevuld.',
           'ro': 'Sunt de acord cu prelucrarea datelor cu caracter personal.', 'cs': 'Souhlasím se zpracováním osobních údajů pro účely výběrového řízení.', 'en': 'I hereby declare that the above information is true to the best of my knowledge.|I consent to the processing of my personal data for recruitment purposes.|I authorise you to use my data for the selection process (GDPR).', 'tr': 'Kişisel verilerimin işlenmesine onay veriyorum.', 'zh': '以上信息真实有效。|感谢您阅读我的简历，期待与您面谈。', 'ja': '以上の通り相違ありません。', 'ko': '위의 내용은 사실과 다름이 없습니다.'}
WISH = {'zh': {'job': ['求职意向', '期望职位', '应聘岗位', '意向岗位', '期望岗位'], 'other': [('期望薪资', ['15k-20k', '面议', '8000-10000元/月', '12K']), ('期望城市', ['北京', '上海', '杭州', '深圳']), ('到岗时间', ['一个月内', '随时到岗', '一周内']), ('目前状态', ['在职', '离职-随时到岗']), ('工作性质', ['全职', '实习'])]},
        'ja': {'job': ['希望職種', '応募職種'], 'other': [('希望年収', ['500万円', '貴社規定に従います']), ('希望勤務地', ['東京都内', '大阪府']), ('就業可能日', ['2024年4月1日', '即日'])]}, 'ko': {'job': ['희망직무', '지원분야'], 'other': [('희망연봉', ['면접 후 결정', '4,000만원']), ('희망근무지', ['서울', '경기'])]},
        'de': {'job': ['Angestrebte Position', 'Berufsziel'], 'other': [('Gehaltsvorstellung', ['55.000 € p.a.', 'nach Vereinbarung']), ('Verfügbar ab', ['sofort', '01.04.2024']), ('Kündigungsfrist', ['3 Monate zum Quartalsende'])]}, 'es': {'job': ['Puesto deseado', 'Cargo al que aspira'], 'other': [('Disponibilidad', ['Inmediata', 'Jornada completa']), ('Pretensión salarial', ['A convenir'])]},
        'en': {'job': ['Position sought', 'Desired position', 'Job applied for', 'Target role'], 'other': [('Salary', ['Negotiable', '$90,000']), ('Availability', ['Immediate', '2 weeks notice']), ('Work authorization', ['US citizen', 'H-1B', 'EU citizen']), ('Willing to relocate', ['Yes', 'No'])]}, 'fr': {'job': ['Poste recherché', 'Emploi visé'], 'other': [('Disponibilité', ['Immédiate', 'Préavis 3 mois']), ('Mobilité', ['Île-de-France', 'Nationale'])]}}
# honours that look like certificates: a skill S, a field F, an issuer I
HONOURS = {'en': 'S Community Builder|I Ambassador|I Champion|Finalist, F Challenge|2nd Place, S Hackathon|Winner, I F Competition|Honorable Mention, F Olympiad|Organizer of S User Group|Top 10 %, I Contest|Best F Thesis|Employee of the Year, F|S Most Valuable Professional|President’s Award for F|Full Scholarship in F', 'de': 'Finalist beim I-Wettbewerb F|2. Platz, S-Hackathon|Förderpreis F|Stipendium F|Bester Absolvent F|Innovationspreis S', 'fr': 'Finaliste du concours F|2e prix, hackathon S|Bourse F|Ambassadeur I|Prix de la meilleure thèse en F', 'es': 'Finalista del concurso de F|2.º puesto, hackathon S|Beca de F|Embajador I|Premio al mejor proyecto de F',
           'it': 'Finalista del concorso F|Borsa di studio in F|Premio F|2° posto, hackathon S', 'nl': 'Finalist F-prijs|2e plaats, S-hackathon|Beurs voor F|Ambassadeur I', 'pt': 'Finalista do prêmio de F|Bolsa de F|2.º lugar, hackathon S', 'zh': 'F竞赛一等奖|S大赛二等奖|F奖学金|S创新大赛优秀奖|全国F技能竞赛三等奖', 'ja': 'Sコンテスト優秀賞|F論文賞|S技術賞|全国F大会準優勝', 'ko': 'S 경진대회 우수상|F 논문상|F 장학금|S 해커톤 최우수상'}
HONOURS = {k: v.split('|') for k, v in HONOURS.items()}
YEARS = {'en': '{n} years|{n} yrs|{n}+ years', 'de': '{n} Jahre|{n} J.', 'fr': '{n} ans', 'es': '{n} años', 'it': '{n} anni', 'nl': '{n} jaar', 'pt': '{n} anos', 'zh': '{n}年', 'ja': '{n}年', 'ko': '{n}년'}
ACADEMIC = {'en': ['Teaching Assistant', 'Research Assistant', 'Postdoctoral Researcher', 'Lecturer', 'Assistant Professor', 'Visiting Scholar', 'Adjunct Professor', 'Graduate Instructor', 'Research Fellow', 'Lab Technician'], 'de': ['Wissenschaftlicher Mitarbeiter', 'Studentische Hilfskraft', 'Lehrbeauftragter', 'Tutorin', 'Doktorandin'], 'fr': ['Doctorant', 'ATER', 'Maître de conférences', 'Chargé de TD', 'Stagiaire de recherche'], 'es': ['Profesor asociado', 'Investigador predoctoral', 'Becario de investigación'],
            'it': ['Dottorando', 'Assegnista di ricerca', 'Docente a contratto'], 'nl': ['Promovendus', 'Docent', 'Student-assistent'], 'zh': ['助教', '研究助理', '讲师', '博士后'], 'ja': ['研究員', '助教', 'ティーチングアシスタント'], 'ko': ['연구원', '조교', '시간강사'], 'pt': ['Monitor', 'Bolsista de iniciação científica', 'Professor substituto']}


def run(text, field=None, fmt=None, label=None):
    return (text, field, fmt, label)


class Forms:
    """Section forms; see sections.Builder, of which this is a part."""

    def word(self, table, key=None):
        table = table[key] if key else table
        return self.rng.choice(table.get(self.lang) or table['en'])

    @property
    def mark(self):
        return self.colon.strip() or ':'

    def fresh(self):
        """True when one of these forms is to be drawn."""
        return self.rng.random() < SHARE

    # --- jobs ---------------------------------------------------------------------------------

    def more_jobs(self, section, n, kind):
        rng = self.rng
        pool = {'inline_labels': 2, 'pipes': 2, 'tabular': 3, 'total': 3, 'repeat': 2, 'pitch': 4, 'clients': 1.5, 'academic': 1.5, 'lines_apart': 2, 'one_line': 2}
        if self.lang in ('de', 'fr', 'nl', 'it', 'es', 'pl', 'cs', 'da'):
            pool.update(tabular=8 if self.lang == 'de' else 5)
        if self.lang in ('zh', 'ja', 'ko'):
            pool.update(dossier=8 if self.lang == 'ja' else 4, strings=6, tabular=1)
        if self.narrow:
            for k in ('pipes', 'tabular', 'dossier'):
                pool.pop(k, None)
        return getattr(self, 'jobs_' + rng.choices(list(pool), list(pool.values()))[0])(section, n, kind)

    def add_job(self, v, start, end, current, texts, kind='full-time', has='title company date place'):
        date = 'date' in has and v.get('date')
        self.gold['experience'].append({'type': kind, 'company': v['company'] if 'company' in has else None, 'title': v['title'] if 'title' in has else None, 'start_date': start if date else None, 'end_date': end if date else None, 'current': bool(current and date), 'location': v.get('place') if 'place' in has else None, 'highlights': texts, 'description': None})

    def sized(self, span):
        """The values of a job, with a title that has parts of its own now and then."""
        v, start, end, current = self.job_values(span)
        return v, start, end, current

    def jobs_inline_labels(self, section, n, kind):
        """"Company: X | Role: Y | Duration: Z", on one line or two."""
        rng, out = self.rng, []
        slots = ['company', 'title', 'date'] + (['place'] if self.chance(0.4) else [])
        rng.shuffle(slots)
        names = {'date': 'dates', 'title': 'title', 'company': 'company', 'place': 'place'}
        words = {s: rng.choice(labels(names[s], self.lang)) for s in slots}
        sep, colon, look = rng.choice([' | ', ', ', '; ', '   ', ' - ', '\t', '\n', '\n']), rng.choice([': ', ': ', ' - ', '：' if self.lang in ('zh', 'ja') else ': ', ' : ']), rng.choice([None, BOLD, None])
        for k, span in enumerate(self.timeline(n)):
            v, start, end, current = self.sized(span)
            item = self.item()
            label, lines = self.lab('job_head', section, item), [[]]
            for s in slots:
                value = ''.join(v['date'] or []) if s == 'date' else v[s]
                if not value:
                    continue
                if lines[-1] and sep == '\n' or len(lines[-1]) > 5 and self.chance(0.4):
                    lines.append([])
                elif lines[-1]:
                    lines[-1].append(run(sep))
                lines[-1] += [run(words[s] + colon, None, look), run(value, {'place': 'location'}.get(s, s))]
            out += [self.para(line, label, before=self.gap if k and not j else 0, keep=self.size) for j, line in enumerate(lines) if line]
            body, texts = self.job_text(item, section)
            out += body
            self.add_job(v, start, end, current, texts, kind, ' '.join(slots))
        return out

    def jobs_pipes(self, section, n, kind):
        """Rows of a table set with signs: "2019 | Acme | Clerk"."""
        rng, out = self.rng, []
        slots = rng.choice([['date', 'company', 'title'], ['date', 'title', 'company'], ['title', 'company', 'date'], ['company', 'title', 'place', 'date'], ['company', 'date', 'title'], ['title', 'company', 'place', 'date']])
        bar, edge = rng.choice([' | ', ' | ', '|', ' / ', ' ; ', ' -- ']), self.chance(0.35)
        wrap = lambda runs: ([run('| ')] + runs + [run(' |')]) if edge and bar.strip() == '|' else runs
        names = {'date': 'dates', 'title': 'title', 'company': 'company', 'place': 'place'}
        if self.chance(0.6):
            head = self.join([run(rng.choice(labels(names[s], self.lang)), None, None, None) for s in slots], bar)
            out.append(self.para(wrap(head), self.lab('other', section)))
            if self.chance(0.6):
                out.append(self.para(wrap(self.join([run('-' * rng.choice([3, 6, 10])) for _ in slots], bar)), self.lab('other', section)))
        with_text = self.chance(0.3)
        for span in self.timeline(n + 1):
            v, start, end, current = self.sized(span)
            item = self.item()
            cells = [run(''.join(v['date'] or ['-']) if s == 'date' else v[s] or '-', ({'place': 'location'}.get(s, s)) if v[s] else None) for s in slots]
            out.append(self.para(wrap(self.join(cells, bar)), self.lab('job_head', section, item)))
            body, texts = self.job_text(item, section) if with_text else ([], [])
            out += body
            self.add_job(v, start, end, current, texts, kind, ' '.join(slots))
        return out

    def jobs_tabular(self, section, n, kind):
        """Dates in a column on the left, what was done on the right, in the way of German and other tabular resumes."""
        rng, out = self.rng, []
        share, gap, grid = rng.choice([0.18, 0.22, 0.26, 0.3]), rng.choice([8, 14, 20]), rng.choice([None, None, None, (0.5, 0.5, 0.5), (0, 0, 0)])
        order, at = rng.choice(['TC', 'T/C', 'C/T', 'C,T', 'TCP', 'T/CP', 'CP/T', 'C', 'T']), rng.choice(AT.get(self.lang, [', ', ' - ']))
        looks = rng.choice([(BOLD, None), (None, BOLD), (None, None), (BOLD, BOLD), (None, ITALIC)])
        dash, colon_after = rng.choice(['-', '–', '•', '', '·']), rng.choice(['', '', ':'])
        spans = self.timeline(n)
        breaks = rng.randint(0, n - 1) if self.chance(0.18) and self.lang in PAUSE else -1
        for k, span in enumerate(spans):
            v, start, end, current = self.sized(span)
            if not v['date']:
                continue
            left = lambda label: [self.para([run(''.join(v['date']) + colon_after, 'date')], label)]
            if k == breaks:                                           # a time without work is no job
                label = self.lab('other', section)
                out.append(Row([(share, [self.para(''.join(v['date']) + colon_after, label)]), (1 - share, [self.para(self.word(PAUSE), label)])], gap=gap, grid=grid, before=self.gap / 2))
                continue
            item = self.item()
            label = self.lab('job_head', section, item)
            T, C, P = (run(v['title'] or '', 'title', looks[0]) if v['title'] else None), (run(v['company'] or '', 'company', looks[1]) if v['company'] else None), run(v['place'], 'location') if v['place'] else None
            if order == 'T' and not T or order == 'C' and not C:
                continue
            lines = []
            for part in order.split('/'):
                runs = []
                for c in part.replace(',', ''):
                    r = {'T': T, 'C': C, 'P': P}[c]
                    if r:
                        runs += ([run(', ' if c == 'P' or ',' in part else at)] if runs else []) + [r]
                if runs:
                    lines.append(self.para(runs, label, keep=self.size))
            texts = [self.w.duty(rng) for _ in range(rng.choice([0, 0, 1, 2, 3, 4, 5]))]
            words = self.lab('job_text', section, item)
            body = []
            if texts and self.chance(0.1):
                body.append(self.para(self.resp_word + ':', words))
            for t in texts:
                body.append(self.para(t, words, bullet=(dash, 'text', None), hang=self.size, indent=rng.choice([0, 0, 6])) if dash else self.para(t, words))
            if self.chance(0.85):
                out.append(Row([(share, left(label)), (1 - share, lines + body)], gap=gap, grid=grid, before=self.gap / 2))
            else:
                out.append(Row([(share, left(label)), (1 - share, lines)], gap=gap, grid=grid, before=self.gap / 2))
                out += [Row([(share, []), (1 - share, body)], gap=gap)] if body else []
            self.add_job(v, start, end, current, texts, kind, ' '.join({'T': 'title', 'C': 'company', 'P': 'place'}[c] for c in order if c in 'TCP') + ' date')
        return out or self.jobs_one_line(section, n, kind)

    def jobs_total(self, section, n, kind):
        """An employer with its whole time, then roles with times of their own; its duties once or for each role."""
        rng, out, spans = self.rng, [], self.timeline(n + 2)
        k, sep = 0, rng.choice([', ', ' | ', ' – ', ' · ', '\t'])
        look, role_look, bullets = rng.choice([BOLD, PLAIN, BOLD]), rng.choice([ITALIC, PLAIN, BOLD]), self.chance(0.4)
        brackets, about, shared = rng.choice(['()', '()', '[]', '', '']), self.chance(0.4), self.chance(0.4)
        tail = self.chance(0.5)
        while k < len(spans) and len(out) < 60:
            size = min(rng.choice([1, 2, 2, 3, 4]), len(spans) - k)
            group = spans[k:k + size]
            company, place, item = self.w.employer(rng), self.w.place(rng, self.country, self.place_form) if self.chance(0.6) else None, self.item()
            total = ''.join(self.dates.span(group[-1][0], group[0][1], group[0][2])[0])
            runs = [run(company, 'company', look)] + ([run(', '), run(place, 'location')] if place else [])
            right = None
            if size > 1 and self.chance(0.8):
                if brackets:
                    runs += [run(' ' + brackets[0]), run(total, 'date'), run(brackets[1])]
                elif self.chance(0.6):
                    right = [run(total, 'date')]
                else:
                    runs += [run(sep), run(total, 'date')]
            out.append(self.para(runs, self.lab('job_head', section, item), right=right, before=self.gap if k else 0, keep=self.size * 2.4))
            if about:
                out.append(self.para([run(self.about(company), None, ITALIC if self.chance(0.5) else None)], self.lab('job_text', section, item)))
            heads = []
            for j, span in enumerate(group):
                item = item if j == 0 else self.item()
                pieces, start, end, current = self.dates.span(*span)
                title, label = self.w.title(rng), self.lab('job_head', section, item)
                date, t = run(''.join(pieces), 'date'), run(title, 'title', role_look)
                line = [t, run(' ('), date, run(')')] if brackets == '()' else [t, run(sep), date] if tail else [date, run(rng.choice([': ', ' ', ' – '])), t]
                heads.append((self.bulleted if bullets else self.para)(line, label, keep=self.size))
                body, texts = self.job_text(item, section) if not shared or j == size - 1 else ([], [])
                heads += body
                self.add_job({'title': title, 'company': company, 'place': place, 'date': pieces}, start, end, current, texts, kind)
            out += heads
            k += size
        return out

    def jobs_repeat(self, section, n, kind):
        """The same employer again with another title."""
        form, out, same = self.job_form or self.new_form('job'), [], None
        if not isinstance(form, Form):
            form = Form(self.rng, self.lang, 'job', self.held, self.narrow)
        for k, span in enumerate(self.timeline(n + 1)):
            v, start, end, current = self.job_values(span, same=same if k and self.chance(0.6) else None)
            if same and v['company'] == same and self.chance(0.3):
                v['place'] = None
            same, item = v['company'], self.item()
            body, texts = self.job_text(item, section)
            rail, paras = form.render(v, self.lab('job_head', section, item), self.size, self.lead)
            out += self.place_item(form, rail, paras, body, not k)
            self.gold_job(form, v, start, end, current, texts, kind)
        return out

    def about(self, company):
        rng, w = self.rng, self.w
        text = rng.choice(ABOUT.get(self.lang) or ABOUT['en'])
        return text.format(C=company or '', S=w.skills(rng, 1)[0] if '{S}' in text else '', F=w.field(rng), P=w.city(rng)[0], n=rng.choice([12, 40, 85, 120, 300, 1200, 8000])).replace('　', ' ')

    def jobs_pitch(self, section, n, kind):
        """What the firm does, its site, trade or keywords between the head and the duties."""
        rng, out = self.rng, []
        form = self.job_form if isinstance(self.job_form, Form) and self.chance(0.7) else Form(rng, self.lang, 'job', self.held, self.narrow)
        if self.chance(0.25):
            form.caps = rng.choice(['company', 'title'])
        mode = rng.choice(['about', 'about', 'url', 'keywords', 'both', 'url+keywords'])
        look = rng.choice([None, ITALIC, GREY])
        for k, span in enumerate(self.timeline(n)):
            v, start, end, current = self.sized(span)
            v['tags'] = None
            item = self.item()
            text = self.lab('job_text', section, item)
            between = []
            if mode in ('url', 'url+keywords'):
                site = (v['company'] or 'firm').split()[0].lower().encode('ascii', 'ignore').decode() or 'firm'
                between.append([run(rng.choice(['', 'https://', 'www.', '↗ ', 'Web: ']) + site + rng.choice(['.example', '.example/about', '.example.com']), None, look)])
            if mode in ('about', 'both'):
                between.append([run(self.about(v['company']), None, look)])
            if mode in ('keywords', 'both', 'url+keywords'):
                words, sep = self.w.skills(rng, rng.randint(2, 7)), rng.choice([', ', ' · ', ' | ', ' ', ' / ', ' #', '\t'])
                between.append([run(('#' if sep == ' #' else '') + sep.join(words), None, look)])
            body, texts = self.job_text(item, section)
            rail, paras = form.render(v, self.lab('job_head', section, item), self.size, self.lead)
            notes = [self.para(r, text) for r in between]
            if self.chance(0.3):
                out += self.place_item(form, rail, paras, body + notes, not k)
            else:
                out += self.place_item(form, rail, paras, notes + body, not k)
            self.gold_job(form, v, start, end, current, texts, kind)
        return out

    def jobs_clients(self, section, n, kind):
        """Work of one's own with clients below it, which are no employers."""
        rng, out = self.rng, []
        form = self.job_form if isinstance(self.job_form, Form) else Form(rng, self.lang, 'job', self.held, self.narrow)
        mine = rng.randint(0, max(0, n - 1))
        for k, span in enumerate(self.timeline(n)):
            v, start, end, current = self.sized(span)
            item = self.item()
            body, texts = self.job_text(item, section)
            if k == mine:
                v['company'] = self.word(SELF)
                text, word, sep = self.lab('job_text', section, item), self.word(CLIENT), rng.choice([' – ', ': ', ', ', ' (', ' | '])
                body, texts = [], []
                for _ in range(rng.randint(2, 5)):
                    y = span[0][0] + rng.randint(0, 2)
                    line = (word + ': ' if self.chance(0.5) else '') + self.w.employer(rng) + sep + self.w.duty(rng) + (')' if sep == ' (' else '') + (f', {y}' if self.chance(0.5) else '')
                    body.append((self.bulleted if self.chance(0.8) else self.para)(line, text))
                    texts.append(line)
            rail, paras = form.render(v, self.lab('job_head', section, item), self.size, self.lead)
            out += self.place_item(form, rail, paras, body, not k)
            self.gold_job(form, v, start, end, current, texts, kind)
        return out

    def jobs_academic(self, section, n, kind):
        """Research and teaching: the school is the employer, the course is text."""
        rng, out = self.rng, []
        form = self.job_form if isinstance(self.job_form, Form) and self.chance(0.6) else Form(rng, self.lang, 'job', self.held, self.narrow)
        for k, span in enumerate(self.timeline(n)):
            v, start, end, current = self.sized(span)
            v['company'], v['title'] = self.w.school(rng), self.word(ACADEMIC) + (rng.choice([', ', ' in ', ' for ', ' - ']) + self.w.field(rng) if self.chance(0.25) else '')
            v['dept'] = ({'en': 'Department of ', 'de': 'Institut für ', 'fr': 'Laboratoire de ', 'es': 'Departamento de ', 'it': 'Dipartimento di ', 'nl': 'Faculteit ', 'pt': 'Departamento de '}.get(self.lang, '') + self.w.field(rng)) if self.chance(0.5) else None
            item = self.item()
            text = self.lab('job_text', section, item)
            body, texts = self.job_text(item, section)
            if self.chance(0.4):
                t = rng.choice({'en': ['Course: ', 'Taught ', 'Courses: ', 'Supervisor: '], 'de': ['Lehrveranstaltung: ', 'Thema: '], 'fr': ['Cours : ', 'Sujet : '], 'es': ['Asignatura: ']}.get(self.lang, [''])) + self.w.field(rng)
                body = [self.bulleted(t, text)] + body
                texts = [t] + texts
            rail, paras = form.render(v, self.lab('job_head', section, item), self.size, self.lead)
            out += self.place_item(form, rail, paras, body, not k)
            self.gold_job(form, v, start, end, current, texts, kind)
        return out

    def jobs_lines_apart(self, section, n, kind):
        """Every field on a line of its own, in any order, without any look."""
        rng, out = self.rng, []
        slots = ['title', 'company', 'date'] + (['place'] if self.chance(0.5) else [])
        rng.shuffle(slots)
        for k, span in enumerate(self.timeline(n)):
            v, start, end, current = self.sized(span)
            item = self.item()
            label = self.lab('job_head', section, item)
            lines = [(''.join(v['date']) if s == 'date' else v[s], {'place': 'location'}.get(s, s)) for s in slots if v[s]]
            out += [self.para([run(t, f)], label, before=self.gap if k and not j else 0, keep=self.size) for j, (t, f) in enumerate(lines)]
            body, texts = self.job_text(item, section)
            out += body
            self.add_job(v, start, end, current, texts, kind, ' '.join(slots))
        return out

    def jobs_one_line(self, section, n, kind):
        """A job a line, duties after it in the same paragraph."""
        rng, out = self.rng, []
        order = rng.choice(['DTC', 'DCT', 'TCD', 'CTD', 'DTCP', 'CPTD', 'TDC', 'TCPD', 'DC', 'CD'])
        seps = [rng.choice([', ', ' - ', ' – ', ' | ', ': ', '; ', ' / ', ' · ', ' — ']) for _ in range(2)]
        bullets, brackets = self.chance(0.4), self.chance(0.3)
        for span in self.timeline(n + 1):
            v, start, end, current = self.sized(span)
            item = self.item()
            runs = []
            for c in order:
                s = {'D': 'date', 'T': 'title', 'C': 'company', 'P': 'place'}[c]
                if not v[s]:
                    continue
                r = run(''.join(v['date']) if c == 'D' else v[s], {'place': 'location'}.get(s, s), BOLD if c == order[0] and self.gap > 9 else None)
                if c == 'D' and runs and brackets:
                    runs += [run(' ('), r, run(')')]
                else:
                    runs += ([run(seps[len(runs) % 2])] if runs else []) + [r]
            if not runs:
                continue
            texts = []
            if self.chance(0.4) or 'T' not in order:
                texts = [self.w.duty(rng) for _ in range(rng.randint(1, 2))]
                runs.append(run(rng.choice(['. ', ' - ', ': ', ' – ']) + ('' if self.lang in ('zh', 'ja') else ' ').join(texts), None, None, self.lab('job_text', section, item)))
            out.append((self.bulleted if bullets else self.para)(runs, self.lab('job_head', section, item), before=self.gap / 3))
            self.add_job(v, start, end, current, texts, kind, ' '.join({'D': 'date', 'T': 'title', 'C': 'company', 'P': 'place'}[c] for c in order))
        return out

    def jobs_strings(self, section, n, kind):
        """Dates, employer, department and title in one string, then duties with their labels."""
        rng, out = self.rng, []
        order, gap = rng.choice(['DCT', 'CTD', 'CDT', 'DCOT', 'COTD', 'CTDP', 'DPCT', 'C.T.D']), rng.choice([' ', '  ', '\t', ' | ', ' · ', ' / ', '  '])
        look = rng.choice([None, BOLD, BOLD])
        mode = rng.choice(['bullets', 'numbers', 'labels', 'prose'])
        for k, span in enumerate(self.timeline(n)):
            v, start, end, current = self.sized(span)
            item = self.item()
            label, text, runs = self.lab('job_head', section, item), self.lab('job_text', section, item), []
            for c in order.replace('.', ''):
                s, f = {'D': ('date', 'date'), 'C': ('company', 'company'), 'T': ('title', 'title'), 'O': ('dept', 'department'), 'P': ('place', 'location')}[c]
                if v[s]:
                    runs += ([run(gap)] if runs else []) + [run(''.join(v['date']) if c == 'D' else v[s], f, look)]
            if not runs:
                continue
            out.append(self.para(runs, label, before=self.gap if k else 0, keep=self.size))
            texts = [self.w.duty(rng) for _ in range(rng.randint(1, 5))]
            if mode == 'labels':
                out.append(self.para([run({'zh': rng.choice(['工作内容', '工作职责', '工作描述', '主要职责', '职责业绩']), 'ja': rng.choice(['業務内容', '担当業務', '【担当業務】', '職務内容']), 'ko': rng.choice(['담당업무', '주요업무'])}.get(self.lang, self.resp_word) + rng.choice(['：', ':', '']), None, rng.choice([None, BOLD]))], text))
            if mode == 'prose':
                out.append(self.para(''.join(texts), text))
            for j, t in enumerate(texts if mode != 'prose' else []):
                if mode in ('numbers', 'labels'):
                    out.append(self.para(rng.choice([f'{j + 1}. ', f'{j + 1}、', f'({j + 1}) ']) + t, text))
                else:
                    out.append(self.bulleted(t, text))
            self.add_job(v, start, end, current, texts, kind, ' '.join({'D': 'date', 'T': 'title', 'C': 'company', 'P': 'place', 'O': ''}[c] for c in order.replace('.', '')))
        return out

    def jobs_dossier(self, section, n, kind):
        """East Asian records of work: the firm with its figures, then a table of periods and what was done."""
        rng, out = self.rng, []
        sign, bracket = rng.choice(['■', '●', '◆', '□', '【', '', '▼']), rng.choice(['（）', '()', '  ', '／'])
        table, facts = self.chance(0.5), self.chance(0.6)
        grid = rng.choice([(0, 0, 0), (0.5, 0.5, 0.5), None])
        for k, span in enumerate(self.timeline(n)):
            v, start, end, current = self.sized(span)
            if not v['company']:
                continue
            item = self.item()
            label, text = self.lab('job_head', section, item), self.lab('job_text', section, item)
            date = run(''.join(v['date'] or []), 'date')
            company = [run(sign), run(v['company'], 'company', BOLD if self.chance(0.5) else None)] + ([run('】')] if sign == '【' else [])
            if date[0]:
                company = ([date, run(' ')] + company) if bracket == '／' else company + [run(bracket[0]), date, run(bracket[1].strip())]
            head = [self.para([r for r in company if r[0]], label, keep=self.size)]
            if facts:
                for _ in range(rng.randint(1, 2)):
                    head.append(self.para(self.about(v['company']), text))
            role = []
            if v['dept'] and self.chance(0.6):
                role.append(run(v['dept'], 'department'))
            if v['title']:
                role += ([run(rng.choice([' ', '／', ' '])) if role else None]) + [run(v['title'], 'title')]
            role = [r for r in role if r]
            texts = [self.w.duty(rng) for _ in range(rng.randint(1, 4))]
            body = [self.para(role, label)] if role else []
            words = {'ja': ['【担当業務】', '【業務内容】', '【実績】', '＜主な業務＞', '業務内容：'], 'zh': ['【工作职责】', '工作业绩：', '主要工作：'], 'ko': ['[담당업무]', '[주요성과]', '담당업무:']}.get(self.lang, [''])
            if self.chance(0.7):
                body.append(self.para(rng.choice(words), text))
            body += [self.para(rng.choice(['・', '・', '- ', '']) + t, text) for t in texts]
            if self.chance(0.4):
                body += [self.para(rng.choice({'ja': ['【使用技術】', '環境：', '【開発環境】'], 'zh': ['技术栈：', '工具：'], 'ko': ['기술: ', '[사용기술]']}.get(self.lang, [''])) + '、'.join(self.w.skills(rng, rng.randint(2, 6))), text)]
            if table and not self.narrow:
                out += [self.gap] if k and self.gap else []
                out += head
                if self.chance(0.5):
                    names = {'ja': ('期間', '職務内容'), 'zh': ('时间', '工作内容'), 'ko': ('기간', '업무내용')}.get(self.lang, ('Period', 'Duties'))
                    out.append(Row([(0.25, [self.para(names[0], text)]), (0.75, [self.para(names[1], text)])], gap=8, grid=grid, keep=30))
                out.append(Row([(0.25, [self.para([date], label)] if date[0] and self.chance(0.6) else []), (0.75, body)], gap=8, grid=grid))
            else:
                head[0].before = self.gap if k else 0
                out += head + body
            self.add_job(v, start, end, current, texts, kind)
        return out or self.jobs_strings(section, n, kind)

    # --- education ------------------------------------------------------------------------------

    def degree_pair(self, v):
        """Sets degree and field of a study to a pattern of the language; True where the form then prints its runs."""
        runs, v['degree'], v['field'] = degrees.pair(self.rng, self.w)
        v['pair'] = runs

    def add_study(self, v, s, e, c, has='school degree field date'):
        self.gold['education'].append({'institution': v['school'] if 'school' in has else None, 'degree': v['degree'] if 'degree' in has else None, 'field_of_study': v['field'] if 'field' in has else None, 'graduation_date': (e or (s if not c else None)) if v['date'] and 'date' in has else None})

    def more_studies(self, section, n):
        rng = self.rng
        pool = {'details': 3, 'tabular': 4 if not self.narrow else 0, 'inline_labels': 1, 'sentence': 1, 'line': 4, 'lines_apart': 2, 'mixed': 2}
        return getattr(self, 'studies_' + rng.choices(list(pool), list(pool.values()))[0])(section, n)

    def pair_runs(self, v, look=None):
        return [run(t, f, look) for t, f in v['pair']]

    def more_study_text(self, item, section, colon=': '):
        """Theses, minors, courses and marks below a study."""
        rng, out, label = self.rng, [], self.lab('edu_text', section, item)
        for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
            x = rng.random()
            word = self.word(THESIS)
            if x < 0.3:
                out.append([run(word + colon), run((', ' if self.lang not in ('zh', 'ja') else '、').join(self.w.field(rng) for _ in range(rng.randint(2, 5))))])
            elif x < 0.6:
                a, b = rng.choice([('“', '”'), ('„', '“') if self.lang == 'de' else ('"', '"'), ('', ''), ('«', '»')])
                out.append([run(word + colon), run(a + self.w.field(rng) + rng.choice([': ', ' – ', ' & ', ' / ']) + self.w.field(rng) + b, None, ITALIC if self.chance(0.3) else None)])
            elif x < 0.75:
                out.append([run(self.word(DETAIL, 'grade') + colon, None, None, self.lab('edu_head', section, item)), run(self.grade()[1], 'grade', None, self.lab('edu_head', section, item))])
            elif x < 0.87:
                out.append([run(self.w.duty(rng))])
            else:
                out.append([run({'en': 'GPA: ', 'zh': 'GPA：', 'de': 'Note: '}.get(self.lang, ''), None, None, self.lab('edu_head', section, item)), run(self.grade()[1], 'grade', None, self.lab('edu_head', section, item)), run(', ' + rng.choice(['Dean’s List', 'Honors', 'Rank 2/120'] if self.lang == 'en' else [self.w.field(rng)]))])
        return [(self.bulleted if self.chance(0.5) else self.para)(r, label) for r in out]

    def studies_details(self, section, n):
        """School and time, then degree, field and mark as lines with labels."""
        rng, out = self.rng, []
        colon, bullets, right = rng.choice([': ', ': ', ' - ', '：' if self.lang in ('zh', 'ja') else ': ']), self.chance(0.4), self.chance(0.5)
        slots = rng.choice([['degree', 'field', 'grade'], ['field', 'degree'], ['field', 'grade'], ['degree', 'grade'], ['field', 'degree', 'grade']])
        words = {s: self.word(DETAIL, s) for s in slots}
        for k in range(n):
            v, s, e, c = self.study_values(k)
            v['degree'] = v['degree'] or self.w.degree(rng)
            item = self.item()
            label = self.lab('edu_head', section, item)
            date = [run(''.join(v['date']), 'date')] if v['date'] else []
            first = ([run(v['school'], 'institution', BOLD if self.gap > 7 else None)] if v['school'] else []) + ([run(', '), run(v['place'], 'location')] if v['place'] and v['school'] else [])
            if date and first and not right:
                first += [run(rng.choice([' | ', ', ', ' ('])), date[0]]
                first += [run(')')] if first[-2][0] == ' (' else []
            out.append(self.para(first or date, label, right=date if right and date and first else None, before=self.gap if k else 0, keep=self.size))
            has = 'school date'
            for slot in slots:
                value = v['grade'][1] if slot == 'grade' and v['grade'] else v.get(slot) if slot != 'grade' else None
                if value:
                    out.append((self.bulleted if bullets else self.para)([run(words[slot] + colon), run(value, slot)], label))
                    has += ' ' + slot
            out += self.more_study_text(item, section, colon) if self.chance(0.4) else []
            self.add_study(v, s, e, c, has)
        return out

    def studies_tabular(self, section, n):
        """Dates on the left; school, degree and mark on the right."""
        rng, out = self.rng, []
        share, gap, grid = rng.choice([0.18, 0.22, 0.26, 0.3]), rng.choice([8, 14, 20]), rng.choice([None, None, None, (0.5, 0.5, 0.5), (0, 0, 0)])
        order, look = rng.choice(['D/S', 'S/D', 'DS', 'SD', 'D/SP', 'SP/D', 'S/D/G', 'D/S/G', 'SDG', 'DSG']), rng.choice([None, BOLD])
        sep = rng.choice(AT.get(self.lang, [', ', ' - ']) + [', ', ', '])
        note = self.word(DETAIL, 'grade') + rng.choice([': ', ' ', ': ']) if self.chance(0.6) else ''
        for k in range(n):
            v, s, e, c = self.study_values(k)
            if not v['date']:
                continue
            self.degree_pair(v)
            item = self.item()
            label, lines = self.lab('edu_head', section, item), []
            for part in order.split('/'):
                runs = []
                for ch in part:
                    r = {'D': self.pair_runs(v, look), 'S': [run(v['school'], 'institution')] if v['school'] else [], 'P': [run(v['place'], 'location')] if v['place'] else [], 'G': ([run(note), run(v['grade'][1], 'grade')] if v['grade'] else [])}[ch]
                    r = [x for x in r if x[0]]
                    if r and ch == 'G' and runs:
                        r = [run(' (')] + r + [run(')')]
                    elif r and runs:
                        runs.append(run(', ' if ch == 'P' else sep))
                    runs += r
                if runs:
                    lines.append(self.para(runs, label))
            lines += self.more_study_text(item, section) if self.chance(0.35) else []
            out.append(Row([(share, [self.para([run(''.join(v['date']), 'date')], label)]), (1 - share, lines)], gap=gap, grid=grid, before=self.gap / 2))
            self.add_study(v, s, e, c)
        return out or self.studies_line(section, n)

    def studies_inline_labels(self, section, n):
        rng, out = self.rng, []
        slots = ['degree', 'school', 'date'] + (['field'] if self.chance(0.5) else []) + (['grade'] if self.chance(0.3) else [])
        rng.shuffle(slots)
        names = {'date': 'dates', 'degree': 'degree', 'school': 'school', 'field': 'study'}
        words = {s: rng.choice(labels(names[s], self.lang)) if s in names else self.word(DETAIL, 'grade') for s in slots}
        sep, colon = rng.choice([' | ', ', ', '; ', '   ', '\n', '\n']), rng.choice([': ', ': ', ' - ', ' : '])
        for k in range(n):
            v, s, e, c = self.study_values(k)
            item = self.item()
            label, lines = self.lab('edu_head', section, item), [[]]
            for slot in slots:
                value = ''.join(v['date'] or []) if slot == 'date' else (v['grade'] or ('', ''))[1] if slot == 'grade' else v[slot]
                if value:
                    if lines[-1] and sep == '\n':
                        lines.append([])
                    elif lines[-1]:
                        lines[-1].append(run(sep))
                    lines[-1] += [run(words[slot] + colon), run(value, {'school': 'institution'}.get(slot, slot))]
            out += [self.para(line, label, before=self.gap if k and not j else 0) for j, line in enumerate(lines) if line]
            self.add_study(v, s, e, c, ' '.join(slots))
        return out

    def studies_sentence(self, section, n):
        rng, out = self.rng, []
        forms = {'en': ['Studied {F} at {S}, {D}', 'Graduated from {S} with a {G} in {F} ({D})', '{G} in {F} from {S}, {D}', 'Completed {G} ({F}) at {S} in {D}', 'Attended {S}, {D}'], 'de': ['{D} Studium der {F} an der {S}', '{D} {S}, Abschluss: {G}', '{D}: {G} am {S}', 'Besuch der {S} ({D})', '{D} Studium {F} an der {S}, Abschluss: {G}'], 'fr': ['{D} : {G} {F}, {S}', 'Obtention du {G} à {S} ({D})', '{G} en {F} à {S}, {D}'],
                 'es': ['{G} en {F} por la {S} ({D})', '{D}: Estudios de {F} en {S}', '{G}. {S}. {D}'], 'it': ['{G} in {F} conseguita presso {S} ({D})', '{D} {G} presso {S}'], 'nl': ['{D} {G} {F} aan {S}', '{G} {F}, {S}, {D}'], 'zh': ['{D}就读于{S}{F}专业，获{G}学位', '{D} 毕业于{S}，{G}', '{S}{F}专业{G}，{D}毕业'], 'ja': ['{D} {S}{F} 卒業', '{S} {F}を卒業（{D}）'], 'ko': ['{D} {S} {F} 졸업', '{S} {F} {G} ({D})']}
        form = rng.choice(forms.get(self.lang) or forms['en'][2:3])
        for k in range(n):
            v, s, e, c = self.study_values(k)
            v['school'], v['degree'], v['field'] = v['school'] or self.w.school(rng), v['degree'] or self.w.degree(rng), v['field'] or self.w.field(rng)
            item = self.item()
            value = {'F': (v['field'], 'field'), 'S': (v['school'], 'institution'), 'G': (v['degree'], 'degree'), 'D': (''.join(v['date'] or []), 'date')}
            runs = [run(*value[p[1]]) if p[0] == '{' else run(p) for p in re.findall(r'\{\w\}|[^{]+', form)]
            runs = [r for r in runs if r[0]]
            out.append((self.bulleted if self.style['alt_bullets'] else self.para)(runs, self.lab('edu_head', section, item), before=self.gap / 2 if k else 0))
            self.add_study(v, s, e, c, ' '.join({'F': 'field', 'S': 'school', 'G': 'degree', 'D': 'date'}[x] for x in 'FSGD' if '{' + x + '}' in form))
        return out

    def study_line(self, v, section, item, order, seps, brackets, look):
        runs = []
        for ch in order:
            r = {'D': [run(''.join(v['date']), 'date')] if v['date'] else [], 'G': self.pair_runs(v, look), 'S': [run(v['school'], 'institution')] if v['school'] else [], 'P': [run(v['place'], 'location')] if v['place'] else [], 'N': [run(v['grade'][1], 'grade')] if v['grade'] else []}[ch]
            if not r:
                continue
            if runs and (ch == 'D' and brackets or ch == 'N'):
                runs += [run(' (')] + r + [run(')')]
            else:
                runs += ([run(', ' if ch == 'P' else seps[len(runs) % 2])] if runs else []) + r
        return runs

    def studies_line(self, section, n):
        """Each study on one line, degree and field in the language's own way."""
        rng, out = self.rng, []
        order, seps = rng.choice(['GSD', 'SGD', 'DGS', 'DSG', 'GSPD', 'SPGD', 'DGSP', 'GDS', 'GSDN', 'SGDN', 'GNSD', 'GS', 'G']), [rng.choice([', ', ' - ', ' – ', ' | ', ' — ', '; ', ' / ', ' · ', ': ', '\t']) for _ in range(2)]
        brackets, bullets, look = self.chance(0.35), self.chance(0.4), rng.choice([None, BOLD, None])
        for k in range(n):
            v, s, e, c = self.study_values(k)
            self.degree_pair(v)
            item = self.item()
            out.append((self.bulleted if bullets else self.para)(self.study_line(v, section, item, order, seps, brackets, look), self.lab('edu_head', section, item), before=self.gap / 2 if k else 0))
            out += self.more_study_text(item, section) if self.chance(0.3) else []
            self.add_study(v, s, e, c, ('school ' if 'S' in order else '') + ('date ' if 'D' in order else '') + 'degree field')
        return out

    def studies_lines_apart(self, section, n):
        rng, out = self.rng, []
        slots = ['G', 'S', 'D'] + (['P'] if self.chance(0.3) else []) + (['N'] if self.chance(0.3) else [])
        rng.shuffle(slots)
        look = rng.choice([None, BOLD])
        for k in range(n):
            v, s, e, c = self.study_values(k)
            self.degree_pair(v)
            item = self.item()
            label = self.lab('edu_head', section, item)
            lines = [self.study_line(v, section, item, ch, [', '] * 2, False, look) for ch in slots]
            out += [self.para(r, label, before=self.gap if k and not j else 0, keep=self.size) for j, r in enumerate([r for r in lines if r])]
            out += self.more_study_text(item, section) if self.chance(0.4) else []
            self.add_study(v, s, e, c)
        return out

    def studies_mixed(self, section, n):
        """Studies and certificates in one list of one form."""
        rng, out = self.rng, []
        order, seps = rng.choice(['GSD', 'DGS', 'GSPD', 'SGD']), [rng.choice([', ', ' - ', ' – ', ' | ', ' — '])] * 2
        brackets, bullets = self.chance(0.4), self.chance(0.4)
        rows = ['s'] * n + ['c'] * rng.choice([1, 1, 2, 3])
        if self.chance(0.6):
            rng.shuffle(rows)
        for k, kind in enumerate(rows):
            item = self.item()
            if kind == 's':
                v, s, e, c = self.study_values(k)
                self.degree_pair(v)
                label = self.lab('edu_head', section, item)
                self.add_study(v, s, e, c)
                runs = self.study_line(v, section, item, order, seps, brackets, None)
            else:
                label = self.lab('cert', 'certifications', item)
                name, issuer, y = self.cert_name(), self.issuer_name(), str(self.now - rng.randint(0, 9))
                self.gold['certifications'].append({'name': name})
                v = {'pair': [(name, 'cert')], 'school': issuer if self.chance(0.8) else None, 'place': None, 'date': [y] if self.chance(0.8) else None, 'grade': None}
                runs = [(t, {'institution': 'issuer'}.get(f, f), a, b) for t, f, a, b in self.study_line(v, section, item, order, seps, brackets, None)]
            out.append((self.bulleted if bullets else self.para)(runs, label, before=self.gap / 2 if k else 0))
        return out

    def rirekisho(self):
        """Studies and jobs in one table of years, months and events, the two headings inside it."""
        rng, out, grid = self.rng, [], self.rng.choice([None, (0.5, 0.5, 0.5)])
        for kind, word in (('education', rng.choice(['学歴', '学 歴', '学　歴'.replace('　', ' ')])), ('experience', rng.choice(['職歴', '職 歴']))):
            self.heads += 1
            self.heading = self.heads - 1
            out.append(Row([(0.2, []), (0.8, [self.para(word, self.lab('heading', kind), align='center')])], gap=6, grid=grid))
            out += self.study_rows('education', rng.choice([1, 2, 2, 3])) if kind == 'education' else self.event_rows('experience')
        return out

    # --- certificates ---------------------------------------------------------------------------

    def cert_name(self):
        rng, w = self.rng, self.w
        if self.chance(0.4):
            return w.cert(rng)
        return self.named_after(rng.choice(CERT_FORMS.get(self.lang) if self.lang in CERT_FORMS and self.chance(0.85) else CERT_FORMS['en']))

    def named_after(self, text):
        """A name whose letters S, F, T and I stand for a skill, a field, a title and an issuer."""
        rng, w = self.rng, self.w
        words = {'S': lambda: w.skills(rng, 1)[0], 'F': lambda: w.field(rng), 'T': lambda: w.title(rng), 'I': self.issuer_name}
        return re.sub(r'(?<![A-Za-z])[SFTI](?![A-Za-zÀ-ɏ&])', lambda m: words[m.group()](), text)[:90].strip()

    def honour(self):
        return self.named_after(self.rng.choice(HONOURS.get(self.lang) or HONOURS['en']))

    def issuer_name(self):
        rng = self.rng
        if self.chance(0.45):
            return rng.choice(ISSUERS.get(self.lang) or ISSUERS['en'])
        return self.w.school(rng) if self.chance(0.15) else self.w.issuer(rng)

    def cert_date(self):
        rng, dates = self.rng, self.dates
        y = self.now - rng.randint(0, 12)
        if dates.mask:
            return dates.mask[0]
        if self.chance(0.12):
            return ''.join(dates.span((y - 1, rng.randint(1, 12)), (y, rng.randint(1, 12)), False)[0])
        return dates.point(y, rng.randint(1, 12)) if self.chance(0.6) else str(y)

    def more_certs(self, section='certifications', count=None):
        rng, out = self.rng, []
        n = count or rng.choice([1, 2, 3, 3, 4, 5, 6])
        mode = rng.choice(['line', 'line', 'bullet', 'by', 'brackets', 'labels', 'table', 'tabular', 'lines', 'comma', 'pipe', 'id', 'until', 'hours', 'cards', 'issuer-head', 'event', 'numbered', 'prose'])
        if self.narrow and mode in ('table', 'tabular', 'cards'):
            mode = 'lines'
        if mode == 'event' and self.lang not in EARNED:
            mode = 'tabular' if not self.narrow else 'bullet'
        by, look, colon = self.word(BY), rng.choice([None, None, BOLD]), rng.choice([': ', ' : ', ' - ']) if self.lang not in ('zh', 'ja') else '：'
        sep = SEPARATORS[separator(rng, self.lang, self.held)] or ', '
        rows, run_on, cells, head, comma = [], [], [], None, rng.choice([', ', ', ', '; ', ' | ', ' | ', ' • ', ' / ', ' · '])
        grid = rng.choice([None, (0.6, 0.6, 0.6), (0, 0, 0)])
        slots = rng.choice([['cert', 'issuer', 'date'], ['date', 'cert', 'issuer'], ['cert', 'date'], ['date', 'cert'], ['cert', 'issuer'], ['issuer', 'cert', 'date']])
        for k in range(n):
            item = self.item()
            label = self.lab('cert', section, item)
            name, issuer, date = self.cert_name(), self.issuer_name(), self.cert_date()
            if self.chance(0.15):
                issuer = None
            if self.chance(0.15):
                date = None
            self.gold['certifications'].append({'name': name})
            v = {'cert': run(name, 'cert', look, label), 'issuer': run(issuer, 'issuer', None, label) if issuer else None, 'date': run(date, 'date', None, label) if date else None}
            parts = [v[s] for s in slots if v[s]]
            x = lambda t: run(t, None, None, label)
            if mode in ('line', 'bullet', 'numbered'):
                runs = self.join(parts, sep)
                if mode == 'numbered':
                    runs = [x(f'{k + 1}{rng.choice([". ", ") "])}')] + runs
                out.append((self.bulleted if mode == 'bullet' else self.para)(runs, label))
            elif mode == 'by':
                runs = [v['cert']] + ([x(rng.choice([', ', ' ', ' – ']) + by), v['issuer']] if issuer else []) + ([x(rng.choice([' (', ', '])), v['date']] if date else [])
                runs += [x(')')] if date and runs[-2][0] == ' (' else []
                out.append((self.bulleted if self.style['alt'] else self.para)(runs, label))
            elif mode == 'brackets':
                inner = [p for p in (v['issuer'], v['date']) if p]
                out.append(self.bulleted([v['cert']] + ([x(' (')] + self.join(inner, ', ') + [x(')')] if inner else []), label))
            elif mode == 'labels':
                out.append(self.para([v['cert']], label, before=3 if k else 0))
                if issuer:
                    out.append(self.para([x(rng.choice({'en': ['Issuer', 'Issued by', 'Provider', 'Organization'], 'de': ['Anbieter', 'Aussteller'], 'fr': ['Organisme'], 'es': ['Entidad', 'Institución'], 'it': ['Ente'], 'nl': ['Instituut', 'Opleider'], 'zh': ['发证机构'], 'ja': ['発行元'], 'ko': ['발급기관'], 'pt': ['Instituição']}.get(self.lang, ['Issuer'])) + colon), v['issuer']], label))
                if date:
                    out.append(self.para([x(rng.choice({'en': ['Date', 'Issued', 'Year', 'Obtained'], 'de': ['Datum', 'Jahr'], 'fr': ['Date', 'Année'], 'es': ['Fecha', 'Año'], 'it': ['Data'], 'nl': ['Datum', 'Jaar'], 'zh': ['获得时间'], 'ja': ['取得日'], 'ko': ['취득일'], 'pt': ['Data']}.get(self.lang, ['Date'])) + colon), v['date']], label))
            elif mode in ('table', 'tabular', 'event'):
                if mode == 'event':
                    runs = [v['cert']] + [x(rng.choice([' ', '　'.replace('　', ' ')]) + rng.choice(EARNED[self.lang]))] * self.chance(0.7)
                    y, m = self.now - rng.randint(0, 15), rng.randint(1, 12)
                    rows.append(Row([(0.12, [self.para([run(str(y), 'date')], label, align='center')]), (0.08, [self.para([run(str(m), 'date')], label, align='center')]), (0.8, [self.para([r for r in runs if r[0].strip()], label)])], gap=6, grid=grid, before=2))
                elif mode == 'tabular':
                    rest = self.join([p for p in (v['cert'], v['issuer']) if p], rng.choice([', ', ' – ', ' | ']))
                    rows.append(Row([(self.style['rail'], [self.para([v['date']], label)] if date else []), (1 - self.style['rail'], [self.para(rest, label)])], gap=10, before=1))
                else:
                    rows.append(Row([({'date': 0.7, 'cert': 1.6}.get(s, 1), [self.para([v[s]], label)] if v[s] else []) for s in slots], gap=8, grid=grid, before=1))
            elif mode == 'lines':
                out.append(self.para([v['cert']], label, before=2 if k else 0, keep=self.size))
                out += [self.para([p], label) for p in (v['issuer'], v['date']) if p]
            elif mode == 'comma':
                run_on += ([x(' and ' if comma == ', ' and k == n - 1 and self.lang == 'en' and self.chance(0.4) else comma)] if run_on else []) + [v['cert']] + ([x(' ('), v['date'], x(')')] if date and self.style['alt'] else [])
            elif mode == 'pipe':
                out.append(self.para(self.join(parts, ' | '), label))
            elif mode == 'id':
                number = rng.choice([f'{rng.randint(10000, 9999999)}', f'AB-{rng.randint(1000, 99999)}', f'{rng.choice("ABCXK")}{rng.randint(100, 999)}{rng.choice("QWERT")}{rng.randint(10, 99)}', f'#{rng.randint(1000, 999999)}'])
                runs = self.join(parts, sep) + [x(rng.choice([', ', ' | ', ' (', ' – ']) + rng.choice((ID_WORDS.get(self.lang) or ID_WORDS['en']).split('|')) + ' ' + number)]
                out.append((self.bulleted if self.style['alt_bullets'] else self.para)(runs + ([x(')')] if runs[-1][0].startswith(' (') else []), label))
            elif mode == 'until':
                y = self.now + rng.randint(1, 4)
                runs = self.join([p for p in (v['cert'], v['issuer'], v['date']) if p], sep) + [x(rng.choice([', ', ' (', ' – ']) + self.word(UNTIL) + f' {rng.choice([str(y), f"{rng.randint(1, 12):02d}/{y}"])}')]
                out.append((self.bulleted if self.style['alt_bullets'] else self.para)(runs + ([x(')')] if runs[-1][0].startswith(' (') else []), label))
            elif mode == 'hours':
                out.append((self.bulleted if self.style['alt'] else self.para)(self.join([v['cert']] + [p for p in (v['issuer'], v['date']) if p], sep) + [x(' ' + self.word(HOURS))], label))
            elif mode == 'cards':
                cells.append((1, [self.para([v['cert']], label)] + [self.para([p], label, size=self.size * 0.9) for p in (v['issuer'], v['date']) if p]))
            elif mode == 'issuer-head':
                if k % 3 == 0:
                    head = self.issuer_name()
                    out.append(self.para([run(head, 'issuer', BOLD, label)], label, before=3 if k else 0, keep=self.size))
                out.append(self.bulleted([v['cert']] + ([x(', '), v['date']] if date else []), label))
            elif mode == 'prose':
                opening = {'en': ['Certified as ', 'Holder of the ', 'Completed the ', 'Obtained '], 'de': ['Teilnahme an: ', 'Erwerb: '], 'fr': ['Obtention : ', 'Titulaire du '], 'es': ['Asistencia a ', 'Obtención de '], 'zh': ['已获得', '持有'], 'ja': ['取得：'], 'ko': ['취득: ']}.get(self.lang, [''])
                runs = [x(rng.choice(opening))] + [v['cert']] + ([x(' ' + by), v['issuer']] if issuer else []) + ([x(' ('), v['date'], x(')')] if date else [])
                out.append((self.bulleted if self.style['alt'] else self.para)([r for r in runs if r[0]], label))
        if mode == 'table' and self.chance(0.6):
            names = {'cert': self.word(CERT_WORD), 'issuer': rng.choice({'en': ['Issued by', 'Organization', 'Issuer'], 'de': ['Institut'], 'fr': ['Organisme'], 'es': ['Institución'], 'nl': ['Opleider']}.get(self.lang, ['Issuer'])), 'date': rng.choice(labels('dates', self.lang))}
            rows.insert(0, Row([({'date': 0.7, 'cert': 1.6}.get(s, 1), [self.para([run(names[s], None, BOLD)], self.lab('other', section))]) for s in slots], gap=8, grid=grid, keep=30))
        if run_on:
            out.append((self.bulleted if self.style['alt_bullets'] else self.para)(run_on, run_on[0][3]))
        if cells:
            per = rng.choice([2, 3])
            cells += [(1, [])] * (-len(cells) % per)
            rows += [Row(cells[k:k + per], gap=12, before=3) for k in range(0, len(cells), per)]
        return out + rows

    # --- skills with figures ------------------------------------------------------------------------

    def skills_percent(self, section, names=None):
        """Levels as numbers or signs before, after or between the names."""
        rng, out, item = self.rng, [], self.item()
        label, form = self.lab('skill', section, item), rng.choice(['front', 'after', 'own-line', 'right', 'two-in-row', 'years', 'years-brackets', 'out-of'])
        skills, cells = self.noted(self.w.skills(rng, rng.randint(3, 9))), []
        for s in skills:
            n = rng.choice([30, 40, 50, 60, 70, 75, 80, 85, 90, 95, 100])
            years = rng.choice((YEARS.get(self.lang) or YEARS['en']).split('|')).format(n=rng.randint(2, 15))
            level = {'years': years, 'years-brackets': years, 'out-of': f'{n // 20 or 1}/5'}.get(form) or rng.choice([f'{n}%', f'{n} %']) if form != 'right' else '█' * (n // 20) + '░' * (5 - n // 20)
            name, lev = run(s, 'skill'), run(level, 'level', None)
            if form == 'front':
                out.append(self.para([lev, run(' '), name], label))
            elif form == 'own-line':
                out += [self.para([name], label), self.para([lev], label)]
            elif form in ('right',):
                out.append(self.para([name], label, right=[lev]))
            elif form == 'two-in-row':
                cells.append((1, [self.para([name, run(' '), lev], label)]))
            elif form == 'years-brackets':
                out.append(self.bulleted([name, run(' ('), lev, run(')')], label))
            else:
                out.append(self.para([name, run(rng.choice([' – ', ': ', ' ', '\t'])), lev], label))
        cells += [(1, [])] * (len(cells) % 2)
        return out + [Row(cells[k:k + 2], gap=10) for k in range(0, len(cells), 2)]

    def skills_matrix(self, section, names=None):
        """A table of skill, years and level."""
        rng, out, item = self.rng, [], self.item()
        label, levels = self.lab('skill', section, item), self.w.levels('skill')
        grid = rng.choice([None, (0.6, 0.6, 0.6), (0, 0, 0)])
        heads = {'en': ['Skill', 'Experience', 'Level'], 'de': ['Kenntnis', 'Jahre', 'Niveau'], 'fr': ['Compétence', 'Années', 'Niveau'], 'es': ['Habilidad', 'Años', 'Nivel'], 'zh': ['技能', '年限', '熟练度'], 'ja': ['スキル', '経験年数', 'レベル'], 'ko': ['기술', '경력', '수준']}.get(self.lang, ['Skill', 'Years', 'Level'])
        if self.chance(0.7):
            out.append(Row([(1, [self.para([run(h, None, BOLD)], self.lab('other', section))]) for h in heads], gap=8, grid=grid, keep=30))
        for s in self.noted(self.w.skills(rng, rng.randint(3, 8))):
            years = rng.choice((YEARS.get(self.lang) or YEARS['en']).split('|')).format(n=rng.randint(1, 15))
            out.append(Row([(1, [self.para([run(s, 'skill')], label)]), (1, [self.para([run(years, 'level')], label)]), (1, [self.para([run(rng.choice(levels), 'level')], label)])], gap=8, grid=grid))
        return out

    def skills_by_level(self, section, names=None):
        """Groups whose names are levels."""
        rng, out = self.rng, []
        words = {'en': ['Expert', 'Proficient', 'Advanced', 'Familiar', 'Basic', 'Intermediate'], 'de': ['Sehr gut', 'Gut', 'Grundkenntnisse'], 'fr': ['Avancé', 'Intermédiaire', 'Notions'], 'es': ['Avanzado', 'Medio', 'Básico'], 'zh': ['精通', '熟练', '熟悉', '了解'], 'ja': ['得意', '実務経験あり', '学習中'], 'ko': ['상', '중', '하'], 'nl': ['Expert', 'Gevorderd', 'Basis'], 'it': ['Ottimo', 'Buono', 'Base']}.get(self.lang, ['Expert', 'Advanced', 'Basic'])
        colon = rng.choice([': ', ' - ', ' – ']) if self.lang not in ('zh', 'ja') else rng.choice(['：', ' ', ': '])
        for name in words[:rng.randint(2, len(words))]:
            label = self.lab('skill', section, self.item())
            out.append((self.bulleted if self.style['alt_bullets'] else self.para)([run(name, 'group', BOLD if self.style['alt'] else None), run(colon)] + self.list_runs(self.noted(self.w.skills(rng, rng.randint(1, 6)))), label))
        return out

    # --- entries that are no jobs ----------------------------------------------------------------------

    def entries_as_jobs(self, role, section):
        """Projects, memberships and awards in the very form of the jobs."""
        rng, out = self.rng, []
        form = self.job_form if isinstance(self.job_form, Form) else Form(rng, self.lang, 'job', self.held, self.narrow)
        n = rng.choice([1, 2, 2, 3, 4])
        for k, span in enumerate(self.timeline(n)):
            item = self.item()
            label = self.lab(role, section, item)
            e = self.entry_values(role, label, None)
            pieces = self.dates.span(*span)[0] if role != 'award' else [self.dates.point(*span[1])] if not self.dates.mask else [self.dates.mask[0]]
            company = e.get('company') and e['company'][1] == 'company' and e['company'][0]
            v = {'title': e['title'][0] if e.get('title') else None, 'company': company or (self.w.employer(rng) if self.chance(0.6) else None), 'place': self.w.place(rng, self.country, self.place_form) if self.chance(0.4) else None, 'date': pieces if self.chance(0.9) else None, 'type': None, 'dept': None, 'tags': None}
            rail, paras = form.render(v, label, self.size, self.lead)
            body = [self.bulleted(self.w.duty(rng), label) for _ in range(rng.choice([0, 0, 1, 2, 3]))] if role != 'award' or self.chance(0.2) else []
            for p in paras + (rail or []):
                p.runs = [(t, f if f in ('title', 'company', 'date', 'location') else None, a, b) for t, f, a, b in p.runs]
            out += self.place_item(form, rail, paras, body, not k)
        return out

    def labelled_projects(self):
        """Projects as rows with labels: name, time, description, technologies."""
        rng, out = self.rng, []
        colon = rng.choice([': ', ': ', ' : ']) if self.lang not in ('zh', 'ja') else rng.choice(['：', ': ', '：'])
        named, dated, look = self.chance(0.5), rng.choice(['label', 'line', 'right', 'none']), rng.choice([None, BOLD, BOLD])
        kinds = PROJECT_WORDS['text'].get(self.lang) or PROJECT_WORDS['text']['en']
        kinds = rng.sample(kinds, min(3, len(kinds)))
        for k, span in enumerate(self.timeline(rng.choice([1, 2, 2, 3, 4]))):
            label = self.lab('project', 'projects', self.item())
            title = self.entry_values('project', label, None)['title'][0]
            date = run(''.join(self.dates.span(*span)[0]), 'date')
            runs = ([run(self.word(PROJECT_WORDS, 'name') + colon)] if named else []) + [run(title, 'title', look)]
            if self.chance(0.3):
                runs += [run(rng.choice([' | ', ' - ', ' ', ', '])), run(self.w.title(rng))]
            if dated == 'line':
                runs = [date, run(' ')] + runs if self.style['alt'] else runs + [run(rng.choice([' (', '  '])), date]
                runs += [run(')')] if runs[-2][0] == ' (' else []
            out.append(self.para(runs, label, right=[date] if dated == 'right' else None, before=self.gap if k else 0, keep=self.size))
            if dated == 'label':
                out.append(self.para([run(self.word(PROJECT_WORDS, 'date') + colon), date], label))
            if self.chance(0.3):
                out.append(self.para([run(self.word(CLIENT) + colon), run(self.w.employer(rng), 'company')], label))
            for word in kinds[:rng.randint(1, 3)]:
                text = ', '.join(self.w.skills(rng, rng.randint(2, 6))) if self.chance(0.3) else self.w.duty(rng)
                out.append(self.para([run(word + colon, None, look if self.style['alt'] else None), run(text)], label))
                if self.chance(0.2):
                    out += [self.para(f'{j + 1}. ' + self.w.duty(rng), label) for j in range(rng.randint(1, 3))]
        return out

    def wishes(self):
        """The job that is looked for: post, pay, place, time."""
        rng = self.rng
        words = WISH.get(self.lang) or WISH['en']
        label, other = self.lab('label', 'objective'), self.lab('other', 'objective')
        colon = '：' if self.lang in ('zh', 'ja') else ': '
        title = self.w.title(rng)
        if not self.gold['personal_info']['label']:
            self.gold['personal_info']['label'] = title
        pairs = [[run(rng.choice(words['job']) + colon, None, None, other), run(title, 'label', None, label)]] + [[run(k + colon + rng.choice(v), None, None, other)] for k, v in rng.sample(words['other'], min(len(words['other']), rng.randint(1, 4)))]
        if self.chance(0.4):
            sep, runs = rng.choice([' | ', '  ', '\t', ' / ']), []
            for p in pairs:
                runs += ([run(sep, None, None, other)] if runs else []) + p
            return [self.para(runs, other)]
        if self.chance(0.4) and not self.narrow:
            cells = [(1, [self.para(p, other)]) for p in pairs]
            cells += [(1, [])] * (len(cells) % 2)
            return [Row(cells[k:k + 2], gap=8) for k in range(0, len(cells), 2)]
        return [self.para(p, other) for p in pairs]

    def knowledge(self, section):
        """Rows of a label and what belongs to it: computers, languages, driving licence, pastimes."""
        rng, w, out = self.rng, self.w, []
        share, grid, look = rng.choice([0.2, 0.25, 0.3]), rng.choice([None, None, (0.5, 0.5, 0.5), (0, 0, 0)]), rng.choice([None, BOLD])
        kinds = ['skill', 'language', 'cert', 'interest', 'skill', 'licence']
        for kind in kinds[:rng.randint(2, 6)]:
            sep = rng.choice([', ', ', ', '; ', '\n', ' / ']) if self.lang not in ('zh', 'ja') else '、'
            values, role, part = [], {'licence': 'contact'}.get(kind, kind), {'skill': section, 'language': 'languages', 'cert': 'certifications', 'interest': 'interests', 'licence': 'personal'}[kind]
            group = self.lab(role, part, self.item()) if kind == 'skill' else None
            for _ in range(rng.randint(1, 4) if kind != 'licence' else 1):
                label = group or self.lab(role, part, self.item() if kind in ('language', 'cert') else -1)
                a, b = rng.choice([(' (', ')'), (' – ', ''), (': ', ''), (' ', '')])
                if kind == 'skill':
                    runs = [run(self.noted(w.skills(rng, 1))[0], 'skill', None, label)]
                    runs += [run(a, None, None, label), run(rng.choice(w.levels('skill')), 'level', None, label), run(b, None, None, label)] if self.style['alt'] else []
                elif kind == 'language':
                    name = rng.choice(w.language_names()[:60])
                    self.gold['languages'].append({'language': name, 'proficiency': None})
                    runs = [run(name, 'language', None, label), run(a, None, None, label), run(rng.choice(w.levels('language')), 'level', None, label), run(b, None, None, label)]
                elif kind == 'cert':
                    name = self.cert_name()
                    self.gold['certifications'].append({'name': name})
                    runs = [run(name, 'cert', None, label)] + ([run(' (', None, None, label), run(self.cert_date(), 'date', None, label), run(')', None, None, label)] if self.chance(0.4) else [])
                elif kind == 'interest':
                    runs = [run(rng.choice(phrases.HOBBIES.get(self.lang, phrases.HOBBIES['en'])), None, None, label)]
                else:
                    runs = [run(rng.choice(['B', 'B, BE', 'Klasse B' if self.lang == 'de' else 'B', 'A, B']), None, None, label)]
                values.append([r for r in runs if r[0]])
            name = {'skill': lambda: self.group_names(1)[0], 'language': lambda: rng.choice(w.headings('languages')[:6] or ['Languages']), 'cert': lambda: self.word(CERT_WORD), 'interest': lambda: rng.choice(w.headings('interests')[:6] or ['Interests']),
                    'licence': lambda: rng.choice(lx.WORDS.get(self.lang, lx.WORDS['en']).get('drivingLicence') or ['Driving licence'])}[kind]()
            first = values[0][0][3]
            left = [self.para([run(name + rng.choice(['', ':']), 'group' if role not in ('contact', 'interest') else None, look, first)], first)]
            if sep == '\n':
                right = [self.para(v, v[0][3]) for v in values]
            else:
                line = []
                for v in values:
                    line += ([run(sep, None, None, v[0][3])] if line else []) + v
                right = [self.para(line, first)]
            out.append(Row([(share, left), (1 - share, right)], gap=10, grid=grid, before=self.gap / 3) if not self.narrow else left[0])
            out += right if self.narrow else []
        return out

    def brief(self):
        """A person told in a few bullets: name, sex and year, last school, years of work, the job looked for."""
        rng, w, out = self.rng, self.w, []
        sep, colon = rng.choice(['/', ' / ', ' | ', ' · ', '，']), '：' if self.lang in ('zh', 'ja') else ': '
        contact = self.lab('contact', 'personal')
        item = self.item()
        edu = self.lab('edu_head', 'education', item)
        degree, school, field = w.degree(rng), w.school(rng), w.field(rng) + ('系' if self.lang == 'zh' and self.chance(0.5) else '')
        parts = [run(degree, 'degree', None, edu), run(sep, None, None, edu), run(school, 'institution', None, edu), run(rng.choice(['', ' ', sep]), None, None, edu), run(field, 'field', None, edu)]
        if self.chance(0.4):
            parts = parts[2:] + [run(sep, None, None, edu), parts[0]]
        self.gold['education'].append({'institution': school, 'degree': degree, 'field_of_study': field, 'graduation_date': None})
        lines = [[run(w.person(rng)[0] if self.chance(0.1) else rng.choice({'zh': ['男', '女'], 'ja': ['男性', '女性'], 'ko': ['남', '여']}.get(self.lang, ['m', 'f'])), None, None, contact), run(sep + str(self.now - rng.randint(20, 40)), None, None, contact)], [r for r in parts if r[0]],
                 [run({'zh': '工作年限', 'ja': '経験年数', 'ko': '경력'}.get(self.lang, 'Experience') + colon + rng.choice((YEARS.get(self.lang) or YEARS['en']).split('|')).format(n=rng.randint(1, 12)), None, None, contact)]]
        rng.shuffle(lines)
        return [(self.bulleted if self.style['alt'] else self.para)(r, r[0][3]) for r in lines] + self.wishes()

    def clause(self):
        text = self.rng.choice((CLAUSES.get(self.lang) or CLAUSES['en']).split('|'))
        return [self.rng.choice([6, 14]), self.para(text, ('other', 'declaration', -1, -1), size=self.size * self.rng.choice([1, 0.85, 0.75]))]

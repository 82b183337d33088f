# SPDX-License-Identifier: Apache-2.0
"""Degrees and fields of study as the languages write them together, and where one ends and the other begins.

A pattern names the parts of the line: [degree], {field}; what stands outside is neither. `|` parts the patterns."""
import re

PATTERNS = {
    'en': '[B.Sc. (Hons)] {F}|[BSc (Hons)] in {F}|[BA (Hons)] {F}|[BSc Hons], {F}|[Bachelor] in {F}|[Bachelor\'s Degree] in {F}|[Bachelor of Science (B.Sc.)] in {F}|[Master of Science (MSc)], {F}|[Bachelor\'s], {F}|[B.S.] {F}|[B.S.], {F}|[BS] – {F}|{F}, [BSc]|{F} ([B.A.])|{F}, [M.Eng.]|{F} - [Diploma]'
          '|[Master] {F}|[Master\'s] in {F}|[M.S.] ({F})|[MBA], {F}|[MBA] with a concentration in {F}|[PhD] in {F}|[Ph.D. Candidate] in {F}|[PhD candidate], {F}|[B.Tech] ({F})|[B.E.] in {F}|[B.Com] {F}|[Associate of Applied Science] in {F}|[A.A.S.], {F}|[Diploma] in {F}|[Postgraduate Diploma] in {F}|[Certificate] in {F}'
          '|[Graduate Certificate], {F}|[Bachelor of Science] Major: {F}|[B.S.], Major in {F}|[BA] in {F & F}|[B.A.], {F and F}|[Double Major], {F and F}|[Master], {F - F}|[B.S.] in {F/F}|[B.A.], {F with F}|[BSc] {F with F}|[B.S.] in {F}, Minor in F|[BA] {F} (minor in F)|[B.Sc.] in {F}, F minor|[M.Sc.] in {F, Specialization in F}|[BS] {F with F Concentration}|[Bachelor of Arts] in {F (F)}'
          '|[High School Diploma]|[GED]|[A-Levels]: {F, F, F}|[A Levels] ({F, F, F})|[GCSEs]|[10 GCSEs] including {F and F}|[Advanced Secondary Education]|[Exchange Semester]|[Semester Abroad]|[Study Abroad Program]|[Exchange Student], {F}|[Year Abroad] ({F})|[Bachelor of Commerce]|[Bachelor of Education]|[Bachelor of Laws (LL.B.)]'
          '|[Juris Doctor]|[Doctor of Medicine (MD)]|[LL.M.], {F}|[Bootcamp]: {F}|[Continuing Education], {F}|[BTEC Level 3] {F}|[BTEC Extended Diploma] in {F}|[NVQ Level 2] {F}|[HND] {F}|[HSC], {F}|[SSC]|[Class XII] ({F})|[Intermediate]|[Foundation Degree] in {F}|[Executive MBA]|[Undergraduate] in {F}|[Master Studies] {F}|[Bachelor Studies] - {F}'
          '|[Master of Public Health]|[MSc] by Research, {F}|[BSc] {F} (Honours)|[B.S.]: {F}|[B.F.A.] | {F}|{F} — [M.A.]|[Major] in {F}|[Degree] in {F}',
    'de': '[Master] {F und F}|[B.Sc.], {F}|[B.A.] – {F}|[Diplom-Informatiker (FH)]|[Diplom-Ingenieurin (FH)] {F}|[Dipl.-Ing.] {F}|[Dipl.-Kfm.]|[Diplom-Kaufmann (Univ.)]|[Diplom] {F}|[Staatsexamen] {F}|[1. Staatsexamen] {F}|[Erstes Juristisches Staatsexamen]|[Studium] der {F}|[Studium] {F}|Studium {F} ([B.Sc.])|Studium der {F}, Abschluss: [Master of Science]|Studium {F}, [M.A.]|[Bachelorstudium] {F}'
          '|[Masterstudium] {F}|[Bachelorstudiengang] „{F}“|[Bachelor of Science] {F}|[B.Sc.] {F}|[M. Sc.] {F}|[B. Eng.] {F}|[Bachelor] {F}|[Master] in {F}|[Master of Arts] ({F})|{F} ([M.Sc.])|{F}, [B.A.]|[Promotion] in {F}|[Promotion (Dr. rer. nat.)], {F}|[Dr.-Ing.], {F}|[Magister Artium] {F}|[Lehramt] {F und F}|[Lehramt Gymnasium] ({F, F})'
          '|[Abitur]|[Abitur (Allgemeine Hochschulreife)]|[Allgemeine Hochschulreife]|Abschluss: [Abitur]|[Fachabitur] {F}|[Fachhochschulreife]|[Realschulabschluss]|[Mittlere Reife]|Abschluss: [Mittlere Reife]|[Hauptschulabschluss]|[Qualifizierender Hauptschulabschluss]|[Matura]|[Ausbildung zum Industriekaufmann]|[Ausbildung zur Bankkauffrau (IHK)]|[Ausbildung zum Koch]'
          '|[Ausbildung zum Elektroniker für Betriebstechnik]|[Ausbildung zur Medizinischen Fachangestellten]|[Berufsausbildung zum Kfz-Mechatroniker]|[Abgebrochenes Studium] der {F}|[Lehre als Tischler]|[Staatlich geprüfter Techniker], Fachrichtung {F}|[Duales Studium] {F}|[Fernstudium] {F}|[Auslandssemester]|[Erasmus-Semester]|[Meisterschule]|[Handwerksmeister] {F}|[Umschulung zum Fachinformatiker]'
          '|[Bachelor of Arts] Schwerpunkt: {F}|[Master of Science], {F}, Nebenfach F|[Grundschule]|[Fachwirt (IHK)] {F}|[Studium] – {F}',
    'fr': '[Licence] {F}|[Master] {F - F}|[Licence] {F, F et F}|[Master] - {F : F}|[Licence] en {F}|[Licence professionnelle] {F}|[Licence 3] {F}|[L3] {F}|[Licence], mention {F}|[Master] {F}|[Master 1] {F}|[Master 2] {F}|[Master 2 Recherche] en {F}|[M2] - {F}|[Master Professionnel] : {F}|[Mastère spécialisé] {F}|[BTS] {F}|[BTS] - {F}|[DUT] {F}|[BUT] {F}|[DEUG] {F}|[DEA] {F}|[DESS] {F}|[Doctorat] en {F}|[Thèse] de {F}'
          '|[Diplôme d’ingénieur]|[Diplôme d’ingénieur] en {F}|[Ingénieur] {F}|[Cycle ingénieur], {F}|[Bac +5] {F}|[Bac+3] en {F}|[Baccalauréat]|[Baccalauréat] {série S}|[Baccalauréat] {scientifique}|[Bac] {série ES}|[Baccalauréat] {section L}|[Bac S] mention Bien|[Bac STMG]|[Bac Pro] {F}|[CAP] {F}|[BEP] {F}|[Brevet des collèges]|[Classe préparatoire]|[Classes préparatoires] {MPSI/MP}|[CQP] {F}|[Titre professionnel] {F}'
          '|[Année Erasmus]|[Semestre d’échange]|[Formation] {F}|[Diplôme universitaire] {F}|[DAEU]|[MBA] {F}|[Bachelor] en {F}|{F} ([Master])|[Licence d’Études Fondamentales] {F}|[Master] spécialité {F}|[Licence] option {F}',
    'es': '[Grado] en {F}|[Máster] {F y F}|[Licenciatura], {F}|[Grado]: {F}|[Doble Grado] en {F y F}|[Licenciatura] en {F}|[Licenciado] en {F}|[Licenciada] en {F}|[Lic.] en {F}|[Máster] en {F}|[Máster Universitario] en {F}|[Master] {F}|[Maestría] en {F}|[Posgrado] en {F}|[Especialización] en {F}|[Diplomatura] en {F}|[Diplomado] en {F}|[Doctorado] en {F}|[Ingeniería] en {F}|[Ingeniero] en {F}|[Ingeniería Técnica] en {F}|[Ingeniería Industrial]'
          '|[Ingeniería Informática]|[Bachillerato]|[Bachillerato] de {Ciencias}|[Bachiller] en {Ciencias Sociales}|[Bachiller]|[ESO]|[Graduado en ESO]|[Educación Secundaria]|[Secundario completo]|[Técnico Superior] en {F}|[Técnico] en {F}|[Tecnicatura] en {F}|[FP Grado Superior]: {F}|[CFGS] {F}|[CFGM] {F}|[Ciclo Formativo de Grado Superior] en {F}|[Curso] de {F}|{F} ([Grado])|[Título] de {F}|[Carrera] de {F}|[Beca Erasmus]|[MBA]',
    'it': '[Laurea magistrale] in {F}|[Laurea Magistrale] - {F}|[Laurea triennale] in {F}|[Laurea] in {F}|[Laurea specialistica] in {F}|[Laurea quinquennale] in {F}|[Laurea di primo livello], {F}|[Laurea Magistrale (LM-32)] in {F}|[Dottorato di ricerca] in {F}|[Master di I livello] in {F}|[Master] in {F}|[Master Universitario di II livello]: {F}|[Diploma di maturità scientifica]|[Diploma] di {Ragioneria}|[Maturità classica]'
          '|[Maturità scientifica]|[Diploma di scuola superiore]|[Diploma di liceo linguistico]|[Diploma] di {Perito Informatico}|[Diploma tecnico]|[Licenza media]|[Corso di laurea] in {F}|[Scuola di specializzazione] in {F}|[Qualifica professionale] {F}|{F} ([Laurea])|[Erasmus]|[Abilitazione] {F}',
    'nl': '[HBO] {F}|[Master], {F}|[Bachelor] – {F}|[MBO 4], {F}|[HBO Bachelor] {F}|[HBO], {F}|[HBO-bachelor] {F}|[MBO 4] {F}|[MBO 3] – {F}|[MBO niveau 2] {F}|[MBO] {F}|[WO Bachelor] {F}|[WO Master] {F}|[WO] {F}|[Bachelor] {F}|[Master] {F}|[MSc] {F}|[BSc] in {F}|[Propedeuse] {F}|[VWO]|[VWO], {Natuur & Techniek}|[VWO], profiel {Cultuur & Maatschappij}|[HAVO]|[HAVO] {Economie & Maatschappij}|[VMBO-T]|[VMBO] {Zorg & Welzijn}|[MAVO]|[Gymnasium]'
          '|[Atheneum]|[Minor] {F}|[Post-HBO] {F}|[Erasmus]|[Associate degree] {F}|[PhD] {F}|{F} ([HBO])|[HBO-V] {Verpleegkunde}|[PABO]|[LTS] {F}',
    'pt': '[Licenciatura] em {F}|[Bacharelado] em {F}|[Bacharel] em {F}|[Graduação] em {F}|[Pós-graduação] em {F}|[Mestrado] em {F}|[Mestrado Integrado] em {F}|[Doutoramento] em {F}|[Doutorado] em {F}|[MBA] em {F}|[MBA] - {F}|[Tecnólogo] em {F}|[Técnico] em {F}|[Curso Técnico] em {F}|[Ensino Médio]|[Ensino Médio completo]|[Ensino Secundário]|[12.º ano]|[Especialização] em {F}|{F} ([Bacharelado])|[Superior completo] em {F}|[Intercâmbio]',
    'pl': '[magister inżynier], kierunek: {F}|[Magister], {F}|[Licencjat], {F}|[Licencjat] – kierunek {F}|[studia magisterskie], {F}|[Studia I stopnia], kierunek {F}|[Studia podyplomowe]: {F}|[inżynier], {F}|[Technik informatyk]|[Matura]|[Wykształcenie średnie]|[Doktorat], {F}',
    'tr': '[Lisans], {F}|[Lisans] - {F}|[Yüksek Lisans] {F}|{F} ([Lisans])|{F}, [Önlisans]|[Lise]|{F Bölümü}|[Doktora], {F}', 'ro': '[Licență] în {F}|[Master] în {F}|[Diplomă de licență], {F}|[Diplomă de bacalaureat]|[Doctorat] în {F}',
    'ru': '[Бакалавр], {F}|[Магистр], {F}|[Высшее], {F}|[Специалист], {F}|{F}, [бакалавриат]|[Среднее специальное], {F}|Специальность: {F}', 'cs': '[Bc.], {F}|[Ing.], {F}|[Magisterské studium], {F}|[Maturita]|obor {F}|[Bakalářské studium] – {F}',
    'sv': '[Kandidatexamen] i {F}|[Masterexamen] i {F}|[Civilingenjör] {F}|[Högskoleexamen], {F}|[Gymnasieexamen]|[Studentexamen]|[Naturvetenskapsprogrammet]|[Magisterexamen], {F}', 'da': '[Bachelor] i {F}|[Kandidat] i {F}|[Cand.merc.] {F}|[HF]|[STX]|[HHX]|[Studentereksamen]|[Diplomingeniør], {F}', 'no': '[Bachelor] i {F}|[Master] i {F}|[Årsstudium] i {F}|[Videregående skole], {Studiespesialisering}|[Fagbrev] {F}|[Siv.ing.], {F}',
    'zh': '[本科] · {F}|[本科] {F}|{F} [本科]|{F}（[本科]）|{F专业} [本科]|{F专业}（[硕士]）|[本科]，{F专业}|[本科]（{F}）|[工学学士] {F}|[学士] - {F}|[硕士研究生] {F}|[硕士]，{F}|{F} [硕士研究生]|[研究生]，{F专业}|[博士] {F}|[大专] {F}|{F} | [大专]|[全日制本科] {F}|{F}（[本科]/全日制）|[统招本科] | {F}|专业：{F} 学历：[本科]|[本科]/{F}|{F} / [硕士]|[MBA]|[高中]|[中专] {F}|{F专业}|[理学硕士]，{F}|[管理学学士]，{F}',
    'ja': '[学士（工学）] {F}|[学士]（{F}）|{工学部 F}|{経済学部 F}|{文学部F}|{理学部 F} [学士]|{工学研究科 F} [修士課程]|{理工学研究科} [修士]|[修士（理学）]|[修士課程] {F}|[博士前期課程] {情報学研究科}|[博士後期課程] {F}|[工学修士] {F}|[高校卒業]|{普通科}|{F}|[MBA]|{F} [専門士]|{法学部 法律学科}|{商学部 F} [学士]',
    'ko': '[학사] {F}|{F} [학사]|{F} ([학사])|{F과} [석사]|{F 전공} [학사]|[석사], {F}|[박사] - {F}|{F과}|{F} / [전문학사]|[고등학교 졸업]|{F} | [학사]|[학사] ({F과})'}
PATTERNS = {k: v.split('|') if k not in ('en', 'zh', 'ko') else [p.replace('¦', '|') for p in re.sub(r' \| ', ' ¦ ', v).split('|')] for k, v in PATTERNS.items()}


def pair(rng, world):
    """([(text, field)], degree, field of study) of a pattern of the language."""
    text = rng.choice(PATTERNS.get(world.lang) or PATTERNS['en'])
    suffixed = world.lang in ('ja', 'ko')
    while 'F' in re.sub(r'[A-Z]F|F[A-Z]', '', text):
        m = re.search(r'(?<![A-Za-zÀ-ɏ])F(?![A-Za-zÀ-ɏ])', text)
        if not m:
            break
        name = world.field(rng)
        name = name.rstrip('과') if suffixed and text[m.end():m.end() + 1] == '과' else name
        name = name[:-2] if world.lang == 'zh' and name.endswith('专业') else name
        text = text[:m.start()] + re.sub(r'[\[\]{}F]', lambda c: c.group() if c.group() == 'F' else '', name).replace('F', '\x00') + text[m.end():]
    text = text.replace('\x00', 'F')
    runs, degree, field = [], None, None
    for part in re.findall(r'\[[^\]]*\]|\{[^}]*\}|[^\[{]+', text):
        kind = {'[': 'degree', '{': 'field'}.get(part[0])
        value = part[1:-1] if kind else part
        runs.append((value, kind))
        degree, field = (value if kind == 'degree' else degree), (value if kind == 'field' else field)
    return runs, degree, field


HONOURS = {'en': ['magna cum laude', 'First Class Honours', 'with Distinction', 'GPA 3.8', 'GPA: 3.92/4.0', '2:1', 'Upper Second', 'CGPA: 8.2'], 'de': ['Note: 1,7', '1,3', 'Abschlussnote 2,0', 'Note 1,9 (gut)', 'mit Auszeichnung', 'Gesamtnote: 2,1'], 'fr': ['mention Bien', 'mention Très Bien', 'mention AB', 'Major de promotion'],
           'es': ['Matrícula de Honor', 'Nota media: 8,3', 'Promedio: 9.1', 'Sobresaliente'], 'it': ['110/110', '110 e lode', 'Votazione: 104/110', 'voto 98/100'], 'nl': ['cum laude', 'gemiddeld 7,8'], 'pt': ['média 16', 'CR 8,7'], 'zh': ['GPA：3.7/4.0', '排名前5%', '绩点3.6'], 'ko': ['4.2/4.5', '학점 3.9/4.5'], 'ja': ['GPA 3.4']}

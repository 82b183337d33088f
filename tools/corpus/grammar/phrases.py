# SPDX-License-Identifier: Apache-2.0
"""Small banks of phrases for duties, summaries and sentences about oneself, by language.

A duty is made of a verb phrase, a thing and sometimes an end; lists are separated by bars."""

BANK = {
    'en': dict(
        verb='Managed|Led|Developed|Coordinated|Prepared|Designed|Implemented|Maintained|Improved|Supported|Trained|Assisted with|Responsible for|Supervised|Oversaw|Reviewed|Delivered|Planned|Processed|Negotiated|Monitored|Created|Built|Launched|Reduced|Increased|Analyzed|Handled|Operated|Inspected|Documented|Advised on|Organised|Taught|Worked on|Ensured|Provided|Conducted|Established|Streamlined',
        thing='the annual budget|customer complaints|new reporting tools|weekly team meetings|inventory and stock levels|a team of {n} people|payroll for {n} employees|supplier contracts|the migration of legacy systems|patient records|lesson plans|marketing campaigns|safety inspections|monthly forecasts|client accounts|technical documentation|quality control procedures|the recruitment process|test cases and defects|shipments and deliveries|the production line|internal audits|social media channels|database queries|vendor relationships|store openings|daily operations|web applications|training materials|cash handling|project schedules|regulatory filings|the call centre|site visits|grant applications',
        tail='|||||, saving {n}% of costs| across {n} locations| in cooperation with other departments| within deadline and budget| using Excel and SAP| for key customers| and reported to senior management|, which raised satisfaction by {n}%| on a daily basis| according to company policy| from concept to launch|, {n} cases a week',
        about='Experienced professional with {n} years in the field|Motivated team player with a strong record of results|Detail-oriented and reliable|Looking for a new challenge in a growing company|Used to working under pressure and to tight deadlines|Proven ability to lead teams and deliver projects|Strong communication skills and a customer focus|Passionate about learning new things|Able to work alone and in a team|Results-driven and highly organized'),
    'de': dict(
        verb='Verantwortlich für|Betreuung von|Planung und Umsetzung von|Leitung von|Erstellung von|Durchführung von|Mitarbeit bei|Koordination von|Optimierung von|Pflege von|Überwachung von|Bearbeitung von|Vorbereitung von|Einführung von|Unterstützung bei|Kontrolle von|Entwicklung von|Wartung von|Ansprechpartner für|Organisation von',
        thing='Kundenaufträgen|Angeboten und Rechnungen|Schulungen für {n} Mitarbeiter|Bestandskunden im Raum Süddeutschland|Produktionsanlagen|Monats- und Jahresabschlüssen|technischen Dokumentationen|Lieferantenverträgen|Marketingkampagnen|Qualitätsprüfungen|internen Projekten|Reklamationen|Datenbanken und Schnittstellen|Auszubildenden|Dienstplänen|Baustellen|Prüfberichten|Messeauftritten|Lagerbeständen|Testfällen|Personalgesprächen|Reisekostenabrechnungen|Webanwendungen',
        tail='||||| in Zusammenarbeit mit dem Vertrieb| mit SAP und Excel| an {n} Standorten| im Schichtbetrieb| unter Einhaltung der Vorschriften|, Senkung der Kosten um {n} %| für Großkunden| nach ISO 9001',
        about='Engagierte Fachkraft mit {n} Jahren Berufserfahrung|Zuverlässig, teamfähig und belastbar|Ich arbeite gern selbstständig und strukturiert|Auf der Suche nach einer neuen Herausforderung|Freude am Umgang mit Menschen|Sicheres Auftreten und gute Ausdrucksweise|Hohe Lernbereitschaft und Verantwortungsbewusstsein|Erfahrung in der Führung kleiner Teams'),
    'fr': dict(
        verb='Gestion de|Suivi de|Responsable de|Mise en place de|Coordination de|Encadrement de|Participation à|Élaboration de|Développement de|Réalisation de|Analyse de|Préparation de|Contrôle de|Organisation de|Animation de|Rédaction de|Accueil et conseil de|Optimisation de|Maintenance de|Formation de',
        thing='la clientèle|dossiers administratifs|projets internes|budgets annuels|une équipe de {n} personnes|stocks et livraisons|plannings hebdomadaires|rapports mensuels|campagnes publicitaires|contrats fournisseurs|la paie de {n} salariés|documents techniques|nouveaux collaborateurs|la comptabilité générale|tableaux de bord|chantiers|réunions d’équipe|appels d’offres|la qualité des produits|applications web|bases de données|commandes',
        tail='|||||, soit une hausse de {n} %| en lien avec la direction| sur {n} sites| dans le respect des délais| avec SAP et Excel| auprès des grands comptes| selon les normes en vigueur| au quotidien',
        about='Professionnel expérimenté avec {n} ans de pratique|Sens du contact et esprit d’équipe|Rigoureux, autonome et motivé|À la recherche d’un nouveau défi professionnel|Capacité à gérer les priorités|Goût pour les nouvelles technologies|Bonne présentation et aisance relationnelle|Polyvalent et à l’écoute'),
    'es': dict(
        verb='Gestión de|Responsable de|Coordinación de|Elaboración de|Desarrollo de|Atención a|Supervisión de|Control de|Apoyo en|Planificación de|Análisis de|Preparación de|Implementación de|Seguimiento de|Organización de|Mantenimiento de|Formación de|Negociación de|Diseño de|Optimización de',
        thing='clientes y proveedores|un equipo de {n} personas|informes mensuales|presupuestos anuales|inventarios y almacén|campañas de marketing|proyectos internos|la facturación|nóminas de {n} empleados|documentación técnica|incidencias|procesos de selección|bases de datos|redes sociales|auditorías internas|aplicaciones web|obras y contratistas|la caja diaria|pedidos y envíos|manuales de procedimiento|clases y talleres',
        tail='||||| en {n} sedes| con SAP y Excel|, con un ahorro del {n} %| en coordinación con otras áreas| según la normativa vigente| para grandes cuentas| en turnos rotativos| de forma diaria',
        about='Profesional con {n} años de experiencia|Persona responsable, organizada y proactiva|Facilidad para trabajar en equipo|En busca de nuevos retos profesionales|Orientación a resultados y al cliente|Capacidad de aprendizaje y adaptación|Buenas habilidades de comunicación|Interés por las nuevas tecnologías'),
    'it': dict(
        verb='Gestione di|Responsabile di|Coordinamento di|Sviluppo di|Supporto a|Preparazione di|Analisi di|Organizzazione di|Controllo di|Assistenza a|Progettazione di|Redazione di|Manutenzione di|Pianificazione di|Supervisione di|Realizzazione di',
        thing='clienti e fornitori|un team di {n} persone|report mensili|magazzino e spedizioni|campagne pubblicitarie|budget annuali|pratiche amministrative|applicazioni web|contratti|documentazione tecnica|la contabilità generale|progetti europei|corsi di formazione|impianti di produzione|ordini e fatture|eventi aziendali|pazienti in reparto|cantieri edili',
        tail='||||| presso {n} sedi| con SAP ed Excel|, riducendo i costi del {n}%| in collaborazione con la direzione| secondo le norme vigenti| per clienti internazionali| su turni',
        about='Professionista con {n} anni di esperienza|Persona precisa, affidabile e motivata|Ottime capacità relazionali|Alla ricerca di nuove opportunità|Predisposizione al lavoro di gruppo|Capacità di lavorare per obiettivi|Spirito di iniziativa e flessibilità'),
    'nl': dict(
        verb='Verantwoordelijk voor|Begeleiden van|Opstellen van|Coördineren van|Ontwikkelen van|Uitvoeren van|Onderhouden van|Beheren van|Adviseren over|Organiseren van|Ondersteunen bij|Verwerken van|Aansturen van|Controleren van|Plannen van|Verbeteren van',
        thing='klantcontacten|een team van {n} medewerkers|maandrapportages|facturen en bestellingen|projectplanningen|marketingcampagnes|technische documentatie|de voorraad|interne opleidingen|webapplicaties|leveranciers|dossiers|kwaliteitscontroles|roosters|de salarisadministratie|klachten|evenementen|testscenario’s',
        tail='||||| op {n} locaties| met SAP en Excel| in samenwerking met andere afdelingen|, met {n}% minder kosten| volgens de geldende richtlijnen| voor zakelijke klanten| in ploegendienst',
        about='Ervaren professional met {n} jaar ervaring|Ik ben een echte teamspeler|Nauwkeurig, zelfstandig en flexibel|Op zoek naar een nieuwe uitdaging|Klantgericht en communicatief sterk|Ik leer snel en werk graag met mensen|Stressbestendig en resultaatgericht'),
    'pt': dict(
        verb='Gestão de|Responsável por|Coordenação de|Elaboração de|Desenvolvimento de|Atendimento a|Controle de|Apoio a|Planejamento de|Análise de|Acompanhamento de|Supervisão de|Organização de|Manutenção de|Implantação de|Treinamento de',
        thing='clientes e fornecedores|uma equipe de {n} pessoas|relatórios mensais|estoque e logística|campanhas de marketing|orçamentos|projetos internos|folha de pagamento|documentação técnica|contratos|sistemas internos|aplicações web|processos seletivos|obras|eventos|contas a pagar e a receber|indicadores de desempenho',
        tail='||||| em {n} unidades| com SAP e Excel|, com redução de {n}% dos custos| em parceria com outras áreas| conforme as normas| para grandes contas| no dia a dia',
        about='Profissional com {n} anos de experiência|Pessoa proativa, organizada e responsável|Facilidade para trabalhar em equipe|Busco novos desafios profissionais|Boa comunicação e foco em resultados|Facilidade de aprendizado'),
    'pl': dict(
        verb='Obsługa|Prowadzenie|Przygotowywanie|Nadzór nad|Koordynacja|Tworzenie|Kontrola|Analiza|Planowanie|Organizacja|Wdrażanie|Wsparcie|Odpowiedzialność za|Rozwój',
        thing='klientów indywidualnych|dokumentacji technicznej|zespołu {n} osób|raportów miesięcznych|projektów|magazynu|faktur i płatności|szkoleń|kampanii reklamowych|zamówień|aplikacji internetowych|budżetu|procesu rekrutacji|maszyn i urządzeń|rozmów handlowych',
        tail='|||| w {n} oddziałach| w systemie SAP|, redukcja kosztów o {n}%| we współpracy z innymi działami| zgodnie z przepisami| dla kluczowych klientów',
        about='Specjalista z {n}-letnim doświadczeniem|Osoba odpowiedzialna i komunikatywna|Umiejętność pracy w zespole|Szukam nowych wyzwań zawodowych|Dobra organizacja pracy|Odporność na stres'),
    'sv': dict(
        verb='Ansvarig för|Planering av|Utveckling av|Samordning av|Uppföljning av|Hantering av|Stöd till|Ledning av|Analys av|Underhåll av|Utbildning av|Arbetade med',
        thing='kundärenden|ett team på {n} personer|månadsrapporter|projekt|lager och leveranser|budget|webbapplikationer|avtal|marknadsföring|dokumentation|rekrytering|kvalitetskontroller|fakturor|schemaläggning',
        tail='|||| på {n} orter| i SAP och Excel| i samarbete med andra avdelningar|, med {n} % lägre kostnader| enligt gällande rutiner',
        about='Erfaren medarbetare med {n} års erfarenhet|Noggrann, flexibel och positiv|Jag trivs med att arbeta i team|Söker nya utmaningar|Van att arbeta självständigt|God kommunikationsförmåga'),
    'da': dict(
        verb='Ansvarlig for|Planlægning af|Udvikling af|Koordinering af|Opfølgning på|Håndtering af|Støtte til|Ledelse af|Analyse af|Vedligeholdelse af|Undervisning i',
        thing='kundehenvendelser|et team på {n} medarbejdere|månedsrapporter|projekter|lager og levering|budgetter|webløsninger|kontrakter|markedsføring|dokumentation|rekruttering|fakturering|vagtplaner',
        tail='|||| på {n} afdelinger| i SAP og Excel| i samarbejde med andre afdelinger|, med {n} % lavere omkostninger',
        about='Erfaren medarbejder med {n} års erfaring|Omhyggelig, fleksibel og positiv|Jeg trives med teamwork|Søger nye udfordringer|Vant til at arbejde selvstændigt'),
    'no': dict(
        verb='Ansvarlig for|Planlegging av|Utvikling av|Koordinering av|Oppfølging av|Håndtering av|Støtte til|Ledelse av|Analyse av|Vedlikehold av|Opplæring av',
        thing='kundehenvendelser|et team på {n} personer|månedsrapporter|prosjekter|lager og levering|budsjetter|nettløsninger|kontrakter|markedsføring|dokumentasjon|rekruttering|fakturering|turnusplaner',
        tail='|||| på {n} steder| i SAP og Excel| i samarbeid med andre avdelinger|, med {n} % lavere kostnader',
        about='Erfaren medarbeider med {n} års erfaring|Nøyaktig, fleksibel og positiv|Trives med teamarbeid|Søker nye utfordringer|Vant til å arbeide selvstendig'),
    'cs': dict(
        verb='Zodpovědnost za|Vedení|Příprava|Koordinace|Vývoj|Správa|Kontrola|Analýza|Plánování|Organizace|Podpora|Zpracování',
        thing='zákazníků|týmu {n} lidí|měsíčních reportů|projektů|skladu|smluv|webových aplikací|technické dokumentace|školení|objednávek|rozpočtu|výroby|náboru',
        tail='|||| v {n} pobočkách| v systému SAP|, snížení nákladů o {n} %| ve spolupráci s ostatními odděleními',
        about='Odborník s {n} lety praxe|Spolehlivý, pečlivý a komunikativní|Umím pracovat v týmu|Hledám nové výzvy|Samostatnost a odpovědnost'),
    'tr': dict(
        verb='Müşteri|Satış|Proje|Bütçe|Üretim|Depo|Personel|Kalite|Eğitim|Yazılım|Rapor|Sözleşme',
        thing='süreçlerinin yönetimi|takibi ve raporlanması|planlaması|ekibinin koordinasyonu|geliştirme çalışmaları|kontrolü|analizi|hazırlanması|ilişkilerinin yürütülmesi|desteği sağlandı',
        tail='|||| ({n} kişi)| %{n} iyileştirme| diğer birimlerle iş birliği içinde| SAP ve Excel kullanılarak',
        about='Alanında {n} yıl deneyimli|Takım çalışmasına yatkın|Sorumluluk sahibi ve çözüm odaklı|Yeni fırsatlar arıyorum|İletişimi güçlü, öğrenmeye açık'),
    'ro': dict(
        verb='Gestionarea|Coordonarea|Elaborarea|Dezvoltarea|Controlul|Analiza|Planificarea|Organizarea|Întreținerea|Pregătirea|Supravegherea',
        thing='clienților și furnizorilor|unei echipe de {n} persoane|rapoartelor lunare|stocurilor|proiectelor|bugetului anual|aplicațiilor web|contractelor|documentației tehnice|comenzilor|campaniilor de marketing',
        tail='|||| în {n} locații| cu SAP și Excel|, reducând costurile cu {n}%| în colaborare cu alte departamente',
        about='Profesionist cu {n} ani de experiență|Persoană organizată și responsabilă|Spirit de echipă|În căutarea unor noi provocări|Bune abilități de comunicare'),
    'ru': dict(
        verb='Ведение|Разработка|Подготовка|Контроль|Организация|Координация|Анализ|Сопровождение|Планирование|Внедрение|Обеспечение|Обучение',
        thing='клиентской базы|отчётности|проектов|команды из {n} человек|складского учёта|договоров|рекламных кампаний|технической документации|веб-приложений|бюджета|персонала|закупок|производства|заявок',
        tail='|||| в {n} филиалах| в системе 1С|, снижение затрат на {n} %| совместно с другими отделами| для ключевых клиентов',
        about='Специалист с опытом работы {n} лет|Ответственность и коммуникабельность|Умение работать в команде|Ищу новые профессиональные задачи|Быстрая обучаемость|Стрессоустойчивость'),
    'zh': dict(
        verb='负责|参与|主导|协助|完成|组织|独立完成|推动|制定|优化|跟进|配合团队完成',
        thing='公司产品的日常运营|客户需求分析与方案设计|后端接口的开发与维护|部门年度预算的编制|团队{n}人的管理工作|市场推广活动的策划|数据库的设计与优化|供应商的开发与管理|招聘与培训工作|财务报表的编制|项目进度与质量的控制|生产现场的安全检查|用户增长方案|教学计划的编写|测试用例的编写与执行|新媒体内容的撰写',
        tail='。||，效率提升{n}%。|，覆盖{n}家门店。|，并定期向上级汇报。|，成本降低{n}%；|。|；',
        about='本人性格开朗，善于沟通|具有{n}年相关工作经验|学习能力强，能吃苦耐劳|有较强的团队合作精神|工作认真负责，积极主动|熟练使用办公软件|希望在贵公司发挥所长'),
    'ja': dict(
        verb='法人顧客向けの|社内の|新規事業の|Webサービスの|製造現場の|店舗の|海外拠点の|基幹システムの|チーム{n}名の|営業部門の',
        thing='提案営業を担当|運用・保守を担当|要件定義から設計まで対応|マネジメントを実施|品質管理に従事|売上データの分析を行った|業務改善を推進|開発・テストを担当|予算管理を担当|採用・教育を担当|資料作成を支援|受発注業務に従事',
        tail='。||し、売上を{n}%向上。|（{n}社）|、コストを{n}%削減。|',
        about='約{n}年にわたり業務に従事してまいりました|お客様の課題に寄り添うことを大切にしています|チームでの協働を得意とし、円滑な連携を心がけています|新しい技術の習得に積極的に取り組んでいます|貴社の事業に貢献したいと考えております|責任感を持って最後までやり遂げます'),
    'ko': dict(
        verb='고객사|신규 서비스|사내 시스템|매출 데이터|생산 현장|마케팅 캠페인|웹 애플리케이션|인사 제도|해외 영업|품질',
        thing='관리 및 운영|기획 및 실행|개발 및 유지보수|분석 및 보고서 작성|담당|프로세스 개선|업무 지원|교육 진행|일정 조율|제안서 작성',
        tail='|||, 매출 {n}% 증가| ({n}명)|, 비용 {n}% 절감|을 담당함| 업무 수행',
        about='{n}년간의 실무 경험을 보유하고 있습니다|책임감이 강하고 성실합니다|팀워크를 중요하게 생각합니다|새로운 기술을 배우는 것을 좋아합니다|귀사의 발전에 기여하고 싶습니다'),
}
BANK = {lang: {k: v.split('|') for k, v in bank.items()} for lang, bank in BANK.items()}

# letters: (opening, sentences, closing)
LETTER = {
    'en': ('Dear Hiring Manager,|Dear Sir or Madam,|To whom it may concern,', 'I am writing to apply for the position advertised on your website|With my background I am confident that I can add value to your team|In my last position I was responsible for a wide range of tasks|I would welcome the chance to discuss my application with you|Thank you for your time and consideration', 'Sincerely,|Kind regards,|Yours faithfully,'),
    'de': ('Sehr geehrte Damen und Herren,|Sehr geehrte Frau Schneider,|Guten Tag,', 'mit großem Interesse habe ich Ihre Stellenanzeige gelesen|in meiner derzeitigen Position bin ich für vielfältige Aufgaben zuständig|gerne möchte ich meine Erfahrung in Ihr Unternehmen einbringen|über die Einladung zu einem persönlichen Gespräch freue ich mich sehr|meine Kündigungsfrist beträgt drei Monate', 'Mit freundlichen Grüßen|Freundliche Grüße'),
    'fr': ('Madame, Monsieur,', 'Je vous adresse ma candidature pour le poste proposé|Mon expérience me permet de répondre à vos attentes|Je reste à votre disposition pour un entretien|Motivé et rigoureux, je souhaite rejoindre votre équipe', 'Cordialement,|Je vous prie d’agréer mes salutations distinguées.'),
    'es': ('Estimados señores:|A quien corresponda:', 'Me dirijo a ustedes para presentar mi candidatura|Mi experiencia me ha permitido desarrollar diversas competencias|Quedo a su disposición para una entrevista', 'Atentamente,|Un cordial saludo,'),
    'nl': ('Geachte heer, mevrouw,|Beste lezer,', 'Met veel belangstelling heb ik uw vacature gelezen|In mijn huidige functie ben ik verantwoordelijk voor diverse taken|Graag licht ik mijn motivatie toe in een gesprek', 'Met vriendelijke groet,'),
    'it': ('Gentili Signori,|Alla cortese attenzione del responsabile,', 'vi scrivo per candidarmi alla posizione proposta|la mia esperienza mi rende un candidato adatto|resto a disposizione per un colloquio', 'Cordiali saluti,')}

DECLARATION = {
    'en': 'I hereby declare that the above information is true to the best of my knowledge.|I declare that all statements made here are correct and complete.|References available upon request.',
    'it': 'Autorizzo il trattamento dei dati personali ai sensi del D.Lgs. 196/2003 e del GDPR 679/2016.|Consapevole delle responsabilità penali, dichiaro che quanto sopra corrisponde al vero.',
    'pl': 'Wyrażam zgodę na przetwarzanie moich danych osobowych dla potrzeb niezbędnych do realizacji procesu rekrutacji.',
    'pt': 'Declaro que as informações acima são verdadeiras.', 'de': 'Ich versichere die Richtigkeit der oben gemachten Angaben.',
    'es': 'Declaro bajo juramento que los datos son verdaderos.', 'ko': '위의 기재사항은 사실과 다름없음을 확인합니다.', 'zh': '本人保证以上信息真实有效。'}

# labels inside entries
IN_ENTRY = {
    'en': ('Responsibilities|Key Responsibilities|Duties|Roles & Responsibilities|Key achievements|Achievements|Selected achievements|Highlights|Main tasks|Accomplishments', 'Technologies|Tech stack|Environment|Tools|Skills used|Tools & technologies|Stack|Key skills'),
    'de': ('Aufgaben|Tätigkeiten|Aufgabengebiet|Schwerpunkte|Hauptaufgaben|Erfolge|Verantwortung', 'Technologien|Umgebung|Werkzeuge|Eingesetzte Technologien'),
    'fr': ('Missions|Missions principales|Réalisations|Tâches|Responsabilités', 'Environnement technique|Technologies|Outils'),
    'es': ('Funciones|Tareas|Logros|Responsabilidades|Funciones principales', 'Tecnologías|Herramientas|Entorno'),
    'it': ('Mansioni|Principali mansioni e responsabilità|Attività svolte|Risultati', 'Tecnologie|Strumenti'),
    'nl': ('Werkzaamheden|Taken|Verantwoordelijkheden|Resultaten', 'Technieken|Tools'), 'pt': ('Atividades|Principais atividades|Responsabilidades|Resultados', 'Tecnologias|Ferramentas'),
    'pl': ('Zakres obowiązków|Obowiązki|Osiągnięcia', 'Technologie|Narzędzia'), 'sv': ('Arbetsuppgifter|Ansvar', 'Tekniker|Verktyg'), 'da': ('Arbejdsopgaver|Ansvar', 'Teknologier'),
    'no': ('Arbeidsoppgaver|Ansvar', 'Teknologier'), 'cs': ('Náplň práce|Odpovědnosti', 'Technologie'), 'tr': ('Görevler|Sorumluluklar', 'Teknolojiler'),
    'ro': ('Responsabilități|Activități principale', 'Tehnologii'), 'ru': ('Обязанности|Должностные обязанности|Достижения', 'Технологии|Стек'),
    'zh': ('工作内容|工作职责|主要业绩|职责描述|工作描述|岗位职责', '技术栈|使用技术|开发环境'), 'ja': ('業務内容|担当業務|実績|主な業務|担当業務と実績', '使用技術|開発環境|使用言語'),
    'ko': ('담당업무|주요 업무|업무내용|주요 성과', '기술 스택|사용 기술')}
IN_ENTRY = {k: tuple(x.split('|') for x in v) for k, v in IN_ENTRY.items()}

HOBBIES = {
    'en': 'Reading|Hiking|Photography|Travelling|Chess|Cooking|Football|Running|Yoga|Playing the guitar|Painting|Cycling|Swimming|Gardening|Volunteering|Board games|Music|Cinema|Blogging|Tennis|Climbing|Podcasts|Baking|Cricket|Sailing',
    'de': 'Lesen|Wandern|Fotografie|Reisen|Schach|Kochen|Fußball|Laufen|Gitarre spielen|Radfahren|Schwimmen|Gartenarbeit|Freiwillige Feuerwehr|Skifahren|Handball|Chorgesang|Klettern',
    'fr': 'Lecture|Randonnée|Photographie|Voyages|Échecs|Cuisine|Football|Course à pied|Guitare|Cinéma|Natation|Jardinage|Théâtre|Bénévolat|Tennis',
    'es': 'Lectura|Senderismo|Fotografía|Viajar|Ajedrez|Cocina|Fútbol|Correr|Música|Cine|Natación|Voluntariado|Pintura', 'it': 'Lettura|Escursionismo|Fotografia|Viaggi|Cucina|Calcio|Corsa|Musica|Cinema|Nuoto|Volontariato|Pittura',
    'nl': 'Lezen|Wandelen|Fotografie|Reizen|Schaken|Koken|Voetbal|Hardlopen|Gitaar spelen|Fietsen|Zwemmen|Tuinieren', 'pt': 'Leitura|Fotografia|Viagens|Xadrez|Culinária|Futebol|Corrida|Música|Cinema|Natação|Voluntariado',
    'pl': 'Czytanie książek|Turystyka górska|Fotografia|Podróże|Szachy|Gotowanie|Piłka nożna|Bieganie|Muzyka|Kino', 'sv': 'Läsning|Vandring|Fotografi|Resor|Schack|Matlagning|Fotboll|Löpning|Musik', 'da': 'Læsning|Vandring|Fotografi|Rejser|Madlavning|Fodbold|Løb|Musik',
    'no': 'Lesing|Fjellturer|Fotografering|Reiser|Matlaging|Fotball|Løping|Musikk|Ski', 'cs': 'Četba|Turistika|Fotografování|Cestování|Šachy|Vaření|Fotbal|Běh|Hudba', 'tr': 'Kitap okuma|Doğa yürüyüşü|Fotoğrafçılık|Seyahat|Satranç|Yemek yapma|Futbol|Müzik|Sinema',
    'ro': 'Lectură|Drumeții|Fotografie|Călătorii|Șah|Gătit|Fotbal|Alergare|Muzică', 'ru': 'Чтение|Походы|Фотография|Путешествия|Шахматы|Кулинария|Футбол|Бег|Музыка|Кино', 'zh': '阅读|徒步|摄影|旅行|围棋|烹饪|篮球|跑步|音乐|电影|羽毛球|书法',
    'ja': '読書|登山|写真撮影|旅行|将棋|料理|サッカー|ランニング|音楽鑑賞|映画鑑賞|テニス', 'ko': '독서|등산|사진|여행|바둑|요리|축구|러닝|음악 감상|영화 감상|테니스'}
HOBBIES = {k: v.split('|') for k, v in HOBBIES.items()}

# given and family names of scripts that the lists lack
NAMES = {
    'zh': ('王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤', '伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂芬婷雪玲佳宇浩轩子涵欣怡思雨梦琪俊晨阳嘉诗文博文昊天梓萱一诺雅国庆建华志远晓东海燕春梅'),
    'ja': ('佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 前田 藤田 小川 後藤 岡田 長谷川 村上 近藤 石井 坂本 遠藤 青木 藤井 西村 福田 太田 三浦 岡本 松田 中島 原田 小野 竹内 金子', '太郎 花子 翔太 美咲 健太 大輔 愛 直樹 陽子 拓也 由美子 誠 恵子 隆 真由美 雄一 和子 浩 さくら 亮 結衣 蓮 陽菜 大翔 悠真 葵 凛 智子 健一 裕子 学 洋介 麻衣 彩 達也 千尋 雅人 久美子'),
    'ko': ('김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노', '민준서연지훈수빈현우지민예은도윤하은준호유진성민은지동현혜진재현소영태영미경상훈정희영수보람승현나연우진다은'),
    'ru': ('Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев Романов Воробьёв', 'Александр Дмитрий Максим Сергей Андрей Алексей Артём Илья Кирилл Михаил Никита Матвей Роман Егор Арсений Иван Денис Евгений Даниил Тимофей Владислав Игорь Владимир Павел Руслан Марк Олег Ярослав Антон Николай Данил')}
RU_FATHERS = 'Александрович Дмитриевич Сергеевич Андреевич Алексеевич Михайлович Иванович Владимирович Николаевич Павлович Олегович Игоревич'.split()
RU_SCHOOLS = 'Московский государственный университет имени Ломоносова|Санкт-Петербургский политехнический университет|Казанский федеральный университет|Уральский государственный экономический университет|Новосибирский государственный университет|Самарский университет|МГТУ им. Н. Э. Баумана|Южный федеральный университет|Томский политехнический университет|Колледж информатики'.split('|')
RU_CITIES = 'Москва Санкт-Петербург Казань Екатеринбург Новосибирск Самара Ростов-на-Дону Томск Омск Краснодар Пермь Воронеж Уфа Челябинск Тула'.split()
RU_DEGREES = 'Бакалавр Магистр Специалист Высшее Бакалавриат Магистратура Инженер Кандидат_наук Среднее_специальное'.replace('_', ' ').split(' ')
RU_FIELDS = 'Экономика|Юриспруденция|Прикладная математика|Информационные системы|Менеджмент|Бухгалтерский учёт|Журналистика|Строительство|Психология|Лингвистика|Машиностроение|Маркетинг'.split('|')
ZH_ORG = ('科技 网络科技 信息技术 电子商务 文化传媒 医药 机械制造 教育咨询 物流 餐饮管理 房地产 金融服务 软件 智能装备 生物科技 建筑工程 贸易 汽车零部件'.split(), '有限公司 有限公司 股份有限公司 集团 有限责任公司 公司 研究院'.split())
ZH_SYLLABLES = '华信达通宏远恒盛天诚博瑞中科创新联云智海东方鑫泰金鼎凯百佳美易优思维拓普卓越宇航飞腾'
JA_ORG = '製作所 工業 商事 電機 システムズ ソフト 物流 食品 建設 不動産 ホールディングス 銀行 化学 サービス テクノロジーズ 印刷 薬品 販売 ネットワーク'.split()
KO_SYLLABLES = '한국대성미래동서남해태양신우진명세종가온누리하늘드림테크넷스타에이브릿지'
KO_ORG = '전자 소프트 테크 물산 건설 제약 식품 상사 시스템 정보통신 엔지니어링 은행 물류 네트웍스'.split()
JA_SCHOOLS = '東都大学 中央学院大学 西日本大学 北星大学 関東工業大学 九州商科大学 名古屋経済大学 京浜大学 桜丘大学 南洋大学'.split()
ZH_SCHOOLS = '华东理工大学 江南师范学院 北方工业大学 滨海学院 中南财经政法大学 西湖职业技术学院 长江大学 岭南师范学院 东北石油大学'.split()
KO_SCHOOLS = '한빛대학교 서울과학대학교 부산경제대학교 대한고등학교 중앙여자대학교 동해대학교 남산공업고등학교'.split()
FACULTY = {'zh': '计算机学院 经济管理学院 机械工程学院 外国语学院 信息工程学院 法学院 文学院'.split(), 'ja': '工学部 経済学部 文学部 法学部 理学部 商学部 教育学部 情報学部 薬学部'.split(), 'ko': '공과대학 경영대학 인문대학 사회과학대학 자연과학대학'.split()}
ADDRESS = {'zh': '路 大街 街 大道 巷'.split(), 'ja': '町 本町 台 丘 新田'.split(), 'ko': '로 길 대로'.split()}
CERTS = {
    'zh': '大学英语四级证书（CET-4）|大学英语六级（CET-6）|计算机二级证书|普通话二级甲等|初级会计职称|教师资格证|机动车驾驶证C1|PMP项目管理师|证券从业资格证|注册会计师|软件设计师（中级）|健康管理师|法律职业资格证书|全国计算机等级考试三级|人力资源管理师三级',
    'ja': '普通自動車第一種運転免許|日商簿記検定2級|基本情報技術者試験|応用情報技術者試験|TOEIC公開テスト 850点|実用英語技能検定準1級|宅地建物取引士|ITパスポート試験|MOS Excel 2019|秘書検定2級|中小企業診断士|日本語能力試験N1|衛生管理者|AWS認定ソリューションアーキテクト|FP技能士2級',
    'ko': '정보처리기사|컴퓨터활용능력 1급|TOEIC 900|운전면허 1종 보통|한국사능력검정시험 1급|전산회계 2급|SQLD|OPIc IH|워드프로세서 1급|ADsP|사회복지사 2급|정보보안기사|GTQ 1급|한식조리기능사',
    'de': 'Führerschein Klasse B|Ausbildereignungsprüfung (AEVO)|Ersthelfer|Staplerschein|ITIL Foundation|Scrum Master (PSM I)|SCC-Zertifikat|DATEV-Führerschein|Fachkraft für Arbeitssicherheit|Projektmanagement-Fachmann (GPM)|Europäischer Computerführerschein (ECDL)|Schweißerprüfung EN ISO 9606-1|Sachkundenachweis § 34a GewO',
    'fr': 'Permis B|TOEIC 850|CACES R489|SST (Sauveteur Secouriste du Travail)|PSC1|BAFA|Habilitation électrique B1V|Certification Voltaire|ITIL Foundation|Passeport de compétences informatique européen|Google Ads|HACCP',
    'es': 'Carnet de conducir B|First Certificate in English (FCE)|DELF B2|Certificado de profesionalidad|Prevención de riesgos laborales (60 h)|Manipulador de alimentos|PMP|Carretillero|TOEFL iBT|Scrum Master|ITIL 4 Foundation', 'it': 'Patente B|ECDL Full Standard|IELTS 7.0|Corso sicurezza sul lavoro (D.Lgs. 81/08)|HACCP|First Certificate (B2)|Abilitazione professionale|Addetto antincendio|PEKIT Expert',
    'nl': 'Rijbewijs B|VCA Basis|BHV|Heftruckcertificaat|EHBO|PRINCE2 Foundation|NIMA A|Scrum Master PSM I|SVH Sociale Hygiëne|VCA VOL', 'pt': 'CNH categoria B|NR-10|NR-35|Scrum Fundamentals|ITIL Foundation|Certificação CPA-20|Excel Avançado|Inglês B2 First|Primeiros Socorros',
    'ru': '1С:Профессионал|Водительское удостоверение категории B|Сертификат Microsoft Excel|IELTS 6.5|Повышение квалификации «Управление проектами»|Охрана труда', 'pl': 'Prawo jazdy kat. B|Certyfikat FCE|Uprawnienia SEP do 1 kV|UDT wózki widłowe|Prince2 Foundation|Kurs pierwszej pomocy', 'tr': 'B sınıfı ehliyet|Microsoft Excel Sertifikası|YDS 80|İş Sağlığı ve Güvenliği|CCNA|Proje Yönetimi Sertifikası',
    'sv': 'B-körkort|Truckkort A+B|HLR-utbildning|ITIL Foundation|Heta arbeten', 'da': 'Kørekort B|Truckcertifikat|Førstehjælp|PRINCE2', 'no': 'Førerkort klasse B|Truckførerbevis|Fagbrev|HMS-kurs', 'cs': 'Řidičský průkaz sk. B|ECDL|FCE|Vyhláška 50/1978 Sb. § 6', 'ro': 'Permis de conducere categoria B|ECDL Complet|Certificat Cambridge CAE|Expert achiziții publice'}
CERTS = {k: v.split('|') for k, v in CERTS.items()}
FIELDS = {
    'ja': '経済学科 経営学科 法律学科 情報工学科 機械工学科 電気電子工学科 建築学科 国際関係学科 英語英文学科 心理学科 社会学科 日本文学科 数学科 物理学科 応用化学科 生命科学科 看護学科 薬学科 教育学科 商学科 情報システム学科 土木工学科 デザイン学科 普通科 商業科 観光学科 栄養学科'.split(),
    'zh': '计算机科学与技术 软件工程 电子信息工程 机械设计制造及其自动化 会计学 市场营销 工商管理 英语 法学 金融学 国际经济与贸易 土木工程 临床医学 护理学 汉语言文学 新闻学 人力资源管理 物流管理 电气工程及其自动化 数学与应用数学 视觉传达设计 学前教育 生物工程 通信工程'.split(),
    'ko': '컴퓨터공학 경영학 경제학 전자공학 기계공학 영어영문학 법학 심리학 사회복지학 간호학 건축학 산업디자인 국어국문학 화학공학 통계학 신문방송학 관광경영학 회계학 행정학 정보통신공학'.split()}

// Fifty languages for the document of `test/paint/text/languages.test.ts`: the first and the third article of the Universal Declaration of Human
// Rights, and a line about a shop's bill, which is what documents say most.

export interface LanguageText {
  readonly tag: string
  readonly name: string
  readonly direction?: 'rtl'
  readonly sentences: readonly string[]
}

export const LANGUAGES: readonly LanguageText[] = [
  {
    tag: 'en',
    name: 'English',
    sentences: [
      'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.',
      'Everyone has the right to life, liberty and security of person.',
      'Invoice no. 2024-088: the office offers five different coffees for € 1,234.50 (VAT included); first delivery before 30 June.',
    ],
  },
  {
    tag: 'de',
    name: 'Deutsch',
    sentences: [
      'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen.',
      'Jeder hat das Recht auf Leben, Freiheit und Sicherheit der Person.',
      'Rechnung Nr. 2024-088: Die Größe der Schiffsauflage übertrifft „jede Höflichkeit“ um 1.234,50 €; Lieferung außerhalb der Öffnungszeiten.',
    ],
  },
  {
    tag: 'fr',
    name: 'Français',
    sentences: [
      'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.',
      'Tout individu a droit à la vie, à la liberté et à la sûreté de sa personne.',
      "Facture n° 2024-088 : l'œuvre coûte 1 234,50 € (« taxe comprise »), payable à Noël où qu'elle soit reçue.",
    ],
  },
  {
    tag: 'es',
    name: 'Español',
    sentences: [
      'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.',
      'Todo individuo tiene derecho a la vida, a la libertad y a la seguridad de su persona.',
      '¿Factura n.º 2024-088? ¡Sí!: el año próximo costará 1.234,50 €; el pingüino paga mañana.',
    ],
  },
  {
    tag: 'pt',
    name: 'Português',
    sentences: [
      'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.',
      'Todo o indivíduo tem direito à vida, à liberdade e à segurança pessoal.',
      'Fatura n.º 2024-088: três maçãs e dois pães custam 1.234,50 €, também às sextas-feiras.',
    ],
  },
  {
    tag: 'it',
    name: 'Italiano',
    sentences: [
      'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza.',
      'Ogni individuo ha diritto alla vita, alla libertà ed alla sicurezza della propria persona.',
      "Fattura n. 2024-088: perché l'ufficio è così lontano, il caffè costa 1.234,50 €.",
    ],
  },
  {
    tag: 'nl',
    name: 'Nederlands',
    sentences: [
      'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen.',
      'Een ieder heeft het recht op leven, vrijheid en onschendbaarheid van zijn persoon.',
      'Factuur nr. 2024-088: één fiets en drieëntwintig ijsjes voor € 1.234,50, zo spoedig mogelijk.',
    ],
  },
  {
    tag: 'sv',
    name: 'Svenska',
    sentences: [
      'Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete och bör handla gentemot varandra i en anda av broderskap.',
      'Var och en har rätt till liv, frihet och personlig säkerhet.',
      'Faktura nr 2024-088: två råa ägg på en ö kostar 1 234,50 kr.',
    ],
  },
  {
    tag: 'da',
    name: 'Dansk',
    sentences: [
      'Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd.',
      'Enhver har ret til liv, frihed og personlig sikkerhed.',
      'Faktura nr. 2024-088: smørrebrød på øen i ærlig kvalitet, 1.234,50 kr.',
    ],
  },
  {
    tag: 'is',
    name: 'Íslenska',
    sentences: [
      'Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Menn eru gæddir vitsmunum og samvisku, og ber þeim að breyta bróðurlega hverjum við annan.',
      'Allir menn eiga rétt til lífs, frelsis og mannhelgi.',
      'Reikningur nr. 2024-088: þrír ostar og ýsa, 1.234,50 kr.',
    ],
  },
  {
    tag: 'fi',
    name: 'Suomi',
    sentences: [
      'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.',
      'Kullakin yksilöllä on oikeus elämään, vapauteen ja henkilökohtaiseen turvallisuuteen.',
      'Lasku nro 2024-088: yhdeksän hyvää pöytää maksaa 1 234,50 €.',
    ],
  },
  {
    tag: 'et',
    name: 'Eesti',
    sentences: [
      'Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt. Neile on antud mõistus ja südametunnistus ja nende suhtumist üksteisesse peab kandma vendluse vaim.',
      'Igaühel on õigus elule, vabadusele ja isikupuutumatusele.',
      'Arve nr 2024-088: üheksa õuna ja šokolaad, 1234,50 €.',
    ],
  },
  {
    tag: 'lv',
    name: 'Latviešu',
    sentences: [
      'Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar saprātu un sirdsapziņu, un viņiem jāizturas citam pret citu brālības garā.',
      'Katram cilvēkam ir tiesības uz dzīvību, brīvību un personas neaizskaramību.',
      'Rēķins Nr. 2024-088: ķirši un ģitāra, 1234,50 €.',
    ],
  },
  {
    tag: 'lt',
    name: 'Lietuvių',
    sentences: [
      'Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai.',
      'Kiekvienas turi teisę į gyvybę, laisvę ir asmens saugumą.',
      'Sąskaita Nr. 2024-088: ąžuolas ir ūkis, 1234,50 €.',
    ],
  },
  {
    tag: 'pl',
    name: 'Polski',
    sentences: [
      'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.',
      'Każdy człowiek ma prawo do życia, wolności i bezpieczeństwa swej osoby.',
      'Faktura nr 2024-088: żółta łódź i gęś, 1234,50 zł.',
    ],
  },
  {
    tag: 'cs',
    name: 'Čeština',
    sentences: [
      'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství.',
      'Každý má právo na život, svobodu a osobní bezpečnost.',
      'Faktura č. 2024-088: příliš žluťoučký kůň, 1 234,50 Kč.',
    ],
  },
  {
    tag: 'hu',
    name: 'Magyar',
    sentences: [
      'Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.',
      'Minden személynek joga van az élethez, a szabadsághoz és a személyi biztonsághoz.',
      'Számla: 2024-088, tűzoltó és öt szűk út, 1 234,50 Ft.',
    ],
  },
  {
    tag: 'ro',
    name: 'Română',
    sentences: [
      'Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sunt înzestrate cu rațiune și conștiință și trebuie să se comporte unele față de altele în spiritul fraternității.',
      'Orice ființă umană are dreptul la viață, la libertate și la securitatea persoanei sale.',
      'Factura nr. 2024-088: țuică și brânză, 1.234,50 lei.',
    ],
  },
  {
    tag: 'hr',
    name: 'Hrvatski',
    sentences: [
      'Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena razumom i sviješću i trebaju jedna prema drugima postupati u duhu bratstva.',
      'Svatko ima pravo na život, slobodu i osobnu sigurnost.',
      'Račun br. 2024-088: džem, češnjak i šećer, 1.234,50 €.',
    ],
  },
  {
    tag: 'tr',
    name: 'Türkçe',
    sentences: [
      'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.',
      'Yaşamak, hürriyet ve kişi emniyeti her ferdin hakkıdır.',
      'Fatura no. 2024-088: ılık çay ve İstanbul simidi, 1.234,50 ₺.',
    ],
  },
  {
    tag: 'vi',
    name: 'Tiếng Việt',
    sentences: [
      'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được tạo hóa ban cho lý trí và lương tâm và cần phải đối xử với nhau trong tình bằng hữu.',
      'Mọi người đều có quyền sống, quyền tự do và an toàn cá nhân.',
      'Hóa đơn số 2024-088: phở đặc biệt, 1.234.500 ₫.',
    ],
  },
  {
    tag: 'el',
    name: 'Ελληνικά',
    sentences: [
      'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.',
      'Κάθε άτομο έχει δικαίωμα στη ζωή, την ελευθερία και την προσωπική του ασφάλεια.',
      'Τιμολόγιο αρ. 2024-088: φρέσκο ψωμί, 1.234,50 €.',
    ],
  },
  {
    tag: 'ru',
    name: 'Русский',
    sentences: [
      'Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
      'Каждый человек имеет право на жизнь, на свободу и на личную неприкосновенность.',
      'Счёт № 2024-088: «съешь ещё этих мягких булок», 1 234,50 ₽.',
    ],
  },
  {
    tag: 'uk',
    name: 'Українська',
    sentences: [
      'Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства.',
      'Кожна людина має право на життя, на свободу і на особисту недоторканність.',
      'Рахунок № 2024-088: ґанок, їжак і м’ята, 1 234,50 ₴.',
    ],
  },
  {
    tag: 'sr',
    name: 'Српски',
    sentences: [
      'Сва људска бића рађају се слободна и једнака у достојанству и правима. Она су обдарена разумом и свешћу и треба једни према другима да поступају у духу братства.',
      'Свако има право на живот, слободу и безбедност личности.',
      'Рачун бр. 2024-088: њушка, џеп и ђак, 1.234,50 дин.',
    ],
  },
  {
    tag: 'he',
    name: 'עברית',
    direction: 'rtl',
    sentences: [
      'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.',
      'כל אדם יש לו הזכות לחיים, לחירות ולביטחון אישי.',
      'חשבונית מספר 2024-088: קפה ולחם, סך הכול 1,234.50 ₪.',
    ],
  },
  {
    tag: 'ar',
    name: 'العربية',
    direction: 'rtl',
    sentences: [
      'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق، وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء.',
      'لكل فرد الحق في الحياة والحرية وسلامة شخصه.',
      'فاتورة رقم 2024-088: الأوراق والأقلام، المجموع 1,234.50 دولار.',
    ],
  },
  {
    tag: 'fa',
    name: 'فارسی',
    direction: 'rtl',
    sentences: [
      'تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند. همه دارای عقل و وجدان هستند و باید نسبت به یکدیگر با روح برادری رفتار کنند.',
      'هر کس حق زندگی، آزادی و امنیت شخصی دارد.',
      'صورتحساب شماره ۲۰۲۴: کتاب‌های خوب، جمع ۱۲۳۴ ریال.',
    ],
  },
  {
    tag: 'ur',
    name: 'اردو',
    direction: 'rtl',
    sentences: [
      'تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔ انہیں ضمیر اور عقل ودیعت ہوئی ہے۔ اس لیے انہیں ایک دوسرے کے ساتھ بھائی چارے کا سلوک کرنا چاہیے۔',
      'ہر شخص کو اپنی جان، آزادی اور ذاتی تحفظ کا حق ہے۔',
    ],
  },
  {
    tag: 'hi',
    name: 'हिन्दी',
    sentences: [
      'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।',
      'प्रत्येक व्यक्ति को जीवन, स्वाधीनता और वैयक्तिक सुरक्षा का अधिकार है।',
      'बिल संख्या 2024-088: कुल राशि ₹ 1,234.50 है।',
    ],
  },
  {
    tag: 'bn',
    name: 'বাংলা',
    sentences: [
      'সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে। তাঁদের বিবেক এবং বুদ্ধি আছে; সুতরাং সকলেরই একে অপরের প্রতি ভ্রাতৃত্বসুলভ মনোভাব নিয়ে আচরণ করা উচিত।',
      'জীবন, স্বাধীনতা এবং দৈহিক নিরাপত্তায় প্রত্যেকের অধিকার আছে।',
    ],
  },
  {
    tag: 'pa',
    name: 'ਪੰਜਾਬੀ',
    sentences: ['ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ ਮਹਿਮਾ, ਸ਼ਾਨ ਅਤੇ ਹੱਕਾਂ ਦੇ ਪੱਖੋਂ ਜਨਮ ਤੋਂ ਹੀ ਆਜ਼ਾਦ ਹੈ ਅਤੇ ਸੁਤੇ ਸਿੱਧ ਸਾਰੇ ਲੋਕ ਬਰਾਬਰ ਹਨ।', 'ਹਰੇਕ ਵਿਅਕਤੀ ਨੂੰ ਜੀਵਨ, ਆਜ਼ਾਦੀ ਅਤੇ ਨਿੱਜੀ ਸੁਰੱਖਿਆ ਦਾ ਹੱਕ ਹੈ।'],
  },
  {
    tag: 'ta',
    name: 'தமிழ்',
    sentences: [
      'மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள், அவர்கள் நியாயத்தையும் மனச்சாட்சியையும் இயற்பண்பாகப் பெற்றவர்கள்.',
      'வாழ்வதற்கும், சுதந்திரத்திற்கும், தனிமனிதப் பாதுகாப்பிற்கும் ஒவ்வொருவருக்கும் உரிமை உண்டு.',
    ],
  },
  {
    tag: 'te',
    name: 'తెలుగు',
    sentences: ['ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులును సమానులును నగుదురు. వారు వివేచన అంతఃకరణ సంపన్నులగుటచే పరస్పరము భ్రాతృభావముతో వర్తింపవలయును.', 'ప్రతి ఒక్కరికి జీవించుటకు, స్వేచ్ఛకు, భద్రతకు హక్కు కలదు.'],
  },
  {
    tag: 'gu',
    name: 'ગુજરાતી',
    sentences: ['પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ સર્વ માનવો જન્મથી સ્વતંત્ર અને સમાન હોય છે. તેમનામાં વિચારશક્તિ અને અંતઃકરણ હોય છે અને તેમણે પરસ્પર બંધુત્વની ભાવનાથી વર્તવું જોઇએ.'],
  },
  {
    tag: 'kn',
    name: 'ಕನ್ನಡ',
    sentences: ['ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಜನಿಸಿದ್ದಾರೆ. ಹಾಗೂ ಘನತೆ ಮತ್ತು ಹಕ್ಕುಗಳಲ್ಲಿ ಸಮಾನರಾಗಿದ್ದಾರೆ. ವಿವೇಕ ಮತ್ತು ಅಂತಃಕರಣಗಳನ್ನು ಪಡೆದವರಾದ್ದರಿಂದ ಅವರು ಪರಸ್ಪರ ಸಹೋದರ ಭಾವದಿಂದ ವರ್ತಿಸಬೇಕು.'],
  },
  {
    tag: 'ml',
    name: 'മലയാളം',
    sentences: ['മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടുംകൂടി ജനിച്ചവരാണ്. അന്യോന്യം ഭ്രാതൃഭാവത്തോടെ പെരുമാറുവാനാണ് മനുഷ്യന് വിവേകബുദ്ധിയും മനസ്സാക്ഷിയും സിദ്ധമായിരിക്കുന്നത്.'],
  },
  {
    tag: 'or',
    name: 'ଓଡ଼ିଆ',
    sentences: ['ସମସ୍ତ ମନୁଷ୍ୟ ଜନ୍ମକାଳରୁ ସ୍ୱାଧୀନ ଏବଂ ମର୍ଯ୍ୟାଦା ଓ ଅଧିକାରରେ ସମାନ।'],
  },
  {
    tag: 'si',
    name: 'සිංහල',
    sentences: ['සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත. ගරුත්වයෙන් හා අයිතිවාසිකම්වලින් සමාන වෙති.'],
  },
  {
    tag: 'am',
    name: 'አማርኛ',
    sentences: ['የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው። የተፈጥሮ ማስተዋልና ሕሊና ስላለው አንዱ ሌላውን በወንድማማችነት መንፈስ መመልከት ይገባዋል።'],
  },
  {
    tag: 'th',
    name: 'ไทย',
    sentences: ['มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ', 'ทุกคนมีสิทธิในการมีชีวิต เสรีภาพ และความมั่นคงแห่งตัวตน'],
  },
  {
    tag: 'lo',
    name: 'ລາວ',
    sentences: ['ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ ສິດທິ ເສລີພາບ ແລະ ຄວາມສະເໝີພາບເທົ່າທຽມກັນ', 'ທຸກຄົນມີສິດໃນການມີຊີວິດ ເສລີພາບ ແລະ ຄວາມປອດໄພ'],
  },
  {
    tag: 'km',
    name: 'ខ្មែរ',
    sentences: [
      'មនុស្សទាំងអស់ កើតមកមានសេរីភាព និងសមភាព ក្នុងផ្នែកសេចក្ដីថ្លៃថ្នូរ និងសិទ្ធិ។ មនុស្ស មានវិចារណញ្ញាណនិងសតិសម្បជញ្ញៈជាប់ពីកំណើត ហើយគប្បីប្រព្រឹត្ដចំពោះគ្នាទៅវិញទៅមក ក្នុងស្មារតីភាតរភាពជាបងប្អូន។',
      'បុគ្គលម្នាក់ៗ មានសិទ្ធិរស់រានមានជីវិត សេរីភាព និងសន្តិសុខផ្ទាល់ខ្លួន។',
    ],
  },
  {
    tag: 'my',
    name: 'မြန်မာ',
    sentences: ['လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် လည်းကောင်း၊ တူညီလွတ်လပ်သော အခွင့်အရေးများဖြင့် လည်းကောင်း၊ မွေးဖွားလာသူများ ဖြစ်သည်။', 'လူတိုင်းတွင် အသက်ရှင်ရန် အခွင့်အရေး ရှိသည်။'],
  },
  {
    tag: 'ka',
    name: 'ქართული',
    sentences: [
      'ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით. მათ მინიჭებული აქვთ გონება და სინდისი და ერთმანეთის მიმართ უნდა იქცეოდნენ ძმობის სულისკვეთებით.',
      'ყოველ ადამიანს აქვს სიცოცხლის, თავისუფლების და პირადი ხელშეუხებლობის უფლება.',
    ],
  },
  {
    tag: 'hy',
    name: 'Հայերեն',
    sentences: [
      'Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ ու իրավունքներով։ Նրանք ունեն բանականություն ու խիղճ և միմյանց պետք է եղբայրաբար վերաբերվեն։',
      'Յուրաքանչյուր մարդ ունի կյանքի, ազատության և անձնական անձեռնմխելիության իրավունք։',
    ],
  },
  {
    tag: 'zh-Hans',
    name: '简体中文',
    sentences: ['人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。', '人人有权享有生命、自由和人身安全。', '发票编号：2024-088，总计人民币1,234.50元（含税）。'],
  },
  {
    tag: 'zh-Hant',
    name: '繁體中文',
    sentences: ['人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。', '人人有權享有生命、自由和人身安全。', '發票編號：2024-088，總計新臺幣1,234.50元（含稅）。'],
  },
  {
    tag: 'ja',
    name: '日本語',
    sentences: [
      'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。',
      'すべて人は、生命、自由及び身体の安全に対する権利を有する。',
      '請求書番号：2024-088、合計１，２３４円（税込）、コーヒーとケーキ。',
    ],
  },
  {
    tag: 'ko',
    name: '한국어',
    sentences: [
      '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.',
      '모든 사람은 생명과 신체의 자유와 안전에 대한 권리를 가진다.',
      '송장 번호 2024-088: 합계 1,234원, 배송은 내일입니다.',
    ],
  },
]

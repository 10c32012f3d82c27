// Running text in many scripts and languages: the first article of the Universal Declaration of Human Rights, and words that shaping finds hard.

export interface ScriptText {
  /** ISO 15924. */
  readonly script: string
  /** BCP 47. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Bundled families that have all of it. */
  readonly families: readonly string[]
  readonly text: string
}

const LATIN = ['Arimo', 'Tinos', 'Cousine']

const row = (script: string, language: string, families: readonly string[], text: string): ScriptText => ({
  script,
  language,
  direction: script === 'Arab' || script === 'Hebr' ? 'rtl' : 'ltr',
  families,
  text,
})

export const SCRIPT_TEXTS: readonly ScriptText[] = [
  row(
    'Latn',
    'en',
    LATIN,
    'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience; AVATAR, office, "flow" & Type-To',
  ),
  row(
    'Latn',
    'de',
    LATIN,
    'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt: Straße, Übergröße',
  ),
  row('Latn', 'fr', LATIN, 'Tous les êtres humains naissent libres et égaux en dignité et en droits. « Cœur » naïve, où, l’œuvre, Noël'),
  row('Latn', 'pl', LATIN, 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Zażółć gęślą jaźń'),
  row('Latn', 'cs', LATIN, 'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Příliš žluťoučký kůň'),
  row('Latn', 'tr', LATIN, 'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. İstanbul ığdır fiil ofis'),
  row('Latn', 'vi', LATIN, 'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.'),
  row('Latn', 'ro', LATIN, 'Toate ființele umane se nasc libere și egale în demnitate și în drepturi.'),
  row('Latn', 'yo', LATIN, 'Gbogbo ènìyàn ni a bí ní òmìnira; iyì àti è̩tó̩ kò̩ò̩kan sì dó̩gba. e\u0301a\u0300o\u0302\u0301'),
  row('Grek', 'el', LATIN, 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. ΑΥΤΟΣ, Ταΰγετος'),
  row('Cyrl', 'ru', LATIN, 'Все люди рождаются свободными и равными в своём достоинстве и правах. ГТУ, объём, йод'),
  row('Cyrl', 'uk', LATIN, 'Всі люди народжуються вільними і рівними у своїй гідності та правах. Їжак, ґава, п’ять'),
  row('Cyrl', 'sr', LATIN, 'Сва људска бића рађају се слободна и једнака у достојанству и правима. Његош, џеп'),
  row('Hebr', 'he', ['NotoSansHebrew'], 'כל בני אדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך'),
  row('Hebr', 'hbo', ['NotoSansHebrew'], 'בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ שָׁלוֹם'),
  row(
    'Arab',
    'ar',
    ['NotoSansArabic'],
    'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء الله لا لإ',
  ),
  row('Arab', 'fa', ['NotoSansArabic'], 'تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند. گچ پژ کتاب‌ها'),
  row('Arab', 'ur', ['NotoSansArabic'], 'تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔ ٹھیک ڑے بھی'),
  row('Arab', 'ar', ['NotoSansArabic'], 'بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ مُحَمَّدٌ كِتَابًا'),
  row(
    'Deva',
    'hi',
    ['NotoSansDevanagari'],
    'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। क्षत्रिय ज्ञान श्री र्क्ति द्ध्य कार्य',
  ),
  row('Deva', 'mr', ['NotoSansDevanagari'], 'सर्व मानवी व्यक्ति जन्मतःच स्वतंत्र आहेत व त्यांना समान प्रतिष्ठा व समान अधिकार आहेत. ऱ्हास सूर्‍या'),
  row('Beng', 'bn', ['NotoSansBengali'], 'সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে। তাঁদের বিবেক এবং বুদ্ধি আছে ক্ষুদ্র র্ক্ত্য কো কৌ'),
  row('Guru', 'pa', ['NotoSansGurmukhi'], 'ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ ਮਹਿਮਾ, ਸ਼ਾਨ ਅਤੇ ਹੱਕਾਂ ਦੇ ਪੱਖੋਂ ਜਨਮ ਤੋਂ ਹੀ ਆਜ਼ਾਦ ਹੈ ਅਤੇ ਸਾਰੇ ਲੋਕ ਬਰਾਬਰ ਹਨ।'),
  row(
    'Taml',
    'ta',
    ['NotoSansTamil'],
    'மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள். கௌ ஸ்ரீ க்ஷ நொடி',
  ),
  row('Telu', 'te', ['NotoSansTelugu'], 'ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులును సమానులును నగుదురు. వారు క్ష్మి స్త్రీ'),
  row('Thai', 'th', ['NotoSansThai'], 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผล น้ำ ที่ ปุ๊ ญู ฐุ'),
  row('Laoo', 'lo', ['NotoSansLao'], 'ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ, ສິດທິ, ເສລີພາບແລະຄວາມສະເໝີພາບເທົ່າທຽມກັນ. ນ້ຳ ຫຼາຍ'),
  row('Khmr', 'km', ['NotoSansKhmer'], 'មនុស្សទាំងអស់ កើតមកមានសេរីភាព និងសមភាព ក្នុងផ្នែកសេចក្ដីថ្លៃថ្នូរនិងសិទ្ធិ។ ស្រ្តី ប៉ុន្តែ'),
  row('Mymr', 'my', ['NotoSansMyanmar'], 'လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် လည်းကောင်း၊ အခွင့်အရေးများဖြင့် မွေးဖွားလာသူများ ဖြစ်သည်။ ကြွ င်္ဂ'),
  row('Armn', 'hy', ['NotoSansArmenian'], 'Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ ու իրավունքներով։ և ՄՆ մն'),
  row('Geor', 'ka', ['NotoSansGeorgian'], 'ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით. მათ მინიჭებული'),
]

/**
 * Link texts that say nothing about their target, by language, and words that may stand between them. The lists of Lighthouse's
 * link-text audit are among them; the others follow what content systems and their themes write.
 */
const PHRASES: Readonly<Record<string, string>> = {
  en: "click here|click this|click|go|here|information|learn more|more|more info|more information|right here|read more|see more|start|this|link|this link|this page|this article|this post|find out more|discover more|view more|show more|load more|view details|see details|more details|details|read on|read full article|read the full article|continue|continue reading|keep reading|full story|read full story|download here|see here|check it out",
  de: "klicke hier|klicken sie hier|hier klicken|klick hier|hier|mehr|siehe|dies|das|weiterlesen|weiter lesen|mehr lesen|mehr erfahren|erfahren sie mehr|mehr infos|mehr info|mehr informationen|weitere informationen|weitere infos|mehr dazu|mehr anzeigen|details|weiter|link|dieser link|zum artikel|zum beitrag|jetzt lesen",
  fr: "en savoir|cliquez ici|cliquer ici|ici|en savoir plus|savoir plus|lire la suite|lire plus|lire l'article|plus|plus d'infos|plus d'informations|voir plus|voir les détails|la suite|suite|ce lien|lien|détails|découvrir|continuer la lecture|afficher plus",
  es: "click aquí|click aqui|clic aquí|clic aqui|haz clic aquí|haz clic aqui|haga clic aquí|haga clic aqui|haz click aquí|pincha aquí|pincha aqui|aquí|aqui|más|mas|más información|más informacion|mas información|mas informacion|leer más|leer mas|ver más|ver mas|saber más|saber mas|seguir leyendo|sigue leyendo|continuar leyendo|este|enlace|este enlace|empezar|más info|ver detalles|detalles|conoce más",
  pt: "clique aqui|aqui|ir|mais informação|mais informações|mais|veja mais|ver mais|saiba mais|saber mais|leia mais|ler mais|continue lendo|continuar lendo|continuar a ler|este link|link|detalhes|ver detalhes|mais detalhes|mais info",
  it: "clicca qui|cliccare qui|qui|leggi tutto|leggi di più|leggi|continua a leggere|continua|scopri di più|scopri|maggiori informazioni|più informazioni|ulteriori informazioni|per saperne di più|vedi tutto|mostra altro|altro|dettagli|vedi dettagli|questo link|link",
  nl: "klik hier|hier klikken|hier|lees meer|meer lezen|lees verder|verder lezen|meer|meer info|meer informatie|bekijk meer|toon meer|ontdek meer|deze link|link|details|bekijk details",
  sv: "här|klicka här|läs mer|läs vidare|mer|mer info|mer information|visa mer|se mer|fortsätt läsa|länk|denna länk|detaljer",
  da: "her|klik her|læs mere|læs videre|mere|mere info|mere information|vis mere|se mere|fortsæt læsning|link|dette link|detaljer",
  no: "her|klikk her|les mer|les videre|mer|mer info|mer informasjon|vis mer|se mer|fortsett å lese|lenke|denne lenken|detaljer",
  fi: "tästä|klikkaa tästä|klikkaa tähän|täältä|lue lisää|lisää|lisätietoja|lisätiedot|näytä lisää|katso lisää|jatka lukemista|linkki|tämä linkki",
  pl: "kliknij tutaj|kliknij tu|tutaj|tu|więcej|czytaj więcej|czytaj dalej|dowiedz się więcej|więcej informacji|zobacz więcej|pokaż więcej|szczegóły|link|ten link",
  cs: "klikněte zde|klikni zde|zde|více|číst více|číst dále|číst dál|čtěte dále|zjistit více|více informací|zobrazit více|podrobnosti|detail|odkaz|tento odkaz|celý článek",
  sk: "kliknite sem|tu|viac|čítať viac|čítať ďalej|zistiť viac|viac informácií|zobraziť viac|podrobnosti|odkaz",
  hu: "kattintson ide|kattints ide|ide kattintva|itt|ide|tovább|bővebben|részletek|további információ|további információk|olvass tovább|tovább olvasom|link",
  ro: "click aici|clic aici|apasă aici|aici|citește mai mult|citeste mai mult|citește mai departe|mai mult|mai multe|mai multe informații|află mai multe|afla mai multe|vezi mai mult|vezi detalii|detalii|link",
  tr: "buraya tıklayın|tıklayın|tıklayınız|buraya|burada|devamı|devamını oku|devamını okuyun|daha fazla|daha fazla bilgi|daha fazlası|detaylar|ayrıntılar|detaylı bilgi|incele|link",
  ru: "нажмите здесь|нажмите сюда|кликните здесь|жмите сюда|здесь|тут|сюда|подробнее|подробнее здесь|узнать больше|читать далее|читать дальше|читать полностью|далее|дальше|ещё|еще|больше|больше информации|дополнительная информация|показать ещё|показать еще|ссылка|эта ссылка",
  uk: "натисніть тут|натисніть сюди|тут|сюди|детальніше|докладніше|дізнатися більше|читати далі|читати більше|далі|більше|більше інформації|посилання",
  bg: "натиснете тук|кликнете тук|тук|още|виж още|прочети още|прочетете повече|повече|повече информация|научете повече|научи повече|линк",
  el: "κάντε κλικ εδώ|πατήστε εδώ|εδώ|περισσότερα|διαβάστε περισσότερα|δείτε περισσότερα|μάθετε περισσότερα|περισσότερες πληροφορίες|συνέχεια|λεπτομέρειες",
  hr: "kliknite ovdje|ovdje|više|pročitaj više|pročitajte više|saznaj više|saznajte više|više informacija|opširnije|detalji",
  sr: "кликните овде|овде|више|прочитај више|прочитајте више|сазнајте више|опширније|kliknite ovde|ovde|više|pročitaj više|saznajte više|opširnije",
  mk: "прочитај повеќе|повеќе|тука|овде|кликнете тука|дознај повеќе|повеќе информации",
  be: "чытаць далей|падрабязней|тут|націсніце тут",
  kk: "толығырақ|осында|осы жерде|толық оқу",
  sl: "preberi več|preberite več|beri dalje|več|tukaj|kliknite tukaj|več informacij|izvedi več|izvedite več|podrobnosti",
  et: "loe edasi|loe lähemalt|loe rohkem|siin|siit|kliki siia|vaata lähemalt|rohkem|rohkem infot|lisainfo",
  lv: "lasīt vairāk|lasīt tālāk|vairāk|šeit|uzzināt vairāk|vairāk informācijas|klikšķiniet šeit",
  lt: "skaityti daugiau|skaityk daugiau|skaityti toliau|plačiau|daugiau|čia|spauskite čia|daugiau informacijos|sužinoti daugiau",
  sq: "lexo më shumë|lexo më tepër|më shumë|më tepër|këtu|kliko këtu",
  eu: "gehiago irakurri|irakurri gehiago|gehiago|hemen|egin klik hemen|informazio gehiago",
  ka: "მეტი|ვრცლად|სრულად|აქ|დააჭირეთ აქ|გაიგეთ მეტი",
  ur: "مزید پڑھیں|مزید|یہاں|یہاں کلک کریں|مزید معلومات",
  ca: "feu clic aquí|clica aquí|aquí|més|llegir més|llegeix més|més informació|veure més|saber-ne més|continua llegint|enllaç",
  he: "לחץ כאן|לחצו כאן|כאן|קרא עוד|קראו עוד|עוד|מידע נוסף|למידע נוסף|המשך|המשך קריאה|לפרטים נוספים|פרטים נוספים",
  ar: "اضغط هنا|انقر هنا|هنا|اقرأ المزيد|المزيد|قراءة المزيد|اعرف المزيد|مزيد من المعلومات|تفاصيل|عرض المزيد|التفاصيل",
  fa: "اطلاعات بیشتر|اطلاعات|این|اینجا بزنید|اینجا کلیک کنید|اینجا|برو|بیشتر بخوانید|بیشتر بدانید|بیشتر|شروع|ادامه مطلب|جزئیات",
  hi: "यहाँ क्लिक करें|यहां क्लिक करें|यहाँ|यहां|और पढ़ें|अधिक पढ़ें|अधिक जानें|और जानें|अधिक जानकारी|अधिक|विवरण",
  bn: "এখানে ক্লিক করুন|এখানে|আরও পড়ুন|আরো পড়ুন|আরও জানুন|বিস্তারিত",
  ta: "அடுத்த பக்கம்|மறுபக்கம்|முந்தைய பக்கம்|முன்பக்கம்|மேலும் அறிக|மேலும் தகவலுக்கு|மேலும் தரவுகளுக்கு|தயவுசெய்து இங்கே அழுத்தவும்|இங்கே கிளிக் செய்யவும்|மேலும் படிக்க",
  th: "คลิกที่นี่|ที่นี่|อ่านเพิ่มเติม|อ่านต่อ|ดูเพิ่มเติม|เพิ่มเติม|ข้อมูลเพิ่มเติม|เรียนรู้เพิ่มเติม|รายละเอียด|ดูรายละเอียด",
  vi: "nhấn vào đây|bấm vào đây|nhấp vào đây|tại đây|ở đây|xem thêm|đọc thêm|đọc tiếp|tìm hiểu thêm|thêm|thông tin thêm|chi tiết|xem chi tiết",
  id: "klik di sini|klik disini|di sini|disini|baca selengkapnya|selengkapnya|baca lebih lanjut|baca juga|lihat selengkapnya|pelajari lebih lanjut|info lebih lanjut|lebih lanjut|lihat detail|tautan",
  ms: "klik di sini|di sini|baca lagi|baca selanjutnya|selanjutnya|ketahui lebih lanjut|maklumat lanjut|lihat lagi",
  ja: "ここをクリック|こちらをクリック|クリック|ここ|こちら|リンク|続きを読む|続く|続きを見る|続き|全文表示|全文を読む|詳しくはこちら|詳細はこちら|詳しく見る|詳細を見る|詳細|もっと見る|もっと読む|もっと詳しく|さらに読む|さらに詳しく|詳しくはこちらから|こちらから",
  ko: "여기|여기를 클릭|여기를 클릭하세요|클릭|링크|자세히|자세히 보기|자세히보기|자세한 내용|더보기|더 보기|더 알아보기|더 읽기|계속|계속 읽기|이동|전체 보기|바로가기",
  zh: "点击这里|点击此处|点这里|这里|此处|更多|查看更多|阅读更多|了解更多|阅读全文|查看全文|查看详情|详情|详细|更多信息|继续阅读|链接|點擊這裡|點擊此處|點此|按此|這裡|此處|查看更多|閱讀更多|了解更多|瞭解更多|閱讀全文|查看詳情|詳情|詳細|更多資訊|繼續閱讀|連結",
};
const FILLERS: Readonly<Record<string, string>> = {
  en: "to for and or the a an please just now about it on all",
  de: "um zu für und oder bitte jetzt einfach",
  fr: "pour et ou svp le la",
  es: "para y o por favor",
  pt: "para e ou por favor",
  it: "per e o",
  nl: "om te voor en of",
  ru: "чтобы и или для",
};
/** Codes of one language, or of its forms. */
const ALIASES: Readonly<Record<string, string>> = { nb: "no", nn: "no", bs: "hr", sh: "sr", yue: "zh", gl: "pt" };

/** The first letters of a text. Most texts begin like no phrase, and need no further look. */
const BEGINNING = /^[a-z]+/i;

interface Vocabulary {
  /** Beginnings of phrases and fillers. */
  beginnings: ReadonlySet<string>;
  phrases: ReadonlySet<string>;
  fillers: ReadonlySet<string>;
}

const LANGUAGES = new Map(
  Object.entries(PHRASES).map(([language, list]): [string, Vocabulary] => {
    const [phrases, fillers] = [list.split("|"), FILLERS[language]?.split(" ") ?? []];
    const beginnings = new Set([...phrases, ...fillers].flatMap((text) => BEGINNING.exec(text) ?? []));
    return [language, { beginnings, phrases: new Set(phrases), fillers: new Set(fillers) }];
  }),
);
const ENGLISH = LANGUAGES.get("en")!;
/** Short words of one language are words or names in others: `ide`, `plus`, `suite`. */
const isSure = (phrase: string) => !/^[a-z]{1,5}$/.test(phrase) || ENGLISH.phrases.has(phrase);
/** The phrases for pages in an unknown language. */
const ANY: Vocabulary = {
  beginnings: new Set([...LANGUAGES.values()].flatMap(({ beginnings }) => Array.from(beginnings))),
  phrases: new Set([...LANGUAGES.values()].flatMap(({ phrases }) => Array.from(phrases).filter(isSure))),
  fillers: ENGLISH.fillers,
};
/** The longest phrase and a few ornaments. */
const MAX_UNKNOWN = 40;
/** Longer texts say something. */
const MAX_LENGTH = 60;
const MAX_WORDS = 10;
/** Arrows, brackets, dots and the like around and between words. */
const ORNAMENT = /[^\p{L}\p{M}\p{N}'’/:_.#@-]+|[.:]+(?![\p{L}\p{N}])|(?<=\s|^)[-.:/]+(?=\s|$)/gu;

/**
 * Whether a link's text consists of such phrases alone, in English or the page's language: `Read more »`, `Click here to read
 * more`. `language`: a primary subtag; null: unknown, so that each language is tried.
 */
export function isGenericText(text: string, language: string | null): boolean {
  if (text.length > (language === null ? MAX_UNKNOWN : MAX_LENGTH)) return false;
  const own = language === null ? undefined : LANGUAGES.get(ALIASES[language] ?? language);
  const vocabularies = language === null ? [ANY] : own === undefined || own === ENGLISH ? [ENGLISH] : [own, ENGLISH];
  const beginning = BEGINNING.exec(text)?.[0].toLowerCase();
  if (beginning !== undefined && !vocabularies.some(({ beginnings }) => beginnings.has(beginning))) return false;
  const plain = text.toLowerCase().replaceAll("’", "'").replace(ORNAMENT, " ").trim();
  return plain !== "" && vocabularies.some((each) => consistsOf(plain, each));
}

function consistsOf(text: string, { phrases, fillers }: Vocabulary): boolean {
  if (phrases.has(text)) return true;
  const words = text.split(" ");
  if (words.length > MAX_WORDS || words.length === 1) return false;
  let said = 0;
  for (let at = 0; at < words.length;) {
    let end = words.length;
    while (end > at && !phrases.has(words.slice(at, end).join(" "))) end--;
    if (end > at) said++;
    else if (fillers.has(words[at]!)) end = at + 1;
    else return false;
    at = end;
  }
  return said > 0;
}

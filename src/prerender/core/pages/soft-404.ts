/** Pages that say "not found" are short; an article about missing pages is not. */
const MAX_WORDS = 200;
const MAX_HEADLINE = 90;
const MAX_TOKENS = 14;

/** Words around such a message in any language, which say nothing about what is missing. */
const FILLER = tokens(
  "oops ooops whoops ups oups hoppla sorry uh oh no error http https status code nr no° " +
    "fehler erreur errore erro fout fel feil fejl chyba błąd ошибка помилка hata virhe hiba eroare σφάλμα lỗi kesalahan " +
    "entschuldigung leider désolé désolée pardon lo sentimos ops desculpe spiacenti helaas beklager tyvärr извините üzgünüz prosimy",
);

/** The words of a language's messages: what is missing, the negation, the verb, and what stands between them. */
interface Language {
  thing: Set<string>;
  not: Set<string>;
  found: Set<string>;
  glue: Set<string>;
}

const language = (thing: string, not: string, found: string, glue: string): Language => ({
  thing: tokens(thing),
  not: tokens(not),
  found: tokens(found),
  glue: tokens(glue),
});

const LANGUAGES: readonly Language[] = [
  language(
    "page webpage product article post content resource document file url address item entry",
    "not cannot can't couldn't doesn't isn't wasn't no never unable",
    "found find exist exists available located here there",
    "the this that your requested you you're we we're are were is was be been to for looking trying reach view access open wanted could can does do did has have it its at or but seems like seem looks longer anymore any moved removed deleted may might",
  ),
  language(
    "seite webseite produkt artikel inhalt dokument datei beitrag adresse url angebot",
    "nicht keine kein",
    "gefunden existiert vorhanden verfügbar finden auffindbar",
    "die das der diese dieses dieser den gesuchte gewünschte angeforderte angegebene aufgerufene von ihnen sie du wurde konnte werden ist mehr oder es gibt wir können unter dieser leider",
  ),
  language(
    "page produit article contenu document fichier ressource adresse url annonce",
    "introuvable pas non plus",
    "introuvable existe n'existe trouvée trouvé trouver disponible",
    "la le l' cette ce cet que vous recherchez cherchez demandée demandé avez n' n'existe n'a n'est a été est été pu être ou votre nous ne pouvons",
  ),
  language(
    "página pagina producto artículo contenido documento archivo recurso dirección url",
    "no",
    "encontrada encontrado existe encontrar encuentra disponible encontró",
    "la el esta este esa ese que buscas busca estás está buscando solicitada solicitado ha sido fue se ha podido pudo ya o podemos hemos",
  ),
  language(
    "pagina prodotto articolo contenuto documento file risorsa indirizzo url",
    "non",
    "trovata trovato esiste disponibile trovare",
    "la il l' questa questo che stai cerchi cercando richiesta richiesto è stata stato può essere più o sembra abbiamo",
  ),
  language(
    "página produto artigo conteúdo documento arquivo ficheiro recurso endereço url",
    "não",
    "encontrada encontrado existe disponível encontrar encontramos",
    "a o esta este que você procura está procurando solicitada solicitado foi pôde ser mais ou pode parece",
  ),
  language(
    "pagina product artikel inhoud document bestand adres url",
    "niet geen",
    "gevonden bestaat beschikbaar vinden",
    "de het deze dit die je u zoekt zoekt opgevraagde gevraagde kan kon worden werd is meer of we",
  ),
  language(
    "strona strony produkt artykuł treść dokument plik adres",
    "nie",
    "znaleziono znaleziona istnieje dostępna dostępny odnaleziono",
    "ta ten podana szukana której szukasz żądana została już lub",
  ),
  language(
    "страница страницы товар статья документ файл адрес",
    "не",
    "найдена найден найдено существует доступна найти",
    "эта запрашиваемая запрошенная такая такой к сожалению вы ищете которую была или больше удалось",
  ),
  language("сторінка сторінку товар статтю", "не", "знайдена знайдено існує", "цю ця запитувана така на жаль"),
  language(
    "sayfa sayfası ürün içerik",
    "bulunamadı yok değil",
    "bulunamadı mevcut yok",
    "bu aradığınız istediğiniz istenen",
  ),
  language(
    "sidan sida produkten artikeln",
    "inte ej",
    "hittades finns hittas hitta",
    "den du söker sökte som kunde kan vi längre",
  ),
  language(
    "siden side produktet artikkelen artiklen",
    "ikke",
    "funnet findes fundet finnes finne finde",
    "den du leter leder efter etter ble blev kunne kan vi som",
  ),
  language("sivua sivu tuotetta", "ei", "löytynyt löydy ole", "hakemaasi etsimääsi pyydettyä olemassa"),
  language(
    "stránka stránku produkt článek",
    "nenalezena neexistuje nebyla nebyl nelze",
    "nenalezena neexistuje nalezena nalezen najít",
    "tato požadovaná hledaná již",
  ),
  language(
    "stránka stránku produkt článok",
    "nenašla nenašiel neexistuje nebola nebol",
    "nenašla nenašiel neexistuje nájdená nájdený",
    "táto požadovaná hľadaná sa už",
  ),
  language("страницата страница", "не", "намерена открита съществува", "е търсената тази"),
  language("stranica stranicu", "nije ne", "pronađena nađena postoji", "tražena ova koju tražite više"),
  language("страница страницу страна", "није не", "пронађена нађена постоји", "тражена ова коју тражите"),
  language("stran strani", "ni ne", "najdena najti obstaja", "bila bilo mogoče iskana ta"),
  language(
    "pàgina pagina producte article",
    "no",
    "trobada trobat trobar existeix disponible",
    "la aquesta que cerqueu busques s'ha ha estat",
  ),
  language("lehte lehekülge leht", "ei", "leitud leia eksisteeri", "seda otsitud"),
  language("puslapis puslapio", "nerastas nėra neegzistuoja", "nerastas nėra neegzistuoja", "šis ieškomas toks"),
  language("lapa lapas", "nav netika", "atrasta", "šī pieprasītā meklētā"),
  language("صفحه", "نشد نیست", "یافت موجود پیدا", "مورد نظر شما ای این"),
  language("पृष्ठ पेज", "नहीं", "मिला मौजूद", "यह है आप जिस"),
  language("oldal lap termék", "nem", "található létezik elérhető", "a az ez keresett kért"),
  language(
    "pagina produsul articolul",
    "nu",
    "găsită găsit există găsi",
    "a fost această pe care o cauți căutată putut fi",
  ),
  language("halaman produk artikel", "tidak", "ditemukan ada tersedia", "yang anda cari ini dapat"),
  language("trang sản phẩm", "không", "tìm thấy tồn tại", "này bạn được đang yêu cầu"),
  language("σελίδα", "δεν", "βρέθηκε υπάρχει", "η αυτή που ζητήσατε ψάχνετε"),
  language("الصفحة الصفحه", "غير لم لا", "موجودة العثور توجد متوفرة", "هذه المطلوبة يتم على"),
  language("הדף העמוד", "לא", "נמצא קיים", "המבוקש שחיפשת"),
];

/** Languages without spaces between words. Headlines are matched without theirs. */
const UNSPACED = [
  /^(?:申し訳(?:ありません|ございません))?(?:お探しの|ご?指定の|ご?要求の|アクセスしようとした|この)*(?:ページ|記事|商品|コンテンツ|ファイル|url)(?:は|が|を)?(?:見つかりません(?:でした)?|見つけられません(?:でした)?|存在しません|ありません|表示できません)$/,
  /^(?:很?抱歉|对不起|對不起)?(?:您|你|所|要|想|访问|訪問|查找|请求|請求|寻找|尋找|的|该|該|此)*(?:页面|网页|頁面|網頁|商品|文章|内容|內容)(?:不存在|未找到|找不到了?|无法找到|無法找到|不见了|不見了|已被?删除|已被?刪除)(?:或已被?(?:删除|刪除))?$/,
  /^(?:很?抱歉|对不起|對不起)?(?:找不到|未找到|没有找到|沒有找到)(?:您|你|所|要|想|请求|請求|访问|訪問|的|该|該|此)*(?:页面|网页|頁面|網頁)$/,
  /^(?:ขออภัย)?ไม่พบ(?:หน้าเว็บ|หน้า|เพจ)(?:ที่คุณ(?:ต้องการ|ค้นหา|กำลังค้นหา)|ที่ต้องการ|นี้|ดังกล่าว)*$/,
  /^(?:죄송합니다)?(?:요청하신|찾으시는|찾고계신|해당|이)*(?:페이지|게시물|상품)(?:를|을|가|이|는)?(?:찾을수없습니다|존재하지않습니다|없습니다)$/,
];

/** Anything about missing pages, complete or not. */
const MENTION = /(?<![\p{L}\p{N}])404(?![\p{L}\p{N}])/u;

/**
 * Whether a page with status 200 only says that nothing is there: its title or first heading is such a message and nothing
 * else, and the page is short. It should answer 404, or search engines index every unknown URL. `words`: of its own content.
 */
export function saysNotFound({ title, heading }: { title: string; heading: string }, words: number): boolean {
  if (words > MAX_WORDS) return false;
  if (isMessage(heading)) return true;
  // A heading that is about missing pages, such as "How to fix 404 errors", belongs to an article.
  if (MENTION.test(heading)) return false;
  // A title often contains the site's name after a separator: "Page not found | Shop".
  return title.split(/\s+(?:[|–—·•»-]|::)\s+/).some(isMessage);
}

/** Whether a headline as a whole says that something was not found. */
function isMessage(headline: string): boolean {
  if (headline.length > MAX_HEADLINE) return false;
  const words = wordsOf(headline);
  if (words.length === 0 || words.length > MAX_TOKENS) return false;
  const own = words.filter((word) => word !== "404" && !FILLER.has(word));
  const hasNumber = words.includes("404");
  if (hasNumber && own.every((word) => word === "page" || word === "seite" || word === "página")) return true;
  const joined = own.join("");
  return (
    UNSPACED.some((message) => message.test(joined)) || LANGUAGES.some((each) => isMessageIn(each, words, hasNumber))
  );
}

function isMessageIn({ thing, not, found, glue }: Language, words: readonly string[], hasNumber: boolean): boolean {
  const all = [thing, not, found, glue];
  const rest = words.filter((word) => word !== "404");
  if (!rest.every((word) => FILLER.has(word) || all.some((set) => set.has(word)))) return false;
  const own = rest.filter((word) => !FILLER.has(word) || all.some((set) => set.has(word)));
  const has = (set: Set<string>) => own.some((word) => set.has(word));
  // "Not found" alone is complete; "not available" needs to say what is not.
  return has(not) && has(found) && (has(thing) || hasNumber || own.join(" ") === "not found");
}

function wordsOf(text: string): string[] {
  const lower = text.toLowerCase().normalize("NFC").replaceAll("’", "'");
  return lower.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
}

function tokens(text: string): Set<string> {
  return new Set(text.split(" "));
}

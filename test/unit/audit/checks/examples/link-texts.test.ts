import { describe, expect, it } from "vitest";
import { findingOf } from "./ids-of.ts";

const found = (lang: string | null, text: string) =>
  findingOf(
    "generic_anchor_text",
    `<html${lang === null ? "" : ` lang="${lang}"`}><title>Walks</title><p><a href="/a">${text}</a></p>`,
  ) !== null;

/** Texts that say nothing about their target: language of the page, text. */
const GENERIC: ReadonlyArray<readonly [lang: string | null, text: string]> = [
  ["en", "Click here"],
  ["en", "click here!"],
  ["en-GB", "Read more…"],
  ["en", "Read More »"],
  ["en", "Learn more →"],
  ["en", "&raquo; more"],
  ["en", "[more]"],
  ["en", "(more...)"],
  ["en", "here."],
  ["en", "this link"],
  ["en", "Find out more"],
  ["en", "Continue reading"],
  ["en", "View details"],
  ["en", "Click here to read more"],
  ["en", "Click here for more information"],
  ["en", "<span>Read</span> <b>more</b>"],
  ["en", "Details >"],
  ["de", "Mehr erfahren"],
  ["de-AT", "mehr ..."],
  ["de", "Weiterlesen »"],
  ["de", "Hier klicken"],
  ["de", "Klicken Sie hier"],
  ["de", "Mehr Infos"],
  ["de", "hier"],
  ["fr", "En savoir plus"],
  ["fr", "Lire la suite →"],
  ["fr", "Cliquez ici"],
  ["fr", "ici"],
  ["es", "Leer más"],
  ["es", "Más información"],
  ["es", "haz clic aquí"],
  ["es", "aqui"],
  ["pt-BR", "Saiba mais"],
  ["pt", "Clique aqui"],
  ["pt", "Leia mais…"],
  ["it", "Leggi tutto"],
  ["it", "Clicca qui"],
  ["it", "Scopri di più"],
  ["nl", "Lees meer"],
  ["nl", "Klik hier"],
  ["sv", "Läs mer"],
  ["da", "Læs mere"],
  ["nb", "Les mer"],
  ["fi", "Lue lisää"],
  ["pl", "Czytaj dalej"],
  ["pl", "Więcej"],
  ["cs", "Číst dále"],
  ["hu", "Tovább"],
  ["ro", "Citește mai mult"],
  ["tr", "Devamını oku"],
  ["ru", "Подробнее"],
  ["ru", "Читать далее…"],
  ["uk", "Детальніше"],
  ["el", "Διαβάστε περισσότερα"],
  ["he", "קרא עוד"],
  ["ar", "اقرأ المزيد"],
  ["fa", "اینجا کلیک کنید"],
  ["hi", "और पढ़ें"],
  ["ta", "மேலும் அறிக"],
  ["th", "อ่านเพิ่มเติม"],
  ["vi", "Xem thêm"],
  ["id", "Baca selengkapnya"],
  ["ja", "続きを読む"],
  ["ja", "詳しくはこちら"],
  ["ja", "こちら"],
  ["ko", "자세히 보기"],
  ["ko", "더보기"],
  ["zh-CN", "阅读更多"],
  ["zh-TW", "了解更多 >"],
  ["zh", "点击这里"],
  // English is everywhere, whatever the page's language.
  ["ja", "Read more"],
  ["et", "Loe edasi"],
  ["lt", "Skaityti daugiau"],
  ["lv", "Lasīt vairāk"],
  ["sl", "Preberi več"],
  ["mk", "Прочитај повеќе"],
  ["be", "Чытаць далей"],
  ["kk", "Толығырақ"],
  ["sq", "Lexo më shumë"],
  ["eu", "Gehiago irakurri"],
  ["ka", "ვრცლად"],
  ["ur", "مزید پڑھیں"],
  ["fr", "En savoir +"],
  ["de_DE", "Weiterlesen"],
  [null, "Read more"],
  [null, "Weiterlesen"],
];

/** Texts that name their target, although they contain such words or look like them in another language. */
const TELLING: ReadonlyArray<readonly [lang: string | null, text: string]> = [
  ["en", "Read more about the old harbour"],
  ["en", "Here be dragons"],
  ["en", "More walks"],
  ["en", "Getting started"],
  ["en", "Learn more Welsh"],
  ["en", "Details of the tour"],
  ["en", "Click tracking"],
  ["en", "This Old House"],
  ["en", "Information architecture"],
  ["en", "Start page"],
  ["en", "Thomas More"],
  ["en", 'Continue reading <span class="screen-reader-text">The old harbour</span>'],
  ["en", "go/parser"],
  ["en", "std::here"],
  ["en", "Hier"],
  [null, "IDE"],
  [null, "Plus"],
  [null, "Suite"],
  [null, "Her"],
  ["en", "Das"],
  ["en", "Mas"],
  ["de", "Mehr Licht"],
  ["de", "Mehr über die Hafenrunde"],
  ["de", "Die Stadt"],
  ["fr", "Lire la suite du roman Germinal"],
  ["fr", "Plus belle la vie"],
  ["es", "Más allá del puerto"],
  ["it", "Qui Touring"],
  ["ja", "こちらの港の歴史"],
  ["ja", "続きを読む：古い港"],
  ["ko", "여기어때"],
  ["zh", "更多古港徒步路线"],
  ["ru", "Подробнее о старом порте"],
  ["sv", "Mer om hamnen"],
  [null, "Walks"],
  ["en", "constructor"],
  ["en", "1"],
];

describe("generic_anchor_text", () => {
  it.each(GENERIC)("on a page in %s: %s", (lang, text) => expect(found(lang, text)).toBe(true));
  it.each(TELLING)("not on a page in %s: %s", (lang, text) => expect(found(lang, text)).toBe(false));
  it("leaves links alone that lead nowhere else", () => {
    const html = '<html lang="en"><a href="#top">here</a><a href="mailto:a@walks.example">click here</a>';
    expect(findingOf("generic_anchor_text", html)).toBeNull();
  });
  it.each([
    ["/", "Start"],
    ["../", "Start"],
    ["/classes/scroll.html#scroll:continue", "continue"],
    ["/api.html#Task.start", "start"],
    ["/timer.html#%28meth._%28timer%25%29._start%29%29", "start"],
    ["/docs/languages/go/", "Go"],
    ["https://go.dev/doc", "Go"],
    ["https://www.golang.org/", "Go"],
    ["/start/", "Start"],
  ])("leaves alone what names its target: %s", (href, text) => {
    const link = `<p><a href="${href}">${text}</a></p>`;
    expect(findingOf("generic_anchor_text", `<html><title>Walks</title>${link}`)).toBeNull();
  });
  it.each([
    ["/tour/", "Start"],
    ["/", "here"],
    ["/page.html#more-walks", "more"],
    ["/search", "Go"],
    ["/walks/1/details", "Details"],
  ])("finds the same words elsewhere: %s", (href, text) => {
    const link = `<p><a href="${href}">${text}</a></p>`;
    expect(findingOf("generic_anchor_text", `<html><title>Walks</title>${link}`)).not.toBeNull();
  });
  it("reads which language a page is in that declares none", () => {
    const german =
      "Wir gehen mit den Kindern am Hafen und an der alten Mauer vorbei, weil es dort auch im Winter schön ist. ";
    const html = (text: string) => `<html><title>Walks</title><p>${text}</p><p><a href="/a">hier</a></p>`;
    expect(findingOf("generic_anchor_text", html(german.repeat(6)))).not.toBeNull();
    expect(findingOf("generic_anchor_text", html("A walk. "))).toBeNull();
  });
});

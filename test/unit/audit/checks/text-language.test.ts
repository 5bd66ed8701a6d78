import { describe, expect, it } from "vitest";
import { primaryLanguage } from "../../../../src/lib/text/primary-language";
import { otherLanguageOf } from "../../../../src/audit/checks/shared/text-language";

/** From the Universal Declaration of Human Rights. */
const ARTICLES: Record<string, string> = {
  en: "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood. Everyone is entitled to all the rights and freedoms set forth in this Declaration, without distinction of any kind, such as race, colour, sex, language or religion.",
  de: "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen. Jeder hat Anspruch auf die in dieser Erklärung verkündeten Rechte und Freiheiten ohne irgendeinen Unterschied, etwa nach Rasse, Hautfarbe, Geschlecht, Sprache oder Religion.",
  fr: "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Chacun peut se prévaloir de tous les droits et de toutes les libertés proclamés dans la présente Déclaration, sans distinction aucune, notamment de race.",
  es: "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros. Toda persona tiene todos los derechos y libertades proclamados en esta Declaración, sin distinción alguna de raza, color, sexo, idioma, religión, opinión política o de cualquier otra índole.",
  pl: "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa. Każdy człowiek posiada wszystkie prawa i wolności zawarte w niniejszej Deklaracji bez względu na różnice rasy, koloru, płci, języka, wyznania, poglądów politycznych i innych.",
  ru: "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства. Каждый человек должен обладать всеми правами и всеми свободами, провозглашенными настоящей Декларацией, без какого бы то ни было различия, как-то в отношении расы, цвета кожи, пола.",
  ja: "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。すべて人は、人種、皮膚の色、性、言語、宗教、政治上その他の意見、国民的若しくは社会的出身、財産、門地その他の地位又はこれに類するいかなる事由による差別をも受けることなく、",
  el: "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης. Κάθε άνθρωπος δικαιούται να επικαλείται όλα τα δικαιώματα και όλες τις ελευθερίες που προκηρύσσει η παρούσα Διακήρυξη, χωρίς καμία απολύτως διάκριση, ειδικότερα ως προς τη φυλή, το χρώμα, το φύλο, τη γλώσσα, τις θρησκείες, τις πολιτικές πεποιθήσεις.",
};
const TEXTS = Object.fromEntries(Object.entries(ARTICLES).map(([language, text]) => [language, `${text} ${text}`]));
const CROATIAN =
  "Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena razumom i sviješću i trebaju jedna prema drugima postupati u duhu bratstva. Svakome su dostupna sva prava i slobode navedene u ovoj Deklaraciji bez razlike bilo koje vrste. ";
const others = Object.entries(TEXTS).flatMap(([language, text]) =>
  Object.keys(TEXTS)
    .filter((declared) => declared !== language)
    .map((declared) => [language, declared, text] as const),
);

describe("otherLanguageOf", () => {
  it.each(Object.entries(TEXTS))("finds nothing wrong with a text in %s", (language, text) =>
    expect(otherLanguageOf(text, language)).toBeNull(),
  );

  it.each(others)("notices that a text in %s is not in %s", (language, declared, text) => {
    // Han and kana belong to Chinese as well.
    expect(otherLanguageOf(text, declared)).toBe(language);
  });

  it.each([
    ["too short to tell", "The walk along the wall is open.", "de"],
    ["of code and names", "int main(argc, argv) { return getopt_long(argc, argv, NULL); } ".repeat(20), "de"],
    ["in a close language", TEXTS["es"]!, "gl"],
    ["in a language that no list has", CROATIAN.repeat(2), "hr"],
    ["that quotes English code", `${TEXTS["de"]} ${"static const char *name = value; ".repeat(20)}`, "de"],
    ["in Chinese for Koreans", TEXTS["ja"]!, "ko"],
    ["in Japanese with English in brackets", `${ARTICLES["ja"]} ${ARTICLES["en"]!.slice(0, 150)}`.repeat(2), "ja"],
    ["of which half is not translated yet", `${ARTICLES["ja"]} ${ARTICLES["en"]} ${ARTICLES["en"]}`, "ja"],
  ])("says nothing about a text %s", (_, text, declared) => expect(otherLanguageOf(text, declared)).toBeNull());
});

describe("primaryLanguage", () => {
  it.each([
    ["de-AT", "de"],
    [" IW-il", "he"],
    ["constructor", "constructor"],
    ["__proto__", "__proto__"],
  ])("of %s is %s", (tag, language) => expect(primaryLanguage(tag)).toBe(language));
});

describe("a script of its own", () => {
  const TAMIL =
    "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும் உரிமைகளிலும் சமமானவர்கள். அவர்கள் நியாயத்தையும் மனச்சாட்சியையும் இயற்பண்பாகப் பெற்றவர்கள். ";
  const GEORGIAN =
    "ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით. მათ მინიჭებული აქვთ გონება და სინდისი და ერთმანეთის მიმართ უნდა იქცეოდნენ ძმობის სულისკვეთებით. ";
  const HINDI =
    "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए। ";
  it.each([
    [TAMIL, "en", "ta"],
    [GEORGIAN, "ru", "ka"],
    [HINDI, "en", "hi"],
    [TAMIL, "ta", null],
    [GEORGIAN, "ka", null],
    [HINDI, "mai", null],
    [HINDI, "bho", null],
  ])("%s, declared as %s, is %s", (text, declared, found) =>
    expect(otherLanguageOf(text.repeat(5), declared)).toBe(found),
  );
});

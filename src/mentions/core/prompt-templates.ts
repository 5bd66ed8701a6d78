export type Intent = "info" | "trans" | "comm";

/** Questions that a customer might ask about a topic. `{}` is the topic, always inside quotes. */
export const TEMPLATES = {
  en: [
    ["comm", 'Which providers are best for "{}"?'],
    ["info", 'What should I look for when I choose "{}"?'],
    ["trans", 'Where do I get "{}" at a good price?'],
  ],
  de: [
    ["comm", "Welche Anbieter sind die besten für „{}“?"],
    ["info", "Worauf sollte ich bei „{}“ achten?"],
    ["trans", "Wo bekomme ich „{}“ zu einem guten Preis?"],
  ],
  fr: [
    ["comm", "Quels sont les meilleurs prestataires pour « {} » ?"],
    ["info", "À quoi faire attention pour « {} » ?"],
    ["trans", "Où trouver « {} » à un bon prix ?"],
  ],
  es: [
    ["comm", "¿Qué proveedores son los mejores para «{}»?"],
    ["info", "¿En qué debo fijarme al elegir «{}»?"],
    ["trans", "¿Dónde encuentro «{}» a buen precio?"],
  ],
  pt: [
    ["comm", 'Quais são os melhores fornecedores para "{}"?'],
    ["info", 'O que devo considerar ao escolher "{}"?'],
    ["trans", 'Onde encontro "{}" por um bom preço?'],
  ],
  it: [
    ["comm", "Quali sono i migliori fornitori per «{}»?"],
    ["info", "A cosa devo fare attenzione per «{}»?"],
    ["trans", "Dove trovo «{}» a un buon prezzo?"],
  ],
  nl: [
    ["comm", 'Welke aanbieders zijn het beste voor "{}"?'],
    ["info", 'Waar moet ik op letten bij "{}"?'],
    ["trans", 'Waar krijg ik "{}" voor een goede prijs?'],
  ],
  pl: [
    ["comm", "Którzy dostawcy są najlepsi: „{}”?"],
    ["info", "Na co zwrócić uwagę: „{}”?"],
    ["trans", "Gdzie kupić w dobrej cenie: „{}”?"],
  ],
  sv: [
    ["comm", 'Vilka leverantörer är bäst för "{}"?'],
    ["info", 'Vad ska jag tänka på när jag väljer "{}"?'],
    ["trans", 'Var får jag "{}" till ett bra pris?'],
  ],
  da: [
    ["comm", 'Hvilke udbydere er bedst til "{}"?'],
    ["info", 'Hvad skal jeg være opmærksom på ved "{}"?'],
    ["trans", 'Hvor får jeg "{}" til en god pris?'],
  ],
  ru: [
    ["comm", "Какие компании лучшие по теме «{}»?"],
    ["info", "На что обратить внимание по теме «{}»?"],
    ["trans", "Где найти «{}» по хорошей цене?"],
  ],
  ja: [
    ["comm", "「{}」でおすすめの会社やサービスはどれですか？"],
    ["info", "「{}」を選ぶときの注意点は何ですか？"],
    ["trans", "「{}」を手頃な価格で利用できるところはどこですか？"],
  ],
  zh: [
    ["comm", "“{}”有哪些推荐的公司或服务？"],
    ["info", "选择“{}”时要注意什么？"],
    ["trans", "哪里可以以合适的价格买到“{}”？"],
  ],
  ko: [
    ["comm", '"{}"에 가장 좋은 업체나 서비스는 어디인가요?'],
    ["info", '"{}"을(를) 고를 때 무엇을 확인해야 하나요?'],
    ["trans", '"{}"을(를) 좋은 가격에 어디서 구할 수 있나요?'],
  ],
} satisfies Record<string, Array<[Intent, string]>>;
type Language = keyof typeof TEMPLATES;

/** Top-level domains whose sites speak one language. */
const BY_COUNTRY: Record<string, Language> = {
  de: "de",
  at: "de",
  fr: "fr",
  es: "es",
  mx: "es",
  ar: "es",
  cl: "es",
  pt: "pt",
  br: "pt",
  it: "it",
  nl: "nl",
  pl: "pl",
  se: "sv",
  dk: "da",
  ru: "ru",
  jp: "ja",
  cn: "zh",
  tw: "zh",
  kr: "ko",
};

export const isLanguage = (text: string): text is Language => Object.hasOwn(TEMPLATES, text.toLowerCase());

/** A page's language: its script, the path's language code, or the country of the domain; else English. */
export function languageOf(domain: string, path: string, topic: string): Language {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(topic)) return "ja";
  if (/\p{sc=Hangul}/u.test(topic)) return "ko";
  if (/\p{sc=Cyrillic}/u.test(topic)) return "ru";
  const country = BY_COUNTRY[domain.slice(domain.lastIndexOf(".") + 1)];
  if (/\p{sc=Han}/u.test(topic)) return country === "ja" ? "ja" : "zh";
  const code = /^\/([a-z]{2})(?:[-_][a-z]{2,4})?(?:\/|$)/i.exec(path)?.[1]?.toLowerCase();
  return code !== undefined && isLanguage(code) ? code : (country ?? "en");
}

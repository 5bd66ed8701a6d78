import { readFileSync } from "node:fs";
import path from "node:path";
import type { Subject } from "../../../../../src/mentions/core/analysis/types";

/** An answer labelled by a person, before the rules were run on it. */
export interface CorpusAnswer {
  language: string;
  kind: string;
  subject: Subject;
  /** Rank of the own brand; 0: not mentioned. */
  position: number;
  /** `+` praised, `-` blamed, `0` surely neither, `?` open, `.` not mentioned. */
  tone: "+" | "-" | "0" | "?" | ".";
  competitors: string[];
  text: string;
  /**
   * `aside`: every fifth answer, not looked at while the rules were written. `later`, `last` and the blind batches: written
   * when the rules were done, in other words.
   */
  part: string;
}

const FOLDER = path.resolve("test/unit/mentions/analysis/corpus");

const rivals = (...names: string[]) =>
  names.map((each) => {
    const [name, ...aliases] = each.split("=") as [string, ...string[]];
    return { name, aliases };
  });
const crm = rivals("HubSpot", "Salesforce", "Pipedrive", "Zoho");
type Extra = Pick<Subject, "category" | "excludePhrases">;
const subject = (brandName: string, domain: string, competitors = crm, aliases: string[] = [], extra: Extra = {}) => ({
  brandName,
  domain,
  aliases,
  competitors,
  ...extra,
});

const SUBJECTS: Record<string, Subject> = {
  crm: subject("Velora", "velora.com", crm, [], { category: "CRM" }),
  lin: subject("Linear", "linear.app", rivals("Jira", "Asana", "Monday.com=Monday"), [], {
    category: "issue tracker, project management",
  }),
  tgt: subject("Target", "target.com", rivals("Walmart", "Costco"), [], { category: "retailer, store" }),
  nov: subject("Nova", "getnova.io", rivals("Revolut", "N26", "Wise"), [], { category: "bank, banking app" }),
  mi: subject("小米", "mi.com", rivals("华为", "OPPO", "vivo"), [], { category: "手机, smartphone" }),
  org: subject("Orange", "orange.fr", rivals("SFR", "Bouygues Telecom", "Free"), [], { category: "opérateur" }),
  alg: subject("Allegro", "allegro.pl", rivals("Amazon", "OLX", "Empik"), [], { category: "sklep" }),
  ozn: subject("Ozon", "ozon.ru", rivals("Wildberries", "Яндекс Маркет"), ["Озон"], { category: "маркетплейс" }),
  rak: subject("楽天", "rakuten.co.jp", rivals("Amazon=アマゾン", "Yahoo!ショッピング"), [], { category: "通販" }),
  tos: subject("토스", "toss.im", rivals("카카오뱅크", "케이뱅크"), [], { category: "은행" }),
  bnk: subject("Nordvik", "nordvik.com", rivals("Danske Bank", "Handelsbanken", "Lunar"), [], { category: "bank" }),
  noo: subject("نون", "noon.com", rivals("Amazon=أمازون", "Jumia=جوميا"), ["Noon"], { category: "متجر" }),
  alz: subject("Alza", "alza.cz", rivals("CZC", "Datart"), [], { category: "obchod" }),
  zab: subject("Żabka", "zabka.pl", rivals("Biedronka=Biedronk*=Biedronc*", "Lidl"), ["Żabk*", "Żabc*"], {
    category: "sklep",
  }),
};

Object.assign(SUBJECTS, {
  mon: subject("Monday", "monday.com", rivals("Asana", "Trello"), [], { category: "project management, boards" }),
  apl: subject("Apple", "apple.com", rivals("Samsung", "Lenovo"), [], { category: "smartphone, laptop" }),
  ntn: subject("Notion", "notion.so", rivals("Evernote", "Coda"), [], { category: "note-taking app" }),
  amz: subject("Amazon", "amazon.com", rivals("Walmart", "eBay"), [], { category: "online store, marketplace" }),
  dlt: subject("Delta", "delta.com", rivals("United Airlines", "JetBlue"), [], { category: "airline" }),
  sqr: subject("Square", "squareup.com", rivals("Stripe", "PayPal"), [], { category: "payments, card reader" }),
  clr: subject("Claro", "claro.com.br", rivals("Vivo", "TIM"), [], { category: "operadora, telefonia" }),
  mng: subject("Mango", "mango.com", rivals("Zara", "Bershka"), [], { category: "moda, ropa" }),
  gtr: subject("Getir", "getir.com", rivals("Yemeksepeti", "Migros"), [], { category: "market uygulaması" }),
  szn: subject("Seznam", "seznam.cz", rivals("Google", "Bing"), [], { category: "vyhledávač" }),
  mgn: subject("Магнит", "magnit.ru", rivals("Пятёрочка", "Лента"), [], { category: "супермаркет, магазин" }),
  dan: subject("Dana", "dana.id", rivals("GoPay", "OVO"), [], { category: "dompet digital" }),
  pin: subject("苹果", "apple.com.cn", rivals("华为", "三星"), [], { category: "手机" }),
  krt: subject("당근", "daangn.com", rivals("번개장터", "중고나라"), [], { category: "중고거래" }),
  bol: subject("Bol", "bol.com", rivals("Coolblue", "MediaMarkt"), [], { category: "webwinkel" }),
  krm: subject("كريم", "careem.com", rivals("أوبر", "بولت"), [], { category: "تطبيق, سيارات" }),
  els: subject("Elisa", "elisa.fi", rivals("Telia", "DNA"), [], { category: "operaattori" }),
  tre: subject("Tre", "tre.se", rivals("Telia", "Telenor"), [], { category: "operatör" }),
});

/** Batches written in other words when the rules were done; each is frozen before the rules read it. */
const BLIND: Record<string, string> = {
  "denials-1": "blind/denials-1",
  "denials-2": "blind/denials-2",
  "denials-3": "blind/denials-3",
  "tone-1": "blind/tone-1",
  "words-1": "blind/words-1",
};
export const PARTS = ["seen", "aside", "later", "last", ...Object.keys(BLIND)];

/** Reads the corpus: one answer per line, `language¦subject¦kind¦position¦tone¦competitors¦text`. */
export function readCorpus(): CorpusAnswer[] {
  const read = (name: string) =>
    readFileSync(path.join(FOLDER, `${name}.txt`), "utf8")
      .trim()
      .split("\n");
  const first = ["english", "germanic", "romance", "slavic", "others"].flatMap(read);
  return [
    ...first.map((line, i) => labelled(line, i % 5 === 4 ? "aside" : "seen")),
    ...["later", "last"].flatMap((part) => read(part).map((line) => labelled(line, part))),
    ...Object.entries(BLIND).flatMap(([part, file]) => read(file).map((line) => labelled(line, part))),
  ];
}

function labelled(line: string, part: string): CorpusAnswer {
  const [language, key, kind, position, tone, competitors, text] = line.split("¦") as [string, ...string[]];
  return {
    language,
    kind: kind!,
    subject: SUBJECTS[key!]!,
    position: Number(position),
    tone: tone as CorpusAnswer["tone"],
    competitors: competitors === "" ? [] : competitors!.split(","),
    text: text!.replaceAll(String.raw`\n`, "\n"),
    part,
  };
}

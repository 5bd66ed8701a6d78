import { readFileSync } from "node:fs";
import path from "node:path";
import type { Subject } from "../../../../src/mentions/core/analysis/types";

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
   * `aside`: every fifth answer, not looked at while the rules were written. `later`: written when the rules were done,
   * in other words.
   */
  part: "seen" | "aside" | "later" | "last";
}

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

/** Reads the corpus: one answer per line, `language¦subject¦kind¦position¦tone¦competitors¦text`. */
export function readCorpus(): CorpusAnswer[] {
  const read = (name: string) =>
    readFileSync(path.join(import.meta.dirname, `${name}.txt`), "utf8")
      .trim()
      .split("\n");
  const lines = ["english", "germanic", "romance", "slavic", "others"].flatMap(read);
  const later = read("later");
  return [...lines, ...later, ...read("last")].map((line, i) => {
    const [language, key, kind, position, tone, competitors, text] = line.split("¦") as [string, ...string[]];
    return {
      language,
      kind: kind!,
      subject: SUBJECTS[key!]!,
      position: Number(position),
      tone: tone as CorpusAnswer["tone"],
      competitors: competitors === "" ? [] : competitors!.split(","),
      text: text!.replaceAll(String.raw`\n`, "\n"),
      part: i >= lines.length + later.length ? "last" : i >= lines.length ? "later" : i % 5 === 4 ? "aside" : "seen",
    };
  });
}

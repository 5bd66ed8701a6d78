import { describe, expect, it } from "vitest";
import { CONSEQUENCES } from "../../../../src/audit/analysis/figures/causes";
import { runSiteChecks, CHECKS } from "../../../../src/audit/checks/run-checks";
import { isGenericText } from "../../../../src/audit/checks/shared/link-words";
import { otherLanguageOf } from "../../../../src/audit/checks/shared/text-language";
import { agentReadiness } from "../../../../src/audit/model/site/agent-readiness";
import { parseRobots } from "../../../../src/web";
import { pageOf } from "../makers.ts";
import { findingOf } from "./examples/ids-of.ts";
import { CLEAN, rules } from "./findings/sites.ts";

it("titles and headings that templates come with are placeholders, some of them as a title alone", () => {
  const templates = [
    "Your headline here",
    "Your title here",
    "Your company name",
    "Your page title",
    "Website title",
    "Vite + React",
    "Vite + React + TS",
    "Vite App",
    "React App",
    "Lovable App",
    "Lovable Generated Project",
    "Create Next App",
    "Untitled Document",
    "Welcome to nginx!",
  ];
  const titles = ["Page title", "My App", "My website", "New page", "Untitled", "Document", "Hello world!"];
  const found = (title: string, heading: string) =>
    findingOf("placeholder_text", `<title>${title}</title><h1>${heading}</h1>`)?.found ?? null;
  for (const text of templates) expect([found(text, "Walks"), found("Walks", text)]).toEqual([text, text]);
  for (const text of titles) expect([found(text, "Walks"), found("Walks", text)]).toEqual([text, null]);
});

it("crawlers of AI services are counted by what they do", () => {
  const lines = {
    ai_search:
      "OAI-SearchBot Claude-SearchBot PerplexityBot Applebot DuckAssistBot Amzn-SearchBot meta-webindexer YouBot",
    ai_users: "ChatGPT-User Claude-User Perplexity-User MistralAI-User Amzn-User",
    ai_training: "GPTBot ClaudeBot Google-Extended Applebot-Extended CCBot Bytespider meta-externalagent Amazonbot",
  };
  const issues = runSiteChecks({ ...CLEAN, ...rules("User-agent: *\nDisallow: /") });
  for (const [kind, tokens] of Object.entries(lines)) {
    const { detail } = issues.find(({ id }) => id === `robots_blocks_${kind}`)!;
    expect(detail.samples).toEqual(tokens.split(" ").map((token) => `${token}: line 2: Disallow: /`));
  }
});

it("relations that lead agents to something are known", () => {
  const rels = [
    "api-catalog",
    "describedby",
    "license",
    "llms-txt",
    "mcp-server-card",
    "service-desc",
    "service-doc",
    "service-meta",
    "status",
  ];
  const home = pageOf("https://e.example/", {
    headers: { link: `</a>; rel="next ${rels.toReversed().join(" ")}", </b>; rel=status` },
  });
  const nothing = { llmsTxt: null, markdown: null, markdownTwin: null, discovery: null, issues: [] };
  expect(agentReadiness({ ...nothing, home, robots: parseRobots("") }).linkHeader).toEqual({ state: "ok", rels });
});

it("causes and consequences are checks", () => {
  for (const [cause, consequences] of Object.entries(CONSEQUENCES)) {
    expect(consequences.length, cause).toBeGreaterThan(1);
    for (const id of [cause, ...consequences]) expect(CHECKS.has(id), id).toBe(true);
  }
});

describe("languages", () => {
  const WORDS: Record<string, string> = {
    it: "che per una non con sono della anche questo può come essere dalla nella sulla quando dove stato",
    pt: "uma para com não dos das são pode você ser pela está nas sem foi também quando muito",
    nl: "het een van niet voor met zijn wordt worden deze naar maar door heeft hebben werd over veel",
    sv: "och att som för med till inte den från eller när detta ska skulle mycket också under",
    da: "og det til med for ikke den som kan har eller når dette skal bliver meget også hvis",
    fi: "että kun mutta myös niin kuin tämä olla voidaan hänen jossa jotka vain kaikki siitä mukaan",
    cs: "není pro jako nebo jsou být pokud který lze při také jsem byl která jeho když mezi",
    hu: "hogy nem egy vagy meg van csak ezt mint volt lehet kell lesz amely után minden nagyon",
    ro: "și nu este că pentru sunt din mai care sau dacă prin poate după toate fiecare către",
    tr: "ve bir bu için ile olarak olan gibi veya değil daha çok sonra kadar önce tüm her",
    vi: "và của là không cho các trong được một với người này những khi bạn từ đã đến",
    ca: "els les una per amb del que més com aquest però pot està quan aquesta sobre tots",
    uk: "що для як та це від але якщо або може бути при також який всі тільки після між",
    bg: "за да се от са като по или това при още но как може ако един който всички",
    no: "ikke den som kan har eller når dette skal ved blir ble uten mot mellom mye mer",
  };
  const textOf = (words: string) => `${words}. `.repeat(8);
  it.each(Object.entries(WORDS))("%s is told by its frequent words", (language, words) => {
    const found = otherLanguageOf(textOf(words), "en");
    // Danish and Norwegian share most of their words.
    expect(language === "no" ? ["no", "da"] : [language]).toContain(found);
    expect(otherLanguageOf(textOf(words), language)).toBeNull();
  });

  it.each([
    ["sv", "da nn no"],
    ["pt", "es ca gl"],
    ["cs", "sk"],
    ["uk", "ru be bg mk sr"],
    ["nl", "af"],
  ])("close to %s are not told from it", (language, close) => {
    for (const declared of close.split(" "))
      expect(otherLanguageOf(textOf(WORDS[language]!), declared), declared).toBeNull();
  });

  it.each([
    ["ж", "ru", null],
    ["字", "zh", "zh ja yue ko"],
    ["字の", "ja", "zh ja yue ko"],
    ["한", "ko", "ko"],
    ["ع", "ar", "ar fa ur ps ug ku ckb sd ks az"],
    ["ש", "he", "he yi"],
    ["ω", "el", "el"],
    ["अ", "hi", "hi mr ne sa"],
    ["ก", "th", "th"],
    ["অ", "bn", "bn as"],
    ["ਅ", "pa", "pa"],
    ["અ", "gu", "gu"],
    ["ଅ", "or", "or"],
    ["அ", "ta", "ta"],
    ["అ", "te", "te"],
    ["ಅ", "kn", "kn"],
    ["അ", "ml", "ml"],
    ["අ", "si", "si"],
    ["ກ", "lo", "lo"],
    ["ក", "km", "km"],
    ["က", "my", "my"],
    ["ა", "ka", "ka"],
    ["ա", "hy", "hy"],
    ["አ", "am", "am ti"],
  ])("written in %s are %s", (letter, language, own) => {
    const text = letter.repeat(400);
    expect(otherLanguageOf(text, "en")).toBe(own === null ? null : language);
    for (const declared of (own ?? language).split(" ")) expect(otherLanguageOf(text, declared), declared).toBeNull();
  });

  it("in Chinese need 100 characters, others 300, and seven tenths of the letters", () => {
    expect([99, 100].map((count) => otherLanguageOf("字".repeat(count), "en"))).toEqual([null, "zh"]);
    expect([299, 300].map((count) => otherLanguageOf("ω".repeat(count), "en"))).toEqual([null, "el"]);
    expect([129, 128].map((count) => otherLanguageOf("ω".repeat(300) + "x".repeat(count), "en"))).toEqual([null, "el"]);
  });

  it("are known by other codes in the texts of links", () => {
    const texts: Record<string, string> = {
      nb: "les mer",
      nn: "les mer",
      bs: "pročitaj više",
      sh: "opširnije",
      yue: "查看更多",
      gl: "saiba mais",
    };
    for (const [code, text] of Object.entries(texts))
      expect([isGenericText(text, code), isGenericText(text, "en")], code).toEqual([true, false]);
    const fillers = {
      en: "please click here",
      de: "bitte hier klicken",
      fr: "svp cliquez ici",
      es: "por favor clic aquí",
      pt: "por favor clique aqui",
      it: "per clicca qui",
      nl: "om klik hier",
      ru: "чтобы узнать больше",
    };
    for (const [code, text] of Object.entries(fillers))
      expect([isGenericText(text, code), isGenericText(text, "el")], code).toEqual([true, code === "en"]);
  });
});

import corpus from "crawler-user-agents";
import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { CRAWLER_AGENTS } from "../../../src/analytics/catalogue/agents";
import { CORPUS_AGENTS } from "../../../src/analytics/catalogue/corpus-agents";
import { classifyUserAgent } from "../../../src/analytics/catalogue/classify";
import { OBSERVED_AGENTS } from "../../support/observed-agents";

/** Tags of the corpus. */
const SUBJECTS = new Set<string>(["ai-crawler", "search-engine"]);
const LIBRARIES = new Set<string>(["http-library"]);
/** Agents have nine bits in a visit's row, and a domain keeps the names that a catalogue gave before. */
const MAX_AGENTS = 480;
const browserSamples = JSON.parse(readFileSync("node_modules/user-agents/dist/user-agents.json", "utf8")) as Array<{
  userAgent: string;
}>;

/** Patterns in the corpus that mean a crawler of the catalogue but do not contain its token. */
const SAME_CRAWLER: Record<string, string[]> = {
  "Googlebot-Mobile": ["Googlebot"],
  "Googlebot-IA\\/": ["Googlebot"],
  "AdsBot-Google-Mobile": ["AdsBot-Google"],
  bingbot: ["bingbot", "adidxbot"],
  msnbot: ["msnbot", "librabot", "adidxbot"],
  "yandex\\.com\\/bots": ["YandexBot", "yandex.com/bots"],
  coccoc: ["Coccocbot", "coccoc"],
  "pinterest\\.com\\/bot": ["Pinterestbot"],
  FlipboardProxy: ["Flipboard"],
  FlipboardRSS: ["Flipboard"],
  "Snap URL Preview Service": ["Snap URL Preview"],
  TinEye: ["TinEye-bot"],
  Wayback: ["archive.org_bot"],
  Nutch: ["Nutch", "Friendly_Crawler", "IstellaBot"],
  "grub\\.org": ["grub-client"],
  webzio: ["webzio"],
  "UrlSuMa\\.de crawler": ["urlsuma"],
  URLSuMaBot: ["urlsuma"],
  // App Engine sends the requests of many; some name themselves too.
  "AppEngine-Google": ["AppEngine-Google", "Feedly"],
  virustotal: ["AppEngine-Google"],
  // These match a token of the catalogue by coincidence.
  "Code\\/1\\.": [],
  "imgproxy\\/": [],
  "Fetch\\/": [],
  "rssbot\\/": [],
  "mail\\.ru": [],
};

/** The catalogue tokens that a corpus pattern stands for; none if the catalogue has no such crawler. */
function tokensOf(pattern: string): string[] {
  if (SAME_CRAWLER[pattern]) return SAME_CRAWLER[pattern];
  const expression = new RegExp(pattern, "i");
  const forms = (token: string) => [token, `${token}/`, `${token}/1.0`];
  return CRAWLER_AGENTS.map((agent) => agent.token).filter((token) =>
    forms(token).some((form) => expression.test(form)),
  );
}

const samples = corpus.flatMap(({ pattern, instances }) =>
  instances.map((userAgent) => ({ pattern, expected: tokensOf(pattern), named: classifyUserAgent(userAgent) })),
);
const known = samples.filter(({ expected }) => expected.length > 0);
const beyond = samples.filter(({ expected }) => expected.length === 0);
/** Counts the outcomes as `pattern → detected crawler`. */
const outcomes = (list: typeof samples) => {
  const counts: Record<string, number> = {};
  for (const { pattern, named } of list) {
    const outcome = `${pattern} → ${named?.token ?? named?.provider ?? "person"}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};

// docs/evidence/crawler-names.md explains each of these results.
/** The package's types leave out the tags. */
const tagged = corpus as Array<(typeof corpus)[number] & { tags: string[] }>;

describe("the samples of crawler-user-agents", () => {
  it("are identified correctly if the catalogue has the crawler", () => {
    const wrong = known.filter(({ expected, named }) => !expected.includes(named?.token ?? ""));
    expect({ samples: known.length, right: known.length - wrong.length }).toEqual({ samples: 732, right: 729 });
    expect(outcomes(wrong)).toEqual({
      "Facebot → other": 1,
      "TinEye → other": 1,
      "pinterest\\.com\\/bot → other": 1,
    });
  });

  it("are unnamed crawlers otherwise", () => {
    const wrong = beyond.filter(({ named }) => named?.token !== null);
    expect({ samples: beyond.length, right: beyond.length - wrong.length }).toEqual({ samples: 1_386, right: 1_374 });
    expect(outcomes(wrong)).toEqual({
      "Gwene → Googlebot": 1,
      "SentiBot → Googlebot": 1,
      "linkdex → Nutch": 1,
      "AP3A\\.240617\\.008 → person": 1,
      "MetaIAB Facebook → person": 1,
      "Code\\/1\\. → person": 1,
      "Trae\\/ → person": 1,
      "Fluid → person": 1,
      "GTmetrix → person": 1,
      "Miniature\\.io\\/ → person": 1,
      "TSM-turingos → person": 1,
      "YLT Chrome → person": 1,
    });
  });
});

describe("the AI and search agents of the corpus", () => {
  it("are named in every sample, but for a browser's user agent with one word more", () => {
    const own = tagged.filter(({ tags, instances }) => instances.length > 0 && tags.some((tag) => SUBJECTS.has(tag)));
    const unnamed = own.filter(({ instances }) => instances.some((each) => !classifyUserAgent(each)?.token));
    expect(own).toHaveLength(243);
    expect(unnamed.map(({ pattern }) => pattern)).toEqual(["TSM-turingos"]);
  });
});

describe("the catalogue", () => {
  it("has 394 agents, and each one's token matches that agent first", () => {
    expect(CRAWLER_AGENTS).toHaveLength(394);
    for (const agent of CRAWLER_AGENTS) {
      expect(agent.provider).toMatch(/^[a-z0-9-]+$/);
      expect(classifyUserAgent(`Mozilla/5.0 (compatible; ${agent.token}/1.0)`)).toMatchObject({ token: agent.token });
    }
  });

  it("has room for every agent in the nine bits that a visit's row has for it", () => {
    expect(CRAWLER_AGENTS.length).toBeLessThan(MAX_AGENTS);
  });

  it("takes from public lists only agents whose user agents were observed, with source and date", () => {
    const observed = [...corpus.flatMap(({ instances }) => instances), ...OBSERVED_AGENTS];
    const named = new Set(observed.map((userAgent) => classifyUserAgent(userAgent)?.token));
    expect(CORPUS_AGENTS.filter(({ token }) => !named.has(token))).toEqual([]);
    for (const { source, documentation } of CRAWLER_AGENTS) {
      expect(source.name).not.toBe("");
      expect(source.date).toMatch(/^2026-\d\d-\d\d$/);
      expect(documentation === null || URL.canParse(documentation)).toBe(true);
    }
  });

  it("takes no browser for a crawler", () => {
    const browsers = new Set(browserSamples.map(({ userAgent }) => userAgent));
    expect(browsers.size).toBeGreaterThan(900);
    expect([...browsers].filter((userAgent) => classifyUserAgent(userAgent))).toEqual([]);
  });

  it("takes no HTTP library of the corpus for a crawler, but Scrapy", () => {
    const libraries = tagged.filter(({ tags }) => tags.every((tag) => LIBRARIES.has(tag)));
    const tokens = libraries.flatMap(({ instances }) =>
      instances.map((each) => classifyUserAgent(each)?.token ?? null),
    );
    expect(tokens.length).toBeGreaterThan(50);
    expect(tokens.filter((token) => token !== null)).toEqual(["Scrapy"]);
  });
});

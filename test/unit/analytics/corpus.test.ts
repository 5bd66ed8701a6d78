import corpus from "crawler-user-agents";
import { describe, expect, it } from "vitest";
import { CRAWLER_AGENTS } from "../../../src/analytics/catalogue/agents";
import { classifyUserAgent } from "../../../src/analytics/catalogue/classify";

/** Patterns in the corpus that mean a crawler of the catalogue but do not contain its token. */
const SAME_CRAWLER: Record<string, string[]> = {
  "Googlebot-Mobile": ["Googlebot"],
  "Googlebot-IA\\/": ["Googlebot"],
  "AdsBot-Google-Mobile": ["AdsBot-Google"],
  bingbot: ["bingbot", "adidxbot"],
  msnbot: ["adidxbot"],
  "yandex\\.com\\/bots": ["YandexBot"],
  coccoc: ["Coccocbot"],
  "pinterest\\.com\\/bot": ["Pinterestbot"],
  FlipboardProxy: ["Flipboard"],
  FlipboardRSS: ["Flipboard"],
  "Snap URL Preview Service": ["Snap URL Preview"],
  Wayback: ["archive.org_bot"],
  // These match a token of the catalogue by coincidence.
  "Code\\/1\\.": [],
  "imgproxy\\/": [],
  webzio: [],
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
describe("the samples of crawler-user-agents", () => {
  it("are identified correctly if the catalogue has the crawler", () => {
    const wrong = known.filter(({ expected, named }) => !expected.includes(named?.token ?? ""));
    expect({ samples: known.length, right: known.length - wrong.length }).toEqual({ samples: 422, right: 358 });
    expect(outcomes(wrong)).toEqual({
      "yandex\\.com\\/bots → other": 38,
      "msnbot → other": 12,
      "coccoc → other": 9,
      "Sogou → other": 2,
      "Facebot → other": 1,
      "pinterest\\.com\\/bot → other": 1,
      "exabot → other": 1,
    });
  });

  it("are unnamed crawlers otherwise", () => {
    const wrong = beyond.filter(({ named }) => named?.token !== null);
    expect({ samples: beyond.length, right: beyond.length - wrong.length }).toEqual({ samples: 1_696, right: 1_684 });
    expect(outcomes(wrong)).toEqual({
      "Gwene → Googlebot": 1,
      "SentiBot → Googlebot": 1,
      "AppEngine-Google → Feedly": 1,
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

describe("the catalogue", () => {
  it("has 170 agents, and each one's token matches that agent first", () => {
    expect(CRAWLER_AGENTS).toHaveLength(170);
    for (const agent of CRAWLER_AGENTS) {
      expect(agent.provider).toMatch(/^[a-z0-9-]+$/);
      expect(classifyUserAgent(`Mozilla/5.0 (compatible; ${agent.token}/1.0)`)).toMatchObject({ token: agent.token });
    }
  });
});

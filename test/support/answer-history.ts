import type { Provider } from "../../src/mentions/core/provider";
import type { AnswerFact } from "../../src/mentions/core/statistics/fact";

/** Pseudorandom numbers that are the same on every machine (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Four, however many there are, so that the generated history stays the same. */
const PROVIDERS: Provider[] = ["chatgpt", "claude", "perplexity", "gemini"];
const NAMES = ["Alpha", "Beta", "Gamma", "Delta Corp", "Epsilon", "Zeta", "Seen Once Or Twice"];
const DOMAINS = ["example.com", "alpha.com", "g2.com", "reddit.com", "beta.io", "news.co.uk", "blog.dev"];

/** A generated history: `runs` analysed answers to `prompts` prompts over the `days` before `now`. */
export function generatedFacts(runs: number, prompts: number, days: number, now: number): AnswerFact[] {
  const random = randomNumbers(42);
  return Array.from({ length: runs }, (_, i) => {
    const createdAt = now - Math.floor(random() * days * 86_400_000);
    const named = NAMES.filter((_, index) => random() < (index === 6 ? 0.00005 : 0.6 / (index + 1)));
    const mentioned = random() < 0.45;
    const order = [...named, ...(mentioned ? ["own"] : [])].map((name) => ({ name, at: random() }));
    order.sort((a, b) => a.at - b.at);
    const rank = (name: string) => order.findIndex((each) => each.name === name) + 1;
    const cited = DOMAINS.filter(() => random() < 0.3).map((domain) => [domain, 1 + Math.floor(random() * 3)] as const);
    return {
      runId: `run-${String(i).padStart(6, "0")}`,
      promptId: `prompt-${Math.floor(random() * prompts)}`,
      provider: PROVIDERS[Math.floor(random() * 4)]!,
      dateUtc: new Date(createdAt).toISOString().slice(0, 10),
      createdAt,
      position: mentioned ? rank("own") : 0,
      sentiment: mentioned ? Math.round((random() * 2 - 1) * 100) / 100 : 0,
      ownUrls: Array.from(
        { length: cited.find(([domain]) => domain === "example.com")?.[1] ?? 0 },
        (_, page) => `https://own.example.com/${page}`,
      ),
      competitors: named.map((name) => [name, 1 + Math.floor(random() * 4), rank(name)]),
      cited: cited.map(([domain, pages]) => [domain, pages]),
    };
  });
}

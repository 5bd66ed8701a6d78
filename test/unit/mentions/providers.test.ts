import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type Behaviour, type StandIn } from "../../../demo/stand-in/server.ts";
import { API_PROVIDERS, type ApiProvider } from "../../../src/lib/ai-providers.ts";
import { FAILURE_TEXTS } from "../../../src/mentions/core/failure-kinds.ts";
import { ProviderError, REACTIONS } from "../../../src/mentions/core/provider-error.ts";
import type { Bindings } from "../../../src/env.ts";
import { ask } from "../../../src/mentions/providers/ask.ts";
import { citation } from "../../../src/mentions/providers/citation.ts";
import { providerConfigOf } from "../../../src/mentions/providers/config.ts";
import { ADAPTERS } from "../../../src/mentions/providers/index.ts";
import type { Question } from "../../../src/mentions/providers/types.ts";
import { judgeStrictly, STRICT_KEYS } from "../../support/strict-providers.ts";

const ANSWER = {
  parts: [
    { text: "Gut 🚲: **Žabka Räder**", cites: [{ url: "https://www.reviews.example/best?x=1", title: "Best" }] },
    { text: " und Fenland.", cites: [{ url: "https://fenland.example/", title: "Fenland" }] },
  ],
};

let standIn: StandIn;
let behaviours: Behaviour[] = [];

beforeAll(async () => {
  standIn = await startStandIn(0, {
    judge: judgeStrictly,
    behave: () => behaviours.shift() ?? { kind: "complete", answer: ANSWER },
  });
});
beforeEach(() => {
  behaviours = [];
  standIn.log.length = 0;
});
afterAll(() => standIn.close());

const question: Question = { text: "Wo kaufe ich ein Rad?", location: {} };

function askOne(provider: ApiProvider, options: { question?: Question; timeoutMs?: number; baseUrl?: string } = {}) {
  const config = {
    baseUrl: options.baseUrl ?? standIn.baseUrls[provider],
    apiKey: STRICT_KEYS[provider],
    model: ADAPTERS[provider].model,
    timeoutMs: options.timeoutMs ?? 5_000,
    gatewayToken: null,
  };
  const turns: number[] = [];
  const beforeCall = (turn: number) => {
    turns.push(turn);
    return Promise.resolve();
  };
  const asked = ask(ADAPTERS[provider], config, options.question ?? question, { idempotencyKey: "run", beforeCall });
  return Object.assign(asked, { turns });
}

async function failureOf(provider: ApiProvider, options: Parameters<typeof askOne>[1] = {}): Promise<ProviderError> {
  const error = await askOne(provider, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

const HOME = { country: "DE", region: "Berlin", city: "Berlin", timezone: "Europe/Berlin" };

describe.each(API_PROVIDERS)("%s, behind a checker that rejects what the real API would", (provider) => {
  it("is called in its own wire format, and its answer is read with citations from the annotations", async () => {
    const answer = await askOne(provider);
    expect(answer).toMatchObject({ model: ADAPTERS[provider].model, stop: "complete", searched: true });
    expect(answer.text).toContain("Žabka Räder");
    expect(answer.text).not.toMatch(/I'll search|Thinking/);
    expect(answer.requestId).toBeTruthy();
    const hosts = answer.citations.map(({ url, title }) =>
      url.includes("grounding-api-redirect") ? title : URL.parse(url)!.host.replace("www.", ""),
    );
    expect(hosts).toEqual(["reviews.example", "fenland.example"]);
    const marked = answer.citations.map(({ start, end }) => answer.text.slice(start, end));
    expect(marked).toEqual(
      {
        chatgpt: [
          "([www.reviews.example](https://www.reviews.example/best?x=1&utm_source=openai))",
          "([fenland.example](https://fenland.example/?utm_source=openai))",
        ],
        claude: ["Gut 🚲: **Žabka Räder**", " und Fenland."],
        perplexity: ["[1]", "[2]"],
        gemini: ["Gut 🚲: **Žabka Räder**", " und Fenland."],
      }[provider],
    );
  });

  it("receives the location in the fields that it supports", async () => {
    await askOne(provider, { question: { ...question, location: HOME } });
    const { body } = standIn.log[0]!;
    const { timezone: _timezone, ...withoutZone } = HOME;
    expect(provider === "gemini" ? body.toolConfig.retrievalConfig.latLng : body.tools[0].user_location).toEqual(
      {
        chatgpt: { type: "approximate", ...HOME },
        claude: { type: "approximate", ...HOME },
        perplexity: withoutZone,
        gemini: { latitude: 51, longitude: 10 },
      }[provider],
    );
    const exact = { latitude: 52.52, longitude: 13.4 };
    await askOne(provider, { question: { ...question, location: { ...HOME, ...exact } } });
    if (provider === "gemini") expect(standIn.log[1]!.body.toolConfig.retrievalConfig.latLng).toEqual(exact);
  });

  it("receives the unchanged prompt, and one idempotency key for all attempts", async () => {
    await askOne(provider);
    await askOne(provider);
    expect(standIn.log.map((received) => received.question)).toEqual([question.text, question.text]);
    expect(standIn.log.map(({ headers }) => headers["idempotency-key"])).toEqual(["run:1", "run:1"]);
  });

  it("may answer without a search, truncated, or with unknown items", async () => {
    behaviours = [{ kind: "complete", searched: false, answer: ANSWER }];
    expect(await askOne(provider)).toMatchObject({ searched: false });
    behaviours = [{ kind: "truncated", answer: ANSWER }];
    expect(await askOne(provider)).toMatchObject({ stop: "truncated" });
    behaviours = [{ kind: "complete", unknownItem: true, answer: ANSWER }];
    expect((await askOne(provider)).text).toContain("Fenland");
  });

  it.each([
    ["unauthorized", "auth"],
    ["spent", provider === "perplexity" ? "rate_limited" : "quota"],
    ["overloaded", "overloaded"],
    ["server_error", "server_error"],
    ["refused", "refused"],
    ["empty", "empty"],
    ["malformed", "malformed"],
    ["cut", "network"],
    ["failed", { chatgpt: "server_error", claude: "empty", perplexity: "server_error", gemini: "refused" }[provider]],
  ] as const)("fails with %s → %s", async (kind, expected) => {
    behaviours = [{ kind }];
    expect((await failureOf(provider)).kind).toBe(expected);
  });

  it("may say how long to wait, in any supported place", async () => {
    behaviours = [{ kind: "rate_limited", retryAfterSeconds: 17 }];
    expect(await failureOf(provider)).toMatchObject({ kind: "rate_limited", retryAfterSeconds: 17 });
    behaviours = [{ kind: "rate_limited" }];
    expect(await failureOf(provider)).toMatchObject({ kind: "rate_limited", retryAfterSeconds: null });
  });

  it("does not hang when it is slow or unreachable", async () => {
    behaviours = [{ kind: "complete", delayMs: 2_000 }];
    expect((await failureOf(provider, { timeoutMs: 100 })).kind).toBe("timeout");
    expect((await failureOf(provider, { baseUrl: "http://127.0.0.1:1/v1" })).kind).toBe("network");
    expect((await failureOf(provider, { baseUrl: `${standIn.origin}/elsewhere` })).kind).toBe("model_not_found");
  });
});

describe.each(API_PROVIDERS)("what %s sends", (provider) => {
  it("in an error goes to the operator's log, without keys; the customer reads what to do", async () => {
    const key = STRICT_KEYS[provider];
    const said = `Key ${key} of org-8Fq2 is over its limit on https://api:pw1234@gw.internal.corp:8443.\n${"x".repeat(1_000)}`;
    for (const kind of ["unauthorized", "rate_limited", "server_error"] as const) {
      behaviours = [{ kind, message: said }];
      const { message, detail, kind: seen } = await failureOf(provider);
      expect(message).toBe(FAILURE_TEXTS[seen as keyof typeof FAILURE_TEXTS]);
      expect(detail).toMatch(/^HTTP \d{3}: Key \[key\] of org-8Fq2 .*https:\/\/\[key\]gw\.internal\.corp:8443\. x+$/);
      expect(detail).toHaveLength(300);
    }
    behaviours = [{ kind: "refused" }];
    expect(JSON.stringify(await failureOf(provider))).not.toContain("can't help");
  });

  it("is not asked for again if it is too large to be read", async () => {
    const parts = [{ text: "Velora. ".repeat(200_000), cites: [] }];
    behaviours = [{ kind: "complete", answer: { parts } }];
    const error = await failureOf(provider);
    expect([error.kind, REACTIONS[error.kind].attempts]).toEqual(["too_large", 1]);
    expect(error.message).toBe(FAILURE_TEXTS.too_large);
  });

  it("is kept up to a length, with as many citations", async () => {
    const cites = Array.from({ length: 300 }, (_, i) => ({ url: `https://a.example/${i}`, title: "T".repeat(500) }));
    cites[1]!.url = `https://a.example/${"x".repeat(3_000)}`;
    const parts = [
      { text: "Velora.", cites },
      { text: `a${"🚲".repeat(60_000)}`, cites: [] },
    ];
    behaviours = [{ kind: "complete", answer: { parts } }];
    const answer = await askOne(provider);
    expect(answer.text.length).toBeLessThanOrEqual(100_000);
    expect(answer.text.length).toBeGreaterThan(99_990);
    expect(answer.text.isWellFormed()).toBe(true);
    expect(answer.stop).toBe("truncated");
    expect(answer.citations.length).toBeGreaterThan(100);
    expect(answer.citations.length).toBeLessThanOrEqual(200);
    for (const { url, title } of answer.citations) {
      expect(url.length).toBeLessThanOrEqual(2_048);
      expect(title!.length).toBeLessThanOrEqual(300);
    }
  });
});

describe("an AI gateway in front", () => {
  it("gets its token and a header that disables its cache; otherwise no gateway header is sent", async () => {
    const config = { apiKey: STRICT_KEYS.claude, model: "claude-haiku-4-5", timeoutMs: 5_000 };
    const options = { idempotencyKey: "run", beforeCall: () => Promise.resolve() };
    const baseUrl = standIn.baseUrls.claude;
    await ask(ADAPTERS.claude, { ...config, baseUrl, gatewayToken: "gw" }, question, options);
    await ask(ADAPTERS.claude, { ...config, baseUrl, gatewayToken: null }, question, options);
    expect(standIn.log[0]!.headers).toMatchObject({ "cf-aig-authorization": "Bearer gw", "cf-aig-skip-cache": "true" });
    expect(Object.keys(standIn.log[1]!.headers).filter((name) => name.startsWith("cf-aig"))).toEqual([]);
  });
});

describe("settings", () => {
  const env = { OPENAI_API_KEY: " sk-1 ", OPENAI_BASE_URL: "http://127.0.0.1:1/v1/" } as Bindings;

  it("default to the vendor's URL, a model and two minutes", () => {
    expect(providerConfigOf(env, "chatgpt")).toEqual({
      baseUrl: "http://127.0.0.1:1/v1",
      apiKey: "sk-1",
      model: "gpt-6-luna",
      timeoutMs: 120_000,
      gatewayToken: null,
    });
    expect(
      providerConfigOf({ ...env, GEMINI_API_KEY: "k", GEMINI_MODEL: "gemini-flash-latest" }, "gemini"),
    ).toMatchObject({
      baseUrl: "https://generativelanguage.googleapis.com/v1beta",
      model: "gemini-flash-latest",
    });
  });

  it.each([
    ["claude", "ANTHROPIC_API_KEY"],
    ["perplexity", "PERPLEXITY_API_KEY"],
    ["gemini", "GEMINI_API_KEY"],
  ] as const)("missing for %s are named: %s", (provider, variable) => {
    expect(() => providerConfigOf(env, provider)).toThrow(variable);
  });
});

describe("Anthropic's paused turns", () => {
  it("continue with the paused content unchanged", async () => {
    behaviours = [{ kind: "paused" }, { kind: "paused" }, { kind: "complete", answer: ANSWER }];
    const asked = askOne("claude");
    expect((await asked).text).toBe("Gut 🚲: **Žabka Räder** und Fenland.");
    expect(asked.turns).toEqual([1, 2, 3]);
    const roles = standIn.log[2]!.body.messages.map((message: { role: string }) => message.role);
    expect(roles).toEqual(["user", "assistant", "assistant"]);
  });

  it("are limited in number", async () => {
    behaviours = Array.from({ length: 10 }, () => ({ kind: "paused" as const }));
    expect((await failureOf("claude")).kind).toBe("malformed");
    expect(standIn.log).toHaveLength(4);
  });
});

describe("the checker itself", () => {
  const good = async (provider: ApiProvider) => {
    standIn.log.length = 0;
    await askOne(provider);
    return standIn.log[0]!;
  };

  it.each(API_PROVIDERS)("accepts %s requests as sent, and rejects each wrong part", async (provider) => {
    const received = await good(provider);
    expect(judgeStrictly(received)).toBeNull();
    expect(judgeStrictly({ ...received, path: "/chat/completions" })?.status).toBe(404);
    expect(judgeStrictly({ ...received, method: "GET" })?.status).toBe(405);
    for (const header of ["authorization", "x-api-key", "x-goog-api-key", "anthropic-version", "content-type"]) {
      if (received.headers[header] === undefined) continue;
      const headers = { ...received.headers, [header]: "wrong" };
      expect(judgeStrictly({ ...received, headers })?.status, header).toBeGreaterThanOrEqual(400);
    }
    for (const key of Object.keys(received.body)) {
      if (["store", "include", "max_output_tokens", "instructions", "generationConfig", "tool_choice"].includes(key))
        continue;
      const { [key]: _dropped, ...body } = received.body;
      expect(judgeStrictly({ ...received, body })?.status, key).toBe(400);
    }
    expect(judgeStrictly({ ...received, body: { ...received.body, invented: 1 } })?.status).toBe(400);
  });
});

describe("a citation", () => {
  it("has no place if that ends before it begins", () => {
    expect(citation("https://a.example", null, { start: 4, end: -1 })).toEqual({ url: "https://a.example" });
    expect(citation("https://a.example", "A", { start: 1, end: 0 })).toEqual({ url: "https://a.example", title: "A" });
    expect(citation("https://a.example", "A", { start: 1, end: 1 })).toMatchObject({ start: 1, end: 1 });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Bindings } from "../../../src/env.ts";
import { CONSUMER_SURFACES, PROVIDERS_AS_JUDGES, type ConsumerSurface } from "../../../src/lib/ai-providers.ts";
import { JOB_LIMIT_MS, nextLook, readJob } from "../../../src/mentions/core/job.ts";
import { ProviderError } from "../../../src/mentions/core/provider-error.ts";
import { AnswerPending, ask } from "../../../src/mentions/providers/ask.ts";
import { providerConfigOf } from "../../../src/mentions/providers/config.ts";
import { adapterOf } from "../../../src/mentions/providers/index.ts";
import { JobFailed } from "../../../src/mentions/providers/job-failed.ts";
import { filledBody, valueAt } from "../../../src/mentions/providers/surface-form.ts";
import { startScrapingService, type ServiceReply } from "../../support/scraping-service.ts";

let service: Awaited<ReturnType<typeof startScrapingService>>;
beforeAll(async () => {
  service = await startScrapingService();
});
beforeEach(() => {
  service.replies.length = 0;
  service.seen.length = 0;
});
afterAll(() => service.close());

const KEY = "secret-key-of-the-operator";
const settings = (change: Partial<Bindings> = {}) =>
  ({ SURFACES_BASE_URL: service.baseUrl, SURFACES_API_KEY: KEY, ...change }) as Bindings;

interface Asked {
  surface?: ConsumerSurface;
  job?: string;
  change?: Partial<Bindings>;
  timeoutMs?: number;
}
const booked: number[] = [];
function askOne(replies: ServiceReply[], { surface = "copilot", job, change = {}, timeoutMs }: Asked = {}) {
  service.replies.push(...replies);
  booked.length = 0;
  const env = settings(change);
  const config = { ...providerConfigOf(env, surface), ...(timeoutMs && { timeoutMs }) };
  const beforeCall = async (turn: number) => void booked.push(turn);
  const options = { idempotencyKey: "run", beforeCall, ...(job !== undefined && { job }) };
  const question = { text: 'Which "vans"? {country}', location: { country: "DE" } };
  return ask(adapterOf(env, surface), config, question, options);
}
const thrown = async (asked: Promise<unknown>): Promise<any> =>
  asked.then(
    () => "no error",
    (error: unknown) => error,
  );

const done = {
  id: "j1",
  status: "done",
  answer: {
    text: "Acme is best.",
    citations: [{ url: "https://rev.io/a", title: "Vans" }, { url: "javascript:alert(1)" }, "https://b.io/", 7],
    queries: ["best vans", 7, ""],
  },
};

describe("a scraping service of the default form", () => {
  it("starts a job, which is looked at without being booked, and gives an answer with citations and searches", async () => {
    const pending = await thrown(askOne([{ json: { id: "j1", status: "queued" } }]));
    expect(pending).toBeInstanceOf(AnswerPending);
    expect(pending.job).toBe("j1");
    expect(booked).toEqual([1]);
    expect(service.seen[0]).toMatchObject({
      method: "POST",
      path: "/v1/jobs",
      headers: { authorization: `Bearer ${KEY}`, "idempotency-key": "run:1" },
      body: { surface: "copilot", prompt: 'Which "vans"? {country}', country: "DE" },
    });
    expect(service.seen[0]!.body).not.toHaveProperty("city");
    expect((await thrown(askOne([{ json: { status: "Running" } }], { job: "j1" }))).job).toBe("j1");
    const answer = await askOne([{ json: done }], { job: "j1" });
    expect(booked).toEqual([]);
    expect(service.seen.at(-1)).toMatchObject({ method: "GET", path: "/v1/jobs/j1", body: undefined });
    expect(answer).toMatchObject({ text: "Acme is best.", model: "copilot", stop: "complete", searched: true });
    expect(answer.citations).toEqual([{ url: "https://rev.io/a", title: "Vans" }, { url: "https://b.io/" }]);
    expect(answer.search).toEqual({ queries: ["best vans"], used: [] });
  });

  it("may answer at once", async () => {
    expect((await askOne([{ json: done }])).text).toBe("Acme is best.");
  });

  it.each<[string, ServiceReply[], string, boolean]>([
    ["a failed job", [{ json: { id: "j1", status: "failed" } }], "server_error", true],
    ["a job that is gone", [{ json: {}, status: 404 }], "server_error", true],
    ["a finished job without a text", [{ json: { id: "j1", status: "done", answer: {} } }], "malformed", true],
    ["an empty text", [{ json: { ...done, answer: { text: " \n" } } }], "empty", false],
    ["a refused key", [{ json: { error: { message: `no ${KEY}` } }, status: 401 }], "auth", false],
    ["too many requests", [{ json: {}, status: 429, headers: { "retry-after": "7" } }], "rate_limited", false],
    ["an outage", [{ text: "<h1>502</h1>", status: 502 }], "server_error", false],
    ["no JSON", [{ text: "<html>" }], "malformed", false],
    [
      "a redirect",
      [{ json: {}, status: 302, headers: { location: "http://169.254.169.254/" } }],
      "model_not_found",
      false,
    ],
    ["too large a body", [{ text: `{"a":"${"x".repeat(1_100_000)}"}` }], "too_large", false],
    ["silence", [{ silent: true }], "timeout", false],
  ])("%s", async (_what, replies, kind, isJobFailed) => {
    const error = await thrown(askOne(replies, { job: "j1", timeoutMs: 400 }));
    expect(error).toBeInstanceOf(ProviderError);
    expect(error.kind).toBe(kind);
    expect(error instanceof JobFailed).toBe(isJobFailed);
    expect(`${error.message} ${error.detail}`).not.toContain(KEY);
    if (kind === "rate_limited") expect(error.retryAfterSeconds).toBe(7);
    expect(service.seen).toHaveLength(1);
  });

  it.each(["../admin", "a/b", "", ".", "x".repeat(201), { a: 1 }, null])("refuses the job id %j", async (id) => {
    const error = await thrown(askOne([{ json: { id, status: "queued" } }]));
    expect(error.kind).toBe("malformed");
  });
});

describe("a form of the operator's", () => {
  const form = {
    start: {
      path: "/tasks?wait=0",
      body: {
        source: "{surface}",
        query: "{prompt}",
        nested: { geo: ["{country}"], note: "from {country}{city}" },
        parse: true,
      },
    },
    look: "/tasks/{job}/result",
    header: { name: "x-api-key", value: "{key}" },
    names: { "google-ai-mode": "google_ai_mode" },
    job: "task.id",
    status: "task.state",
    pending: ["waiting"],
    failed: ["faulty"],
    text: "results.0.content.response_text",
    citations: "results.0.content.links",
    url: "href",
    title: "label",
    queries: "results.0.queries",
  };
  const change = { SURFACES_FORM: JSON.stringify(form) };

  it("says how to ask and where the answer is", async () => {
    const surface = "google-ai-mode" as const;
    const pending = await thrown(askOne([{ json: { task: { id: 71, state: "waiting" } } }], { surface, change }));
    expect(pending.job).toBe("71");
    expect(service.seen[0]).toMatchObject({
      path: "/v1/tasks?wait=0",
      headers: { "x-api-key": KEY },
      body: {
        source: "google_ai_mode",
        query: 'Which "vans"? {country}',
        nested: { geo: ["DE"], note: "from DE" },
        parse: true,
      },
    });
    const links = [{ href: "https://rev.io/", label: "Rev" }];
    const results = [{ content: { response_text: "Acme.", links }, queries: ["q"] }];
    const answer = await askOne([{ json: { task: { state: "done" }, results } }], { surface, change, job: "71" });
    expect(service.seen.at(-1)!.path).toBe("/v1/tasks/71/result");
    expect(answer).toMatchObject({ text: "Acme.", citations: [{ url: "https://rev.io/", title: "Rev" }] });
    const faulty = await thrown(askOne([{ json: { task: { state: "faulty" } } }], { surface, change, job: "71" }));
    expect(faulty).toBeInstanceOf(JobFailed);
  });

  it.each(["no JSON", "[]", '{"look":"/jobs"}', '{"text":"a..b"}', '{"other":1}', '{"start":{"path":"jobs"}}'])(
    "is refused if it is %s",
    (text) => {
      expect(() => adapterOf(settings({ SURFACES_FORM: text }), "copilot")).toThrow(/SURFACES_FORM/);
    },
  );

  it("reads no inherited fields, and replaces nothing twice", () => {
    expect(valueAt({}, "__proto__.x")).toBeUndefined();
    expect(valueAt([[1]], "0.0")).toBe(1);
    expect(valueAt("text", "length")).toBeUndefined();
    expect(filledBody({ a: "{prompt} {surface}" }, { prompt: "{surface}", surface: "s" })).toEqual({
      a: "{surface} s",
    });
  });
});

describe("surfaces", () => {
  it.each(CONSUMER_SURFACES)("%s needs an address with https, a key, and judges nothing", (surface) => {
    const tried = (change: Partial<Bindings>) => () => providerConfigOf(settings(change), surface);
    expect(tried({ SURFACES_API_KEY: "" })).toThrow(/SURFACES_API_KEY/);
    expect(tried({ SURFACES_BASE_URL: "" })).toThrow(/SURFACES_BASE_URL/);
    expect(tried({ SURFACES_BASE_URL: "http://scraper.example" })).toThrow(/https/);
    expect(tried({ SURFACES_BASE_URL: "ftp://127.0.0.1" })).toThrow(/https/);
    expect(tried({ SURFACES_BASE_URL: "https://scraper.example/" })().baseUrl).toBe("https://scraper.example");
    expect(PROVIDERS_AS_JUDGES).not.toContain(surface);
  });

  it("have their jobs looked at ever less often, within the deliveries of a message", () => {
    let now = 0;
    let looks = 0;
    for (; now <= JOB_LIMIT_MS; looks++) now = nextLook({ id: "j", since: 0, looks }, now);
    expect(looks).toBeLessThan(40);
    expect(nextLook({ id: "j", since: 0, looks: 0 }, 0)).toBe(5_000);
    expect(nextLook({ id: "j", since: 0, looks: 1_000 }, 0)).toBe(60_000);
    expect(readJob("{}")).toBeNull();
    expect(readJob("?")).toBeNull();
    expect(readJob(null)).toBeNull();
  });
});

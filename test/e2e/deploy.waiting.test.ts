import { readdirSync } from "node:fs";
import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FREE_SETTINGS } from "../../scripts/dev/free-plan.ts";
import { QUEUE_NAMES } from "../../src/lib/queue-names.ts";
import { CloudflareApi } from "../support/cloudflare-api.ts";
import { ExaminedService } from "../support/examined-service.ts";

/** `npm run deploy` with the real wrangler, against an API on loopback that starts without resources. */
const api = new CloudflareApi();
let base: string;
/** What the doctor finds at the address of the deployment. */
const TOKEN = "the-operators-token-of-the-test";
const examined = new ExaminedService(TOKEN);
let adminToken: string | null = TOKEN;
let service: string;

async function deploy(expected = 0, ...options: string[]): Promise<string> {
  const child = spawn(process.execPath, ["scripts/run.mjs", "deploy", "--service", service, ...options], {
    env: {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: base,
      CLOUDFLARE_API_TOKEN: "token-of-the-test",
      CLOUDFLARE_ACCOUNT_ID: "account-of-the-test",
      ADMIN_TOKEN: adminToken ?? "",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code, output).toBe(expected);
  return output;
}

const isLong = process.env["TEST_LONG"] === "1";
/** Each of these saves a run of wrangler. The long form creates them all. */
const EXISTING = isLong ? [] : QUEUE_NAMES.filter((name) => !name.includes("-crawl"));

const MIGRATIONS = readdirSync("migrations").filter((name) => name.endsWith(".sql")).length;

afterAll(() => examined.stop());

describe("npm run deploy", { timeout: 300_000 }, () => {
  beforeAll(async () => {
    base = await api.start();
    service = await examined.start();
    api.made.push(...EXISTING.map((name) => `queues ${name}`));
  });
  afterAll(() => api.stop());

  it("creates missing resources, migrates the database and deploys with the new ids", async () => {
    const output = await deploy();
    expect(api.made).toContain("d1/database crawlready");
    expect(api.made).toContain("r2/buckets crawlready-snapshots");
    expect(api.made).toContain("queues crawlready-crawl");
    expect(api.made).toContain("queues crawlready-crawl-dlq");
    expect(new Set(api.made).size).toBe(api.made.length);
    for (const name of EXISTING) expect(output).toContain(`queue ${name}: exists`);
    expect(api.refused, "commands for queues that exist").toEqual([]);
    const tables = api.database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    expect(tables.map((row) => row["name"])).toEqual(expect.arrayContaining(["account", "audit_run", "d1_migrations"]));
    expect(api.uploads[0]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "DB", id: "id-crawlready" }),
        expect.objectContaining({ name: "KV", namespace_id: "id-crawlready" }),
        expect.objectContaining({ name: "AUTH_SECRET", type: "secret_text", text: expect.stringMatching(/^.{40,}$/) }),
        expect.objectContaining({ name: "ADMIN_TOKEN", type: "secret_text", text: TOKEN }),
      ]),
    );
    const last = api.uploads.at(-1);
    expect(last).toContainEqual({ name: "API_HOSTS", type: "plain_text", text: "crawlready.test.workers.dev" });
    expect(output).toContain("API_HOSTS: crawlready.test.workers.dev");
    expect(api.schedules).toEqual(["*/15 * * * *", "10 0 * * *"]);
    expect(api.consumers.get("crawlready-crawl")).toMatchObject({ dead_letter_queue: "crawlready-crawl-dlq" });
    expect(output).toContain("EMAIL_API_KEY  without it, ");
    expect(output).not.toContain(TOKEN);
    const calls = ["POST", "GET", "DELETE"].map((method) => `${method} /api/admin/doctor`);
    expect(examined.asked).toEqual(["GET /healthz", ...calls]);
    expect(output).toMatch(/database +DB +ok[\s\S]*0 failures, 0 warnings\.\s*$/);
  });

  it.runIf(isLong)("fails if the doctor does, and says how to go back", async () => {
    examined.isSound = false;
    const output = await deploy(1);
    expect(output).toContain("Cause:  D1 refuses statements.");
    expect(output).toContain("npx wrangler rollback");
    expect(await deploy(0, "--no-doctor")).not.toContain("Doctor");
    examined.isSound = true;
  });

  it.runIf(isLong)("says how to prove it if the operator's token is unknown, and refuses a short one", async () => {
    const asked = examined.asked.length;
    adminToken = null;
    expect(await deploy()).toContain(`npx crawlready doctor ${service}`);
    expect(examined.asked).toHaveLength(asked);
    adminToken = "short";
    expect(await deploy(1)).toContain("ADMIN_TOKEN has fewer than 24 characters");
    adminToken = TOKEN;
  });

  it.runIf(isLong)("reuses everything the next time, and keeps the secret and the API hosts", async () => {
    const made = [...api.made];
    const uploads = api.uploads.length;
    api.uploads.at(-1)!.find((binding) => binding["name"] === "API_HOSTS")!["text"] = "api.example.com";
    const output = await deploy();
    expect(api.made).toEqual(made);
    expect(output).not.toContain("created");
    expect(output).toContain("API_HOSTS: api.example.com (unchanged)");
    expect(api.uploads).toHaveLength(uploads + 1);
    expect(api.uploads.at(-1)?.some((binding) => binding["type"] === "plain_text")).toBe(false);
    expect(api.uploads.at(-1)?.find((binding) => binding["name"] === "AUTH_SECRET")?.["type"]).not.toBe("secret_text");
    expect(api.database.prepare("SELECT count(*) AS n FROM d1_migrations").get()).toEqual({ n: MIGRATIONS });
  });
});

describe.runIf(isLong)("npm run deploy in an account on the free plan", { timeout: 600_000 }, () => {
  const free = new CloudflareApi();
  beforeAll(async () => {
    base = await free.start();
    free.isFree = true;
  });
  afterAll(() => free.stop());

  it("is refused without --free, and says what to do", async () => {
    expect(await deploy(1)).toContain("npm run deploy -- --free");
    expect(free.uploads).toEqual([]);
  });

  it("sets it up with --free: without limits of CPU, with small batches and settings that fit", async () => {
    await deploy(0, "--free");
    for (const [name, text] of Object.entries(FREE_SETTINGS))
      expect(free.uploads.at(-1)).toContainEqual({ name, type: "plain_text", text });
    expect(free.consumers.get("crawlready-crawl")).toMatchObject({ settings: { batch_size: 1 } });
    expect(free.consumers.get("crawlready-visits")).toMatchObject({ settings: { batch_size: 100 } });
    expect(free.schedules.length).toBeLessThanOrEqual(5);
  });
});

// Where a first deployment fails: while resources are created, in the migrations, when the Worker is uploaded, and before
// its hosts are known.
const FAILURES: Array<[string, (asked: { method: string; path: string; body: string }) => boolean]> = [
  ["a queue", ({ path, body }) => path === "queues" && body.includes("crawlready-render-dlq")],
  ["a migration", ({ path, body }) => path.endsWith("/query") && body.includes("CREATE TABLE `audit_part`")],
  ["the secrets", ({ path, method }) => path.endsWith("/secrets") && method === "GET"],
  ["the upload", ({ path, method }) => path.startsWith("workers/scripts/") && method === "PUT"],
];

describe.runIf(isLong)("npm run deploy, half failed", { timeout: 600_000 }, () => {
  const broken = new CloudflareApi();
  beforeAll(async () => {
    base = await broken.start();
  });
  afterAll(() => broken.stop());

  it.each(FAILURES)("fails at %s", async (_name, at) => {
    let failed = false;
    broken.failOnce = (asked) => (failed = at(asked));
    const output = await deploy(1);
    expect(failed).toBe(true);
    expect(output).toContain("An unknown error has occurred");
  });

  it("goes on when it is run again, and leaves one of everything", async () => {
    const output = await deploy();
    expect(output).toContain("API_HOSTS: crawlready.test.workers.dev");
    expect(new Set(broken.made).size).toBe(broken.made.length);
    expect(broken.made).toContain("queues crawlready-render-dlq");
    expect(broken.database.prepare("SELECT count(*) AS n FROM d1_migrations").get()).toEqual({ n: MIGRATIONS });
    const secrets = broken.uploads.flatMap((bindings) => bindings.filter(({ type }) => type === "secret_text"));
    expect(secrets.map(({ name }) => name)).toEqual(["AUTH_SECRET", "ADMIN_TOKEN"]);
  });

  it("keeps the secret if the secrets can't be read the next time", async () => {
    const uploads = broken.uploads.length;
    broken.failOnce = ({ path, method }) => path.endsWith("/secrets") && method === "GET";
    await deploy(1);
    expect(broken.uploads).toHaveLength(uploads);
  });
});

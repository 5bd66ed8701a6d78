import { readdirSync } from "node:fs";
import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CloudflareApi } from "../support/cloudflare-api.ts";

/** `npm run deploy` with the real wrangler, against an API on loopback that starts without resources. */
const api = new CloudflareApi();
let base: string;

async function deploy(): Promise<string> {
  const child = spawn(process.execPath, ["scripts/deploy.mjs"], {
    env: {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: base,
      CLOUDFLARE_API_TOKEN: "token-of-the-test",
      CLOUDFLARE_ACCOUNT_ID: "account-of-the-test",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code, output).toBe(0);
  return output;
}

// Each test runs wrangler about thirty times.
const MIGRATIONS = readdirSync("migrations").filter((name) => name.endsWith(".sql")).length;

describe("npm run deploy", { timeout: 300_000 }, () => {
  beforeAll(async () => {
    base = await api.start();
  });
  afterAll(() => api.stop());

  it("creates missing resources, migrates the database and deploys with the new ids", async () => {
    const output = await deploy();
    expect(api.made).toContain("d1/database crawlready");
    expect(api.made).toContain("r2/buckets crawlready-snapshots");
    expect(api.made).toContain("queues crawlready-crawl-dlq");
    const tables = api.database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    expect(tables.map((row) => row["name"])).toEqual(expect.arrayContaining(["account", "audit_run", "d1_migrations"]));
    expect(api.uploads[0]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "DB", id: "id-crawlready" }),
        expect.objectContaining({ name: "KV", namespace_id: "id-crawlready" }),
        expect.objectContaining({ name: "AUTH_SECRET", type: "secret_text", text: expect.stringMatching(/^.{40,}$/) }),
      ]),
    );
    const last = api.uploads.at(-1);
    expect(last).toContainEqual({ name: "API_HOSTS", type: "plain_text", text: "crawlready.test.workers.dev" });
    expect(output).toContain("API_HOSTS: crawlready.test.workers.dev");
    expect(api.schedules).toEqual(["*/15 * * * *", "10 0 * * *"]);
    expect(api.consumers.get("crawlready-crawl")).toMatchObject({ dead_letter_queue: "crawlready-crawl-dlq" });
    expect(output).toContain("ADMIN_TOKEN  without it, the operator endpoints answer 404");
  });

  it.runIf(process.env["TEST_LONG"] === "1")(
    "reuses everything the next time, and keeps the secret and the API hosts",
    async () => {
      const made = [...api.made];
      const uploads = api.uploads.length;
      api.uploads.at(-1)!.find((binding) => binding["name"] === "API_HOSTS")!["text"] = "api.example.com";
      const output = await deploy();
      expect(api.made).toEqual(made);
      expect(output).not.toContain("created");
      expect(output).toContain("API_HOSTS: api.example.com (unchanged)");
      expect(api.uploads).toHaveLength(uploads + 1);
      expect(api.uploads.at(-1)?.some((binding) => binding["type"] === "plain_text")).toBe(false);
      expect(api.uploads.at(-1)?.find((binding) => binding["name"] === "AUTH_SECRET")?.["type"]).not.toBe(
        "secret_text",
      );
      expect(api.database.prepare("SELECT count(*) AS n FROM d1_migrations").get()).toEqual({ n: MIGRATIONS });
    },
  );
});

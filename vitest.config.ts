import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import path from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { prepareAssets } from "./scripts/dev/assets.ts";
import { installLauncher } from "./scripts/dev/browser.ts";
import { importOnce } from "./scripts/dev/import-once.ts";
import { LongestFirst } from "./scripts/dev/longest-first.ts";
import { useMemoryFolder } from "./scripts/dev/memory-folder.ts";

useMemoryFolder();

// Inside workerd no test has a browser: launching fails at once, as on a machine without one. e2e tests use the real one.
Object.assign(process.env, installLauncher("/bin/false", path.resolve("node_modules/.cache/crawlready-test")));

prepareAssets();

/** `npm run test:long`: whole histories, full sizes and real waits, where `npm test` asserts the same of less. */
const isLong = process.env["TEST_LONG"] === "1";

const workerd = cloudflareTest(async ({ inject }) => ({
  wrangler: { configPath: "./wrangler.toml" },
  miniflare: {
    bindings: {
      ADMIN_TOKEN: "test-operator",
      ALLOW_PRIVATE_HOSTS: "true",
      API_HOSTS: "api.test",
      // Tests that need an answer set these to sites of their own; nothing else is ever asked.
      CRAWLER_PROOFS_URL: "off",
      DNS_RESOLVER_URL: "http://127.0.0.1:9/dns-query",
      AUTH_SECRET: "a-secret-only-for-tests-0123456789",
      EMAIL_PRINT: "true",
      TEST_MIGRATIONS: await readD1Migrations("migrations"),
      TEST_HISTORY_READS: process.env["TEST_HISTORY_READS"] ?? (isLong ? "8000" : "2000"),
      TEST_LONG: isLong ? "1" : "",
      INDEXNOW_URL: `${inject<string>("sites")}/indexnow`,
      TEST_SITES: inject<string>("sites"),
      ...inject<Record<string, string>>("standIn"),
    },
  },
}));

/** A hash takes a fifth of a second on purpose, and hundreds of test accounts need one each. Counts them as well. */
const cheapPasswords: Plugin = {
  name: "cheap-passwords",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/src/accounts/core/password.ts")) return null;
    const counted = "  globalThis.passwordHashes = (globalThis.passwordHashes ?? 0) + 1;\n  return new Promise(";
    const cheap = code.replace("N: 16_384,", "N: 256,").replace("  return new Promise(", () => counted);
    if (!cheap.includes("N: 256,") || !cheap.includes(counted)) throw new Error("password.ts has changed: adapt this");
    return { code: cheap, map: null };
  },
};

/** Files that leave no work behind, so one Worker runs them all. Starting one takes longer than most of them. */
const LIGHT = [
  "account",
  "analytics",
  "api",
  "audit",
  "audit-history",
  "audit-results",
  "audit-settings",
  "audit-twice",
  "browser-budget",
  "ceilings",
  "checks",
  "dashboard/pages",
  "deploys",
  "domain-visits",
  "error-codes",
  "hostile-text",
  "invalidation",
  "judgement",
  "labelled-aliases",
  "messages",
  "openapi",
  "ownership",
  "prewarming",
  "prompt-stats",
  "prompts",
  "purge",
  "render-budget",
  "render-rules",
  "rendering-and-previews",
  "robots-and-sitemaps",
  "serving",
  "serving-rules",
  "sign-in-lock",
  "snapshot-index",
  "verification",
].map((name) => `test/worker/${name}.test.ts`);

const unit = {
  setupFiles: ["test/support/words.setup.ts"],
  pool: "threads" as const,
  isolate: false,
  testTimeout: 20_000,
};

/** Files that compute for seconds. `npm run check` leaves them to `npm test`. */
const HEAVY = ["unit/analytics/logs", "unit/mentions/false-alarms", "unit/security/asymptotic", "contract/client"].map(
  (name) => `test/${name}.test.ts`,
);

const workerPlugins = [cheapPasswords, importOnce, workerd];

const worker = {
  include: ["test/worker/**/*.test.ts"],
  globalSetup: ["test/support/sites.setup.ts", "test/support/stand-in.setup.ts"],
  setupFiles: ["test/worker/support/import-once.setup.ts", "test/worker/support/migrate.setup.ts"],
  // Ends what hangs. Nothing is measured by it, because a busy machine can be slow.
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

const e2e = {
  pool: "forks" as const,
  maxWorkers: 2,
  globalSetup: ["test/support/migrated-state.setup.ts"],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** Files whose long form times what a machine does. It runs before the others, one file after another. */
const ALONE = isLong ? ["test/e2e/renderer-escapes.test.ts", "test/e2e/fairness.test.ts"] : [];

/** Files that mostly wait: for deadlines, leases and retries. They leave a core to the tests beside them. */
const WAITING = ["hostile", "prompt-crash", "failures", "crash", "upgrade"].map((name) => `test/e2e/${name}.test.ts`);

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...unit, name: "unit", include: ["test/unit/**/*.test.ts"], exclude: HEAVY } },
      { test: { ...unit, name: "heavy", include: HEAVY } },
      // Not part of `npm test`: it needs packages that `npm run truth` downloads.
      { test: { name: "truth", include: ["test/truth/*.test.ts"], pool: "threads" } },
      {
        test: {
          name: "contract",
          include: ["test/contract/**/*.test.ts"],
          exclude: HEAVY,
          pool: "threads",
          testTimeout: 20_000,
        },
      },
      { plugins: workerPlugins, test: { ...worker, name: "worker", exclude: LIGHT } },
      {
        plugins: workerPlugins,
        test: { ...worker, name: "worker-light", include: LIGHT, isolate: false },
      },
      { test: { ...e2e, name: "alone", include: ALONE, maxWorkers: 1 } },
      { test: { ...e2e, name: "waiting", include: WAITING, maxWorkers: 1 } },
      // Two files at a time, those that take longest first.
      {
        test: {
          ...e2e,
          name: "e2e",
          include: ["test/e2e/*.test.ts", "test/fidelity/*.test.ts"],
          exclude: [...ALONE, ...WAITING],
        },
      },
      {
        test: {
          ...e2e,
          name: "e2e-shared",
          include: ["test/e2e/shared/*.test.ts"],
          globalSetup: [...e2e.globalSetup, "test/support/shared-service.setup.ts"],
        },
      },
    ],
  },
});

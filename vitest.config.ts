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
    // Tests don't wait as long as deployed queues do until visits share a batch.
    queueConsumers: {
      "crawlready-visits": {
        maxBatchSize: 100,
        maxBatchTimeout: 1,
        maxRetries: 20,
        retryDelay: 5,
        deadLetterQueue: "crawlready-visits-dlq",
      },
    },
    bindings: {
      ADMIN_TOKEN: "test-operator",
      ALLOW_PRIVATE_HOSTS: "true",
      API_HOSTS: "api.test",
      // Tests don't wait until stale pages are rendered together.
      RENDER_GATHER_SECONDS: "0",
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

/** Puts cheap password hashes, which it counts, in the place of the real ones' cost. */
const cheapPasswords: Plugin = {
  name: "cheap-passwords",
  enforce: "pre",
  resolveId(id) {
    return id === "./password-cost" ? path.resolve("test/worker/support/password-cost.ts") : null;
  },
};

/**
 * Every test is tried twice, because a busy machine can be slow. One that passes at its second try is named at the end of the run,
 * with the reason of its first. A property that was broken once is a fault, however many other inputs it holds for.
 */
const retry = { count: 1, condition: /^(?!Property failed after)/ };

/**
 * The end of a file's name tells how it runs. Starting a Worker and loading its modules takes longer than most files of
 * test/worker, so they share a few. There `.own.test.ts` begins with nothing stored and nothing under way (reset.setup.ts),
 * before all others. Without an end, a file leaves no work behind and finds what others stored.
 */
const KINDS = {
  /** Computes for seconds. `npm run check` leaves it to `npm test`. */
  heavy: "test/{unit,contract}/**/*.heavy.test.ts",
  /** test/e2e: mostly waits, for starts, deadlines, leases and retries. It leaves a core to the tests beside it. */
  waiting: "test/e2e/*.waiting.test.ts",
  /** test/e2e: times what a machine does, so only the long form runs it, before the others, one file after another. */
  timed: "test/e2e/*.timed.test.ts",
} as const;

/**
 * Only `npm run test:long` runs these. They take minutes of a browser, and smaller tests assert the same rules one by one.
 */
const LEFT_TO_LONG = isLong
  ? []
  : [
      "test/e2e/hostile.waiting.test.ts",
      "test/e2e/prompt-crash.waiting.test.ts",
      "test/e2e/large-sitemap.test.ts",
      "test/fidelity/isolation.test.ts",
    ];

const unit = {
  setupFiles: ["test/support/words.setup.ts"],
  pool: "threads" as const,
  isolate: false,
  // Ends what hangs: in `npm test` these take what other tests leave of the processor.
  testTimeout: 60_000,
  retry,
};

const worker = {
  globalSetup: ["test/support/sites.setup.ts", "test/support/stand-in.setup.ts"],
  setupFiles: [
    "test/worker/support/setup/reset.setup.ts",
    "test/worker/support/setup/import-once.setup.ts",
    "test/worker/support/setup/migrate.setup.ts",
    "test/worker/support/setup/usage.setup.ts",
  ],
  // Ends what hangs. Nothing is measured by it, because a busy machine can be slow.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  retry,
};

const e2e = {
  pool: "forks" as const,
  maxWorkers: 2,
  // These depend on a browser and on a machine's load.
  retry,
  globalSetup: ["test/support/migrated-state.setup.ts"],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...unit, name: "unit", include: ["test/unit/**/*.test.ts"], exclude: [KINDS.heavy] } },
      { test: { ...unit, name: "heavy", include: [KINDS.heavy] } },
      // Not part of `npm test`: it needs packages that `npm run truth` downloads.
      { test: { name: "truth", include: ["test/truth/*.test.ts"], pool: "threads" } },
      {
        test: {
          name: "contract",
          include: ["test/contract/**/*.test.ts"],
          exclude: [KINDS.heavy],
          pool: "threads",
          isolate: false,
          testTimeout: 60_000,
          retry,
        },
      },
      {
        plugins: [cheapPasswords, importOnce, workerd],
        test: { ...worker, name: "worker", include: ["test/worker/**/*.test.ts"], isolate: false },
      },
      { test: { ...e2e, name: "alone", include: isLong ? [KINDS.timed] : [], maxWorkers: 1 } },
      { test: { ...e2e, name: "waiting", include: [KINDS.waiting], exclude: LEFT_TO_LONG } },
      // Two files at a time, those that take longest first.
      {
        test: {
          ...e2e,
          name: "e2e",
          include: ["test/e2e/*.test.ts", "test/fidelity/*.test.ts"],
          exclude: [KINDS.timed, KINDS.waiting, ...LEFT_TO_LONG],
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

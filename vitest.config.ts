import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { prepareAssets } from "./scripts/dev/assets.ts";
import { installLauncher } from "./scripts/dev/browser.ts";

// Inside workerd no test has a browser: launching fails at once, as on a machine without one. e2e tests use the real one.
Object.assign(process.env, installLauncher("/bin/false", path.resolve("node_modules/.cache/crawlready-test")));

prepareAssets();

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
      TEST_HISTORY_READS: process.env["TEST_HISTORY_READS"] ?? "8000",
      TEST_SITES: inject<string>("sites"),
      ...inject<Record<string, string>>("standIn"),
    },
  },
}));

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], pool: "threads", isolate: false } },
      { test: { name: "contract", include: ["test/contract/**/*.test.ts"], pool: "threads" } },
      {
        plugins: [workerd],
        test: {
          name: "worker",
          include: ["test/worker/**/*.test.ts"],
          globalSetup: ["test/support/sites.setup.ts", "test/support/stand-in.setup.ts"],
          setupFiles: ["test/worker/support/migrate.setup.ts"],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          pool: "forks",
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

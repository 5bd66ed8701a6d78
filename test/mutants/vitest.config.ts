import { defineConfig } from "vitest/config";

/** The tests that Stryker runs against the pure code: they need neither a Worker nor a browser. */
export default defineConfig({
  test: {
    setupFiles: ["test/support/words.setup.ts"],
    include: ["test/unit/**/*.test.ts", "test/contract/checks.test.ts"],
    exclude: [
      "test/unit/scripts/**",
      "test/unit/{lib,security}/**/*.heavy.test.ts",
      "test/unit/mentions/report/false-alarms.heavy.test.ts",
    ],
    pool: "threads",
    isolate: false,
    // Code that notes which mutants a test reaches is slow.
    testTimeout: 300_000,
  },
});

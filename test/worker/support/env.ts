import type { D1Migration } from "cloudflare:test";
import type { Bindings } from "../../../src/env";

/** The Worker's bindings as tests in workerd see them. */
export type TestEnv = Bindings & {
  TEST_MIGRATIONS: D1Migration[];
  TEST_SITES: string;
  TEST_HISTORY_READS: string;
  TEST_STAND_IN: string;
  /** "1" for the long test run (`npm run test:long`). */
  TEST_LONG: string;
};

import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { TestEnv } from "../env.ts";

const testEnv = env as unknown as TestEnv;
await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS);

import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";

const kept = globalThis as { firstEnv?: Record<string, unknown>; leavesWork?: boolean };
const present = env as unknown as Record<string, unknown>;
const isOwn = expect.getState().testPath?.endsWith(".own.test.ts") === true;
kept.firstEnv ??= { ...present };

// What the file before left behind is gone: rows, objects with their alarms, messages, keys, files, settings and spies.
if (isOwn || kept.leavesWork) {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const name of Object.keys(present)) if (!(name in kept.firstEnv)) delete present[name];
  Object.assign(present, kept.firstEnv);
  await reset();
}
kept.leavesWork = isOwn;

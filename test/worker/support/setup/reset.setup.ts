import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";

const kept = globalThis as { firstEnv?: Record<string, unknown> };
const present = env as unknown as Record<string, unknown>;

// What the file before left behind is gone: rows, objects with their alarms, messages, keys, files, settings and spies.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
kept.firstEnv ??= { ...present };
for (const name of Object.keys(present)) if (!(name in kept.firstEnv)) delete present[name];
Object.assign(present, kept.firstEnv);
await reset();

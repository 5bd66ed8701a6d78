import { spawnSync } from "node:child_process";

/** What the isolates of a workerd hold, MB. */
export interface Heaps {
  /** JavaScript objects, garbage included. */
  usedMb: number;
  /** What V8 has taken from the system for them. */
  heldMb: number;
  /** Bytes of array buffers, which are outside of V8's heap. */
  buffersMb: number;
  /** The isolate that holds most. */
  largest: string;
}

interface Usage {
  usedSize: number;
  totalSize: number;
  backingStorageSize?: number;
}

const MB = 1024 ** 2;
/** An isolate that nobody has called yet does not answer. */
const ANSWER_MS = 8_000;

interface Target {
  id: string;
  webSocketDebuggerUrl: string;
}

/** The isolates of a workerd that has an inspector: the Worker, and those that stand for D1, KV, R2 and queues. */
export async function isolatesOf(pid: number): Promise<Target[]> {
  const lines = spawnSync("ss", ["-ltnpH"], { encoding: "utf8" }).stdout.split("\n");
  for (const line of lines.filter((each) => each.includes(`pid=${pid},`))) {
    const port = /127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    const targets = await fetch(`http://127.0.0.1:${port}/json`, { signal: AbortSignal.timeout(ANSWER_MS) })
      .then((answer) => answer.json() as Promise<Target[]>)
      .catch(() => null);
    if (Array.isArray(targets) && targets.some(({ id }) => id.startsWith("core:user:"))) return targets;
  }
  return [];
}

/** Sends commands to one isolate, one after another. Returns the last result; null if it does not answer. */
async function command<T>(target: Target, methods: readonly string[]): Promise<T | null> {
  const socket = new WebSocket(target.webSocketDebuggerUrl, { headers: { origin: "http://localhost" } } as never);
  try {
    return await new Promise<T | null>((resolve) => {
      setTimeout(() => resolve(null), ANSWER_MS).unref();
      socket.addEventListener("error", () => resolve(null));
      socket.addEventListener("close", () => resolve(null));
      const send = (id: number) => socket.send(JSON.stringify({ id, method: methods[id] }));
      socket.addEventListener("open", () => send(0));
      socket.addEventListener("message", ({ data }) => {
        const { id, result } = JSON.parse(String(data)) as { id?: number; result: T };
        if (id === undefined) return;
        if (id === methods.length - 1) resolve(result);
        else send(id + 1);
      });
    });
  } finally {
    socket.close();
  }
}

/** Reads the heaps of all isolates. `collect`: collects their garbage first. Null: none has answered. */
export async function readHeaps(targets: readonly Target[], collect = false): Promise<Heaps | null> {
  const methods = [...(collect ? ["HeapProfiler.collectGarbage"] : []), "Runtime.getHeapUsage"];
  const heaps: Heaps = { usedMb: 0, heldMb: 0, buffersMb: 0, largest: "" };
  let most = 0;
  const ask = async (target: Target) =>
    // `wrangler dev` holds the Worker's inspector. The first to come after it is sent away.
    (await command<Usage>(target, methods)) ?? (await command<Usage>(target, methods));
  const usages = await Promise.all(targets.map(ask));
  for (const [i, usage] of usages.entries()) {
    if (!usage) continue;
    heaps.usedMb += usage.usedSize / MB;
    heaps.heldMb += usage.totalSize / MB;
    heaps.buffersMb += (usage.backingStorageSize ?? 0) / MB;
    if (usage.totalSize > most) [most, heaps.largest] = [usage.totalSize, targets[i]!.id];
  }
  return most === 0 ? null : heaps;
}

import { spawnSync } from "node:child_process";
import { groupMembers } from "./service.ts";

/** The heap of the Worker's isolate, read through the inspector of `wrangler dev`. */
export interface HeapWatch {
  /** Highest heap use observed, including garbage. */
  peakMb: () => number;
  stop: () => void;
}

const MB = 1024 * 1024;

/** Finds the Worker's inspector among the ports on which the service's processes listen. */
async function inspectorUrl(groupId: number): Promise<string> {
  const own = groupMembers(groupId).map((pid) => `pid=${pid},`);
  const lines = spawnSync("ss", ["-ltnpH"], { encoding: "utf8" }).stdout.split("\n");
  for (const line of lines.filter((each) => own.some((pid) => each.includes(pid)))) {
    const port = /127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    const targets = await fetch(`http://127.0.0.1:${port}/json`, { signal: AbortSignal.timeout(2_000) })
      .then((answer) => answer.json() as Promise<Array<{ description: string; webSocketDebuggerUrl: string }>>)
      .catch(() => []);
    const worker = Array.isArray(targets) ? targets.find((each) => each.description === "workers") : undefined;
    if (worker) return worker.webSocketDebuggerUrl;
  }
  throw new Error("the Worker's inspector was not found");
}

/** Samples the heap every `everyMs`. */
export async function watchHeap(groupId: number, everyMs: number): Promise<HeapWatch> {
  // The inspector refuses clients of other origins.
  const socket = new WebSocket(await inspectorUrl(groupId), { headers: { origin: "http://localhost" } } as never);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  const waiting = new Map<number, (result: { usedSize?: number }) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: { usedSize?: number } };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let last = 0;
  let peak = 0;
  const send = (method: string) =>
    new Promise<{ usedSize?: number }>((resolve) => {
      waiting.set(++last, resolve);
      socket.send(JSON.stringify({ id: last, method }));
    });
  const used = async () => ((await send("Runtime.getHeapUsage")).usedSize ?? 0) / MB;
  const timer = setInterval(() => void used().then((now) => (peak = Math.max(peak, now))), everyMs);
  return {
    peakMb: () => peak,
    stop: () => {
      clearInterval(timer);
      socket.close();
    },
  };
}

import { readFileSync } from "node:fs";
import path from "node:path";
import { argumentsOf } from "../support/processes.ts";

interface Target {
  id: string;
  type: string;
  url: string;
}

/** What a browser has open. */
export interface Windows {
  /** Pages, empty ones included. */
  pages: number;
  /** Everything else that can be attached to, by its kind: frames, workers. */
  others: Record<string, number>;
}

/** An empty tab waits for the next page of its domain. */
const EMPTY = "about:blank";
/** A render may take 20 s, and the page some more to close. */
const STUCK_MS = 60_000;

/** Watches the pages of all browsers, and finds those that stay. */
export class WindowWatch {
  /** Since when each browser's pages show their URL. */
  private readonly since = new Map<number, ReadonlyMap<string, number>>();
  private readonly stuckPages = new Map<string, string>();

  /** Pages that were shown for a minute: their URLs. */
  get stuck(): string[] {
    return [...this.stuckPages.values()];
  }

  /** Asks a browser's main process what it has open. Null: it has ended, or has just started. */
  async look(pid: number): Promise<Windows | null> {
    const folder = argumentsOf(pid)
      .find((each) => each.startsWith("--user-data-dir="))
      ?.slice("--user-data-dir=".length);
    if (!folder) return null;
    try {
      const [port] = readFileSync(path.join(folder, "DevToolsActivePort"), "utf8").split("\n");
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`, { signal: AbortSignal.timeout(10_000) });
      const targets = (await answer.json()) as Target[];
      const pages = targets.filter(({ type }) => type === "page");
      this.note(pid, pages, Date.now());
      const others = Object.fromEntries(
        [...Map.groupBy(targets, ({ type }) => type)].map(([type, some]) => [type, some.length]),
      );
      delete others["page"];
      return { pages: pages.length, others };
    } catch {
      return null;
    }
  }

  private note(pid: number, pages: readonly Target[], now: number): void {
    const before = this.since.get(pid);
    const shown = new Map<string, number>();
    for (const { id, url } of pages.filter((page) => page.url !== EMPTY)) {
      const name = `${id} ${url}`;
      const since = before?.get(name) ?? now;
      shown.set(name, since);
      if (now - since >= STUCK_MS) this.stuckPages.set(name, url);
    }
    this.since.set(pid, shown);
  }
}

/** Whether a process that has the browser's name is the shell that watches over it. */
export const isShell = (pid: number): boolean => argumentsOf(pid)[0]?.endsWith("/sh") ?? true;

/** Whether this is the main process of a browser, which its others belong to. */
export function isMainProcess(pid: number): boolean {
  const args = argumentsOf(pid);
  if (isShell(pid)) return false;
  return (
    args.some((each) => each.startsWith("--remote-debugging-port=")) && !args.some((each) => each.startsWith("--type="))
  );
}

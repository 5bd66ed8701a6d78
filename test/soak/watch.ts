import os from "node:os";
import { argumentsOf, descendantsOf } from "../support/processes.ts";
import { isolatesOf, readHeaps, type Heaps } from "./heaps.ts";
import { isMainProcess, isShell, WindowWatch } from "./windows.ts";

/** What the service's processes had at one moment. Memory is resident, in MB; pages that processes share count in each. */
export interface Sample {
  second: number;
  /** Requests that have been answered. */
  done: number;
  /** The workerd that runs the Worker, its objects, D1, KV, R2 and queues. */
  workerdMb: number;
  /** The workerd that hands requests on, as `wrangler dev` has it. */
  entryMb: number;
  browserMb: number;
  nodeMb: number;
  browsers: number;
  browserProcesses: number;
  pages: number;
  /** What else the browsers have open, by its kind. */
  others: Record<string, number>;
  heaps: Heaps | null;
  load: number;
}

const SAMPLE_MS = 5_000;
/** The heaps of isolates are asked less often: that stops them for a moment. */
const HEAPS_EVERY = 12;

const BROWSERS = new Set(["chrome", "chromium", "chrome_crashpad", "chrome-headless", "chromium-headle"]);

/** Samples the processes of a started service. */
export class Watch {
  readonly samples: Sample[] = [];
  readonly windows = new WindowWatch();
  private readonly startedAt = Date.now();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<unknown> = Promise.resolve();

  private readonly servicePid: number;
  private readonly done: () => number;

  constructor(servicePid: number, done: () => number) {
    this.servicePid = servicePid;
    this.done = done;
  }

  start(): void {
    const next = () => {
      this.running = this.take().finally(() => {
        if (this.timer) this.timer = setTimeout(next, SAMPLE_MS);
      });
    };
    this.timer = setTimeout(next, SAMPLE_MS);
  }

  async stop(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.running;
  }

  /** Samples until all browsers have ended. False: they have not in this time. */
  async untilClosed(timeoutMs: number): Promise<boolean> {
    const endAt = Date.now() + timeoutMs;
    while ((await this.take()).browserProcesses > 0) {
      if (Date.now() > endAt) return false;
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
    return true;
  }

  /** Takes a sample now. `heaps`: also of the isolates, after garbage has been collected if it is `collected`. */
  async take(heaps: "due" | "collected" = "due"): Promise<Sample> {
    const isDue = heaps === "collected" || this.samples.length % HEAPS_EVERY === 0;
    const found = isDue ? await this.heaps(heaps === "collected") : null;
    const sample: Sample = {
      second: Math.round((Date.now() - this.startedAt) / 1_000),
      done: this.done(),
      ...(await this.processes()),
      heaps: found,
      load: Math.round(os.loadavg()[0]! * 10) / 10,
    };
    this.samples.push(sample);
    return sample;
  }

  private async heaps(collect: boolean): Promise<Heaps | null> {
    const worker = descendantsOf(this.servicePid).find(({ pid, program }) => program === "workerd" && isInner(pid));
    return worker ? readHeaps(await isolatesOf(worker.pid), collect) : null;
  }

  private async processes() {
    const found = {
      workerdMb: 0,
      entryMb: 0,
      browserMb: 0,
      nodeMb: 0,
      browsers: 0,
      browserProcesses: 0,
      pages: 0,
      others: {} as Record<string, number>,
    };
    for (const { pid, program, residentMb } of descendantsOf(this.servicePid)) {
      if (program === "workerd") found[isInner(pid) ? "workerdMb" : "entryMb"] += residentMb;
      else if (BROWSERS.has(program) && !isShell(pid)) {
        found.browserMb += residentMb;
        found.browserProcesses++;
        if (!isMainProcess(pid)) continue;
        found.browsers++;
        const windows = await this.windows.look(pid);
        found.pages += windows?.pages ?? 0;
        for (const [kind, count] of Object.entries(windows?.others ?? {}))
          found.others[kind] = (found.others[kind] ?? 0) + count;
      } else if (argumentsOf(pid)[0]?.endsWith("node")) found.nodeMb += residentMb;
    }
    return found;
  }
}

/** Only the workerd behind the entry can be inspected. */
const isInner = (pid: number) => argumentsOf(pid).some((each) => each.startsWith("--inspector-addr"));

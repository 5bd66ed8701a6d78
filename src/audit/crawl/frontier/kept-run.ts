import type { RobotsFile } from "../../../web";
import { renewed, type RunConfig, type RunState } from "../../model/run/run-state";
import type { SitemapReport } from "../../model/site/sitemap-report";

/** The stored data of the run that holds the lock: its state, its settings and the results of its prepare phase. */
export class KeptRun {
  constructor(private readonly kv: SyncKvStorage) {}

  /** Undefined: the lock is free. */
  state(): RunState | undefined {
    return this.kv.get<RunState>("run");
  }

  /** The run, if this token belongs to its current job. */
  heldBy(token: string): RunState | null {
    const run = this.state();
    return run && run.token === token ? run : null;
  }

  /** The same, with its lease renewed. */
  renewedBy(token: string, now: number): RunState | null {
    const run = this.heldBy(token);
    return run && this.save(renewed(run, now, false));
  }

  save(run: RunState): RunState {
    this.kv.put("run", run);
    return run;
  }

  /** Takes the lock. */
  begin(run: RunState, config: RunConfig): RunState {
    this.kv.put("config", config);
    return this.save(run);
  }

  config(): RunConfig | undefined {
    return this.kv.get<RunConfig>("config");
  }

  keepFiles(robots: RobotsFile, sitemaps: SitemapReport | null): void {
    this.kv.put("robots", robots);
    this.kv.put("sitemaps", sitemaps);
  }

  robots(): RobotsFile | null {
    return this.kv.get<RobotsFile>("robots") ?? null;
  }

  sitemaps(): SitemapReport | null {
    return this.kv.get<SitemapReport | null>("sitemaps") ?? null;
  }

  /** Frees the lock. */
  clear(): void {
    for (const key of ["run", "config", "robots", "sitemaps"]) this.kv.delete(key);
  }
}

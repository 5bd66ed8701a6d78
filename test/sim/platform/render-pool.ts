import type { SnapshotIndex } from "../../../src/prerender/cache/snapshot-index.do";
import type { RawRender } from "../../../src/prerender/core/pages/raw-render";
import type { RenderJob } from "../../../src/prerender/browser/pool";
import { objectStub } from "../../../src/lib/platform/object-stub";
import type { HeldPage, PoolResult } from "../../../src/prerender/render/render-pool.do";
import type { Bindings } from "../../../src/env";
import { world } from "../world";
import { DurableObject } from "./workers-module";

/** In the place of RenderPool, which needs a browser: waits for a tab, holds the page, and reads it as the site sends it. */
export class SimulatedPool extends DurableObject<Bindings> {
  async render(job: RenderJob, held: HeldPage | null): Promise<PoolResult> {
    await pause(world().int(0, 2_000));
    if (world().faults.kill > 0 && world().chance(0.1)) return { ok: false, reason: "busy", passing: true };
    const startedAt = Date.now();
    const index = objectStub<SnapshotIndex>(this.env.SNAPSHOT_INDEX, job.domainId);
    if (held && !(await index.hold(held.path, held.token, startedAt)))
      return { ok: false, reason: "the page was taken over", passing: true };
    const response = await fetch(job.url).catch(() => null);
    if (!response) return { ok: false, reason: "the site is down", passing: false };
    const html = await response.text();
    await pause(world().chance(0.1) ? world().int(5_000, 20_000) : world().int(50, 1_500));
    return { ok: true, page: rendered(html, job.url), startedAt };
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function rendered(html: string, url: string): RawRender {
  const text = html.replaceAll(/<[^>]+>/g, " ");
  return {
    status: 200,
    headers: {},
    location: null,
    html,
    tooLarge: false,
    metas: [],
    text,
    title: "A page",
    description: "",
    heading: "A page",
    failedRequests: [],
    errors: [],
    consoleErrors: [],
    resources: [],
    ready: "quiet",
    finalUrl: url,
  };
}

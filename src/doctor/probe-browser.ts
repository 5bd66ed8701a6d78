import type { Bindings } from "../env";
import { appPath } from "../lib/hosts/page-paths";
import { RENDER_DEADLINE_MS, waitForTabMs } from "../prerender/core/turns/render-times";
import { askPools } from "../prerender/render/ask-pools";
import type { DoctorProbe } from "./core/checkup";
import { DOCTOR } from "./probed-object";
import { tryProbe, WORKS } from "./try-probe";

/** A small page of the service that anybody may read, with scripts and styles. */
const PAGE = appPath("sign-in");

/** Renders a page of the service itself. `base`: the address by which the caller reached the service. */
export function probeBrowser(env: Bindings, base: string): Promise<DoctorProbe> {
  return tryProbe(env, { part: "browser", name: "BROWSER", binding: "BROWSER" }, async () => {
    const job = {
      accountId: DOCTOR,
      domainId: DOCTOR,
      url: base + PAGE,
      deadlineMs: RENDER_DEADLINE_MS,
      waitMs: waitForTabMs("live"),
      priority: "live" as const,
    };
    const result = await askPools(env, job, null);
    if (!result.ok) {
      const isBudget = /browser time/.test(result.reason) && /used up/.test(result.reason);
      return { state: "fails", reason: isBudget ? "budget" : "error", detail: result.reason };
    }
    const { status, text, location } = result.page;
    if (status !== 200 || text.trim() === "")
      return { state: "fails", reason: "page", detail: `HTTP ${status}${location === null ? "" : ` to ${location}`}` };
    return { ...WORKS, detail: `${text.length} characters of ${base}${PAGE}` };
  });
}

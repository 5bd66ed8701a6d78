// Isolates that serve pages keep leases, bodies and visits in memory of their modules, so each needs modules of its own:
// scripts/dev/sim.ts loads those of src/prerender once per import of this form.
import * as visitsOfFirst from "isolate-1:../../../src/prerender/serve/direct-visits";
import * as first from "isolate-1:../../../src/prerender/serve/serve-snapshot";
import * as visitsOfSecond from "isolate-2:../../../src/prerender/serve/direct-visits";
import * as second from "isolate-2:../../../src/prerender/serve/serve-snapshot";
import * as visitsOfThird from "isolate-3:../../../src/prerender/serve/direct-visits";
import * as third from "isolate-3:../../../src/prerender/serve/serve-snapshot";
import { visitOf } from "../../../src/analytics";
import type { DirectVisits } from "../../../src/prerender/serve/direct-visits";
import type { serveSnapshot } from "../../../src/prerender/serve/serve-snapshot";

type Serving = { serveSnapshot: typeof serveSnapshot };
type Visits = { directVisits: DirectVisits };

const EDGES = [
  { serving: first as unknown as Serving, visits: visitsOfFirst as unknown as Visits },
  { serving: second as unknown as Serving, visits: visitsOfSecond as unknown as Visits },
  { serving: third as unknown as Serving, visits: visitsOfThird as unknown as Visits },
];

/**
 * What serves pages, once per isolate. Leases and bodies of earlier worlds stay in memory: their domains and ids do not
 * come again. Visits would, so they are dropped.
 */
export function newEdges(): Serving[] {
  return EDGES.map(({ serving, visits: { directVisits } }) => {
    Object.assign(directVisits, new (directVisits.constructor as new () => DirectVisits)());
    return serving;
  });
}

/** Has the code of visits draw the name of its isolate, which it does once. */
export function nameIsolate(): void {
  const request = new Request("https://site.example/", { headers: { "user-agent": "GPTBot/1.2" } });
  visitOf(request, { domainId: "", domain: "site.example", path: "/", servedBy: "cache" }, 0);
}

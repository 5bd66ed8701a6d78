import type * as z from "zod";
import {
  LONGEST_ROUTED_PATH,
  MOST_ROUTED_PATHS,
  routeCrawlers,
  type CrawlRouter,
  type DomainRow,
  type SessionCaller,
} from "../../accounts";
import { canonicalPath, windowOfDays } from "../../analytics";
import type { Db } from "../../db/client";
import type { Bindings } from "../../env";
import { schemaError } from "../../errors/api-error";
import { pagesToKeep, proposeRouting, type Proposal, type RouterFacts } from "../core/router-proposals";
import { keepSwitches, keptSwitches, type KeptSwitch } from "./router-bucket";
import { routerFacts } from "./router-facts";
import type { RouterBody } from "./router-schemas";

/** Days whose visits decide what is proposed. */
const WINDOW_DAYS = 30;
/** Pages of a switch that are compared. */
const MAX_COMPARED = 2_000;
/** Pages that redirects leave alone. */
const MOST_KEPT = 300;
const LONGEST_KEPT = 2_048;

type Asked = Pick<z.output<typeof RouterBody>, "switches" | "gone">;

/**
 * Switches routing on and off. What stays on keeps its date and its pages, so repeating this changes nothing.
 * @throws ApiError `invalid_request` for a gone path that answers cite or assistants send people to, or if redirects had to leave
 * too many pages alone.
 */
export async function setRouter(
  env: Bindings,
  { db, caller, row }: { db: Db; caller: SessionCaller; row: DomainRow },
  asked: Asked,
  now: number,
): Promise<DomainRow> {
  const facts = await routerFacts(env, row, windowOfDays(now, WINDOW_DAYS), now);
  const { proposals } = proposeRouting(facts);
  const of = (action: Proposal["action"]) => proposals.find((proposal) => proposal.action === action)!;
  const [redirect, missing] = [of("redirect"), of("gone")];
  const isOn = (action: Proposal["action"]) => asked.switches.some((each) => each.action === action);
  const before = row.crawlRouter?.switches ?? [];
  const inForce = before.some(({ action }) => action === "gone") ? row.crawlRouter!.gone : null;
  const known = inForce?.filter((path) => !isNeeded(path, facts)) ?? missing.paths.map(({ path }) => path);
  const gone = !isOn("gone") ? [] : asked.gone ? ownPaths(asked.gone) : known;
  refuseNeeded(gone, facts);
  const switches = asked.switches.map(({ action, kind }) => {
    const same = before.find((each) => each.action === action && each.kind === kind);
    return { action, kind, since: same?.since ?? now };
  });
  const unique = switches.filter(
    (each, i) => switches.findIndex(({ action, kind }) => action === each.action && kind === each.kind) === i,
  );
  const crawlRouter: CrawlRouter = {
    switches: unique,
    gone: short(gone),
    keep: isOn("redirect") ? keptPaths(pagesToKeep(facts)) : [],
  };
  const pages = { redirect: redirect.paths.map(({ path }) => path), gone: crawlRouter.gone };
  const kept = await keptSwitches(env, row.id);
  const compared = unique.map((each): KeptSwitch => {
    const noted = kept.find(({ action, kind, since }) => isSame(each, { action, kind, since }));
    if (!noted) return Object.assign({ paths: pages[each.action].slice(0, MAX_COMPARED) }, each);
    // A page that the owner took from the list is served again, so it is no longer compared.
    const paths = each.action === "gone" ? noted.paths.filter((path) => pages.gone.includes(path)) : noted.paths;
    return Object.assign({ paths }, each);
  });
  // First, so that no switch is on whose pages nobody noted.
  await keepSwitches(env, row.id, compared);
  await routeCrawlers(env, db, caller, row, { crawlRouter, now });
  return { ...row, crawlRouter };
}

type Switch = CrawlRouter["switches"][number];
const isSame = (a: Switch, b: Switch) => a.action === b.action && a.kind === b.kind && a.since === b.since;

const ownPaths = (paths: readonly string[]) => [...new Set(paths.map((path) => canonicalPath(path) ?? path))];
const short = (paths: readonly string[]) =>
  paths.filter((path) => path.length <= LONGEST_ROUTED_PATH).slice(0, MOST_ROUTED_PATHS);

/** All of them, or nothing is redirected: a page that answers cite must not be left out because there are many. */
function keptPaths(kept: string[]): string[] {
  if (kept.length <= MOST_KEPT && kept.every((path) => path.length <= LONGEST_KEPT)) return kept;
  const message = `more than ${MOST_KEPT} pages, or one with a very long address, would have to be left alone; correct their canonical links first`;
  throw schemaError([{ path: "switches", message }]);
}

type Needs = Pick<RouterFacts, "citations" | "people">;

const isNeeded = (path: string, { citations, people }: Needs) =>
  (citations.get(path) ?? 0) + (people.get(path) ?? 0) > 0;

function refuseNeeded(gone: readonly string[], facts: Needs): void {
  const needed = gone.findIndex((path) => isNeeded(path, facts));
  if (needed < 0) return;
  const message = `${gone[needed]} is cited by answers, or assistants send people there; redirect it on your server instead`;
  throw schemaError([{ path: `gone.${needed}`, message }]);
}

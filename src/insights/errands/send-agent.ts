import type { DomainRow } from "../../accounts";
import { latestView } from "../../audit";
import type { Bindings } from "../../env";
import { markdownView, type AgentView } from "../../lib/text/agent-text";
import { utcDay } from "../../lib/time/time";
import { markdownOfPage, readSnapshot } from "../../prerender";
import { homeOf, readAgentViews } from "../../web";
import type { Errand } from "../core/errand-words";
import { READINGS, redirectedTo, sendThroughAll, type Reading } from "../core/errand-walk";
import { keepErrands, type ErrandRun } from "./errand-bucket";
import { isNotFound } from "../../lib/hosts/not-found";

type Env = Pick<Bindings, "DB" | "ARCHIVE" | "SNAPSHOT_INDEX" | "SNAPSHOTS" | "KV">;
type Views = Record<Reading, AgentView | "missing" | null>;

const NOT_READ: Views = { tree: null, html: null, markdown: null };
/** Redirects in a row that are followed. */
const MAX_HOPS = 5;
const MISSING: Views = { tree: "missing", html: "missing", markdown: "missing" };

/**
 * Sends an agent through the pages that crawlers get from the cache, and keeps what it brought home under the release, by default the
 * latest audit. Repeating it replaces that. Requests nothing from the site.
 */
export async function sendAgent(
  env: Env,
  row: Pick<DomainRow, "id" | "domain" | "markdown">,
  { release, wanted }: { release?: string | undefined; wanted?: Errand[] | undefined },
  now: number,
): Promise<ErrandRun[]> {
  const known = new Map<string, Promise<Views>>();
  const { origin } = homeOf(row.domain);
  const viewsOf = (path: string) => {
    const views = known.get(path) ?? readViews(env, row, { path, origin }, now);
    known.set(path, views);
    return views;
  };
  const forms = READINGS.filter((reading) => reading !== "markdown" || row.markdown);
  const readerOf = (reading: Reading) => async (path: string) => (await viewsOf(path))[reading];
  const readings = await sendThroughAll({ origin, readings: forms, readerOf }, wanted);
  const name = release ?? (await latestView(env, row.id))?.runId ?? utcDay(now);
  return keepErrands(env, row.id, { release: name, at: now, readings });
}

async function readViews(
  env: Env,
  { id, markdown }: Pick<DomainRow, "id" | "markdown">,
  { path, origin, hops = MAX_HOPS }: { path: string; origin: string; hops?: number },
  now: number,
): Promise<Views> {
  const found = await readSnapshot(env, id, path, now);
  if (!found) return NOT_READ;
  const { status, headers } = found.entry;
  const to = redirectedTo(status, headers["location"], { path, origin });
  if (to !== null && hops > 0) return readViews(env, { id, markdown }, { path: to, origin, hops: hops - 1 }, now);
  if (isNotFound(status)) return MISSING;
  if (status !== 200) return NOT_READ;
  const text = markdown ? await markdownOfPage(found.html) : null;
  return { ...(await readAgentViews(found.html)), markdown: text === null ? null : markdownView(text) };
}

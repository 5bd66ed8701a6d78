import { mapBounded } from "../../src/lib/platform/async-pool";
import { likeness } from "./likeness";
import { PatientBrowser } from "./patient-browser";
import { prose, type Pattern } from "./pattern.ts";
import { PATTERNS } from "./patterns.ts";
import { startBrowser, startPool, type Outcome } from "./pool";
import { startPatternSite, type PatternSite, type Route } from "./site.ts";

/** One pattern, measured. `fault` is null if a crawler gets what it should. */
export interface Row {
  pattern: Pattern;
  url: string;
  outcome: Outcome;
  fault: string | null;
  /** Compared with a patient browser, if asked for. */
  like: ReturnType<typeof likeness> | null;
}

/** How long the patient browser waits for each page. */
const PATIENCE_MS = 9_000;
/** Pages that the patient browser looks at in parallel. */
const PATIENT_TABS = 6;

/** Puts the patterns' pages on two loopback hosts. Returns each pattern's URL. */
export function mount(patterns: readonly Pattern[], own: PatternSite, foreign: PatternSite): string[] {
  return patterns.map((pattern, index) => {
    const folder = `/p${index}/`;
    const there = (text: string) =>
      text.replaceAll("FOREIGN", `${foreign.origin}/p${index}`).replaceAll("OWN", `${own.origin}/p${index}`);
    const moved = ({ headers, ...route }: Route): Route => ({
      ...route,
      ...(headers && {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, there(value)])),
      }),
    });
    own.routes.set(folder, { body: there(pattern.html), ...pattern.routes?.[""] });
    for (const [name, route] of Object.entries(pattern.routes ?? {}))
      if (name !== "") own.routes.set(folder + name, moved(route));
    for (const [name, route] of Object.entries(pattern.foreign ?? {}))
      foreign.routes.set(
        folder + name,
        moved({ ...route, ...(route.body !== undefined && { body: there(String(route.body)) }) }),
      );
    return own.origin + folder;
  });
}

function faultOf(
  pattern: Pattern,
  outcome: Outcome,
  place: { url: string; foreign: string; leastMs: number },
): string | null {
  const { page, reason, stored, ms } = outcome;
  if (pattern.expect === "refused") return stored ? "stored" : /PoolUnavailable/.test(reason) ? reason : null;
  if (!stored) return `refused: ${reason}`;
  if (pattern.expect === "redirect") {
    const target = pattern.location!.startsWith("FOREIGN") ? place.foreign : new URL(pattern.location!, place.url).href;
    return page!.location?.startsWith(target) ? null : `location ${page!.location}`;
  }
  if (page!.location !== null) return `redirects to ${page!.location}`;
  const missing = wordsOf(pattern).filter((word) => !page!.html.includes(word));
  if (missing.length > 0) return `without ${missing.length} texts: ${missing[0]}`;
  return ms > Math.max(place.leastMs, pattern.maxMs ?? 20_000) ? `took ${ms} ms` : null;
}

/** Words of the pattern's page, from its own source. The long form compares with a patient browser instead. */
function wordsOf({ shows = [], html, routes = {}, foreign = {} }: Pattern): string[] {
  const bodies = [...Object.values(routes), ...Object.values(foreign)].map(({ body = "", chunks, messages }) =>
    [String(body), ...(chunks?.list ?? []), ...(messages?.list ?? [])].join(" "),
  );
  const words = [html, ...bodies].join(" ").match(/\b(\w{2,6})(amber|thorn)\b/g) ?? [];
  return [...shows, ...new Set(words.filter((word) => !word.startsWith("unseen")))];
}

const ACCOUNTS = 3;

/** Renders patterns with the service's own pool. */
export async function measurePatterns(
  wanted: (pattern: Pattern) => boolean,
  { tabs = 8, truth = false, leastMs = 0 } = {},
): Promise<Row[]> {
  const patterns = PATTERNS.filter(wanted);
  const [own, foreign] = await Promise.all([startPatternSite("127.0.0.1"), startPatternSite("127.0.0.2")]);
  const pool = await startPool(tabs);
  // Its own browser: the pool holds every target of the other one.
  const second = await startBrowser();
  const patient = await PatientBrowser.connect(second.endpoint);
  try {
    const urls = mount(patterns, own, foreign);
    own.routes.set("/warm", { body: prose("warm") });
    const render = (url: string, index: number, options?: Pattern["options"]) =>
      pool.render(url, `account-${index % ACCOUNTS}`, options);
    // Starting the browser and its contexts is no pattern's time.
    await Promise.all(Array.from({ length: tabs }, (_, index) => render(`${own.origin}/warm`, index)));
    const rows = await Promise.all(
      patterns.map(async (pattern, index): Promise<Row> => {
        const url = urls[index]!;
        const outcome = await render(url, index, pattern.options);
        const fault = faultOf(pattern, outcome, { url, foreign: `${foreign.origin}/p${index}/`, leastMs });
        return { pattern, url, outcome, fault: fault ?? (await leakOf(pattern, outcome, patient)), like: null };
      }),
    );
    const stored = truth ? rows.filter(({ pattern, outcome }) => pattern.expect === "page" && outcome.stored) : [];
    await mapBounded(stored, PATIENT_TABS, async (row) => {
      const seen = await patient.visit(row.url, PATIENCE_MS);
      row.like = likeness(await patient.show(row.outcome.page!.html, row.url), seen);
    });
    return rows;
  } finally {
    patient.close();
    await Promise.all([pool.close(), second.close()]);
    await Promise.all([own.close(), foreign.close()]);
  }
}

/** Text that no visitor sees, but shows in the snapshot. */
async function leakOf({ hides = [] }: Pattern, { page }: Outcome, patient: PatientBrowser): Promise<string | null> {
  if (hides.length === 0 || !page) return null;
  const { text } = await patient.show(page.html);
  return hides.find((each) => text.includes(each)) ?? null;
}

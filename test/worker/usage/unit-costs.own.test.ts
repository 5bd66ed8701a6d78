import "../../../src/jobs/queues.ts"; // Loaded before the queues deliver: modules that a request loads can hang another request.
import { describe, expect, it } from "vitest";
import { COUNTED_UNITS, type Units } from "../../../src/usage/units.ts";
import table from "../../fixtures/unit-costs.json";
import { env } from "../support/api.ts";
import { apiCalls, mcpCalls } from "./calls.ts";
import { answers, idleDays } from "./days.ts";
import { audits, hits, renders } from "./pages.ts";
import { insights } from "./insights.ts";
import { newPlace } from "./place.ts";
import { visits } from "./visits.ts";

const known: Record<string, Units> = { ...table.short, ...(env.TEST_LONG === "1" && table.long) };

/** A unit may take so many times what the table says, and so much more. */
const MOST = 1.05;
const MORE = 0.05;
/**
 * What is left of a whole carries the noise of all its parts: of a run after its pages, of a day after its domains. A call reads
 * its key again when what the isolate remembers of it is old.
 */
const MORE_OF: Record<string, number> = {
  auditRun: 15,
  answer: 1,
  apiCall: 1,
  mcpCall: 2,
  insightsDay: 5,
  domainDay: 25,
  serviceDay: 2_000,
  hitAlone: 0.2,
  hitOfHotPage: 0.2,
};
/** Calls that are sent by the clock, and what they read: a job reports when a while has passed. */
const TIMED = new Set([
  "auditedPage objectCalls",
  "auditedPage objectRowsRead",
  "auditRun objectCalls",
  "hitOfHotPage objectCalls",
]);
const MOST_TIMED = 1.5;
/** Leases, sweeps and ticks of the clock are part of these, and a second try finds what the first has left. */
const MOST_OF: Record<string, number> = { answer: 1.3, domainDay: 2.5, serviceDay: 2.5 };

/** Units that grew, as `operation unit: before → now`. */
function grown(measured: Record<string, Units>): string[] {
  return Object.entries(measured).flatMap(([operation, units]) =>
    COUNTED_UNITS.flatMap((unit) => {
      const [before, now] = [known[operation]?.[unit] ?? 0, units[unit] ?? 0];
      const most = TIMED.has(`${operation} ${unit}`) ? MOST_TIMED : (MOST_OF[operation] ?? MOST);
      return now > before * most + (MORE_OF[operation] ?? MORE) ? [`${operation} ${unit}: ${before} → ${now}`] : [];
    }),
  );
}

/** `npm run units` reads these lines and writes the table. */
const show = (measured: Record<string, Units>) => console.log(`UNITS ${JSON.stringify(measured)}`);

describe("the platform's units of each piece of work", () => {
  // Idle days come first: what the others leave in the database is due on them.
  it.each([idleDays, audits, renders, hits, visits, answers, apiCalls, mcpCalls, insights])(
    "do not grow: %o",
    async (measure) => {
      const measured = await measure(await newPlace());
      show(measured);
      expect(grown(measured), "`npm run units` renews the table").toEqual([]);
    },
  );
});

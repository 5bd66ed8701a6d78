import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../../src/api/app";
import { call, env } from "../support/api.ts";
import { ENDPOINTS, PUBLIC_ROUTES, type Endpoint } from "./endpoints.ts";
import { allCells, CALLERS, enoughCells, TABLES, TARGETS, type CallerName, type Target } from "./expectations.ts";
import { buildWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await buildWorld();
}, 60_000);

/** The account whose data a caller may see; null without a valid credential. */
function sideOf(caller: CallerName): "X" | "Y" | null {
  if (caller.startsWith("revoked")) return null;
  return /of Y|of F/.test(caller) ? "Y" : /of X|of A/.test(caller) ? "X" : null;
}

/** Callers of X who are limited to its other domain. */
const HIDDEN_FROM = { A: / for B$/, B: / for A$|token of A$/ };

async function ask(endpoint: Endpoint, caller: CallerName, target: Target): Promise<{ got: string; leaks: string[] }> {
  const place = world.places[target];
  const { headers, token } = world.callers[caller];
  const path = endpoint.path(place);
  const json = endpoint.json?.(place, world.places);
  const withToken = token === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}token=${token}`;
  const { status, body, headers: answered } = await call(endpoint.route.split(" ")[0]!, withToken, { headers, json });
  const text = JSON.stringify([body, [...answered]]);
  const code = status >= 400 ? ` ${String(body.error)}` : "";
  // Error messages may repeat what the caller sent.
  const sent = decodeURIComponent(path) + JSON.stringify(json ?? "");
  const own = sideOf(caller);
  const hidden = (["A", "B"] as const).find((name) => HIDDEN_FROM[name].test(caller));
  const foreign = [
    ...(own === "X" ? [] : world.marks.X),
    ...(own === "Y" ? [] : world.marks.Y),
    ...(hidden ? world.domainMarks[hidden] : []),
  ];
  return { got: `${status}${code}`, leaks: foreign.filter((mark) => text.includes(mark) && !sent.includes(mark)) };
}

// `npm run test:long` asks for every cell of every endpoint; `npm test` for one of those that are refused or mirrored alike.
const cellsOf = ({ table }: Endpoint, turn: number) =>
  env.TEST_LONG === "1" ? allCells(TABLES[table]) : enoughCells(TABLES[table], turn);

describe("every caller, at every endpoint, for every target", () => {
  it.each(ENDPOINTS.map((endpoint, turn) => [endpoint.route, endpoint, turn] as const))(
    "%s",
    async (...[, endpoint, turn]) => {
      const got: Record<string, string> = {};
      const want: Record<string, string> = {};
      const leaks: string[] = [];
      for (const { caller, target, expected } of cellsOf(endpoint, turn)) {
        if (expected === "ok" && endpoint.destroys) continue;
        const cell = `${caller} → ${target}`;
        want[cell] = expected === "ok" ? (endpoint.ok ?? "200") : expected;
        const answer = await ask(endpoint, caller, target);
        got[cell] = answer.got;
        leaks.push(...answer.leaks.map((mark) => `${cell}: ${mark}`));
      }
      expect(got).toEqual(want);
      expect(leaks).toEqual([]);
    },
  );

  it("covers all endpoints", () => {
    const mounted = app.routes
      .filter((route) => route.method !== "ALL")
      .map((route) => `${route.method} ${route.path}`);
    const known = [...ENDPOINTS.map((endpoint) => endpoint.route), ...PUBLIC_ROUTES];
    expect([...new Set(mounted)].filter((route) => !known.includes(route) && !route.startsWith("HEAD "))).toEqual([]);
    expect(known.filter((route) => !mounted.includes(route))).toEqual([]);
  });
});

describe("lists", () => {
  const runsOf = async (caller: CallerName, target: Target) => {
    const { headers } = world.callers[caller];
    const { body } = await call("GET", `/api/seo-spider/runs?domain=${world.places[target].host}`, { headers });
    const names = Object.entries(world.places);
    return body.runs
      .map((run: { domain: string }) => names.find(([, place]) => place.host === run.domain)![0])
      .join("");
  };

  it("contain exactly the runs that the caller can access", async () => {
    const got: Record<string, string[]> = {};
    for (const caller of CALLERS.slice(4, 11))
      got[caller] = await Promise.all(TARGETS.map((target) => runsOf(caller, target)));
    expect(got).toEqual({
      "key of X": ["A", "B", "", ""],
      "key of X for A": ["A", "A", "A", "A"],
      "key of X for B": ["B", "B", "B", "B"],
      "key of Y": ["", "", "F", ""],
      "session of X's owner": ["A", "B", "", ""],
      "session of X's member for A": ["A", "", "", ""],
      "session of Y's owner": ["", "", "F", ""],
    });
  });
});

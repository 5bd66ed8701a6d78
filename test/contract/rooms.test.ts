import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { circles, fileOf, files, imports } from "./sources.ts";

const own = imports.flatMap(({ from, to }) => {
  const file = fileOf(to);
  return file === null ? [] : [{ from, to: file }];
});

describe("import cycles", () => {
  it("are found at any length, including a file that imports itself", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", ["a"]],
      ["d", ["e"]],
      ["e", []],
      ["f", ["f", "a"]],
    ]);
    expect(circles(graph)).toEqual([["a", "b", "c"], ["f"]]);
  });

  it("do not occur in src, types included", () => {
    const graph = new Map(files("src").map((file) => [path.relative("src", file), [] as string[]]));
    for (const { from, to } of own) graph.get(from)!.push(to);
    expect([...graph.values()].flat().length).toBeGreaterThan(1000);
    expect(circles(graph)).toEqual([]);
  });

  it("can't hide behind an import of a missing file", () => {
    const folders = new Set(readdirSync("src", { withFileTypes: true }).map((entry) => path.parse(entry.name).name));
    const lost = imports.filter(({ to }) => folders.has(to.split("/")[0]!) && fileOf(to) === null);
    expect(lost).toEqual([]);
  });
});

/** The areas, the lowest first: each may import those before it. */
const HOUSE = [
  "client",
  "bundle",
  "lib",
  "settings",
  "env.ts",
  "errors",
  "db",
  "usage",
  "events",
  "http",
  "mail",
  "web",
  "accounts",
  "analytics",
  "prerender",
  "audit",
  "mentions",
  "insights",
  "automation",
  "hostnames",
  "operations",
  "jobs",
  "doctor",
  "api",
  "mcp",
  "dashboard",
  "index.ts",
];

/**
 * The rooms of each area, the lowest first: a room may import those before it. The area's own files (routes, consumers,
 * `index.ts`) are above all of them, and `schemas.ts` has a place in the list where rooms import it.
 */
const ROOMS: Record<string, string[]> = {
  client: ["generated"],
  lib: ["numbers", "text", "time", "crypto", "hosts", "platform"],
  db: ["schema"],
  mail: ["core"],
  web: ["fields", "html", "fetch", "site"],
  accounts: [
    "core/domains",
    "core/connections",
    "core",
    "repo",
    "settings",
    "schemas.ts",
    "throttle",
    "sessions",
    "callers",
    "middleware",
    "mail-links",
    "members",
    "sign-in",
    "keys",
    "connections",
    "domains",
    "account",
    "operator",
  ],
  analytics: [
    "catalogue",
    "core",
    "core/packed",
    "core/logs",
    "schemas.ts",
    "domain-visits",
    "count",
    "verify/core",
    "verify",
    "logs",
    "reports",
    "reads",
    "referrals",
  ],
  prerender: [
    "core",
    "core/pages",
    "core/turns",
    "schemas.ts",
    "browser/scripts",
    "browser/driver",
    "browser/load",
    "browser/tab",
    "browser",
    "history",
    "cache",
    "render",
    "pages",
    "look",
    "invalidate",
    "serve",
  ],
  audit: [
    "model",
    "model/page",
    "model/site",
    "model/run",
    "schemas.ts",
    "checks/shared",
    "checks",
    "repo",
    "crawl/frontier/pages",
    "crawl/frontier",
    "crawl/fetch",
    "crawl/sitemaps",
    "crawl",
    "runs/pages",
    "runs/results",
    "runs/start",
    "runs/watch",
    "runs/export",
    "runs/keep",
    "analysis/figures",
    "analysis/scores",
    "analysis",
  ],
  mentions: [
    "core/analysis/words",
    "core/analysis/names",
    "core/analysis/tone",
    "core/analysis",
    "core",
    "core/statistics",
    "core/report/figures",
    "core/report/detectors",
    "core/report",
    "schemas.ts",
    "providers",
    "repo",
    "answers",
    "calls",
    "analyse",
    "ask",
    "prompts",
    "report",
  ],
  insights: ["core", "core/facts", "schemas.ts", "sources", "router", "errands", "facts"],
  automation: [
    "digest/core",
    "digest",
    "deploy-hook/core",
    "deploy-hook/ledger",
    "deploy-hook/steps",
    "deploy-hook",
    "webhooks/core",
    "webhooks",
  ],
  hostnames: ["core", "schemas.ts"],
  operations: ["core", "schemas.ts"],
  doctor: ["core"],
  mcp: ["define", "tools/insights", "tools"],
  dashboard: [
    "browser",
    "styles",
    "ui",
    "ui/charts",
    "ui/lists",
    "server",
    "pages/crawlers",
    "pages/audits/parts",
    "pages/audits/robots",
    "pages/audits/issues",
    "pages/audits/pages",
    "pages/audits/map",
    "pages/audits/runs",
    "pages/audits/start",
    "pages/audits",
    "pages/overview",
    "pages/cache",
    "pages/mentions/parts",
    "pages/mentions/prompts",
    "pages/mentions/reports",
    "pages/mentions/overview",
    "pages/mentions",
    "pages/inspect",
    "pages/settings",
    "pages/account",
    "pages/domains",
    "pages/operator",
    "pages/docs",
    "pages/search",
    "pages/public",
    "pages/sign-in",
    "pages",
  ],
};

interface Place {
  area: string;
  /** Where its room stands in the area's list. */
  height: number;
}

function placeOf(file: string): Place {
  const area = file.split("/")[0]!;
  const rooms = ROOMS[area] ?? [];
  const rest = file.slice(area.length + 1);
  const room = rooms
    .filter((each) => rest === each || rest.startsWith(`${each}/`))
    .reduce((deepest, each) => (each.length > deepest.length ? each : deepest), "");
  return { area, height: room === "" ? rooms.length : rooms.indexOf(room) };
}

describe("the rooms of src", () => {
  const arrows = own.map(({ from, to }) => ({ from, to, start: placeOf(from), end: placeOf(to) }));

  it("include every area, and only folders that exist", () => {
    expect([...HOUSE].sort()).toEqual(readdirSync("src").sort());
    const folders = new Set(foldersIn("src", true));
    const listed = Object.entries(ROOMS).flatMap(([area, rooms]) => rooms.map((room) => `src/${area}/${room}/`));
    expect(listed.filter((each) => !each.endsWith("schemas.ts/") && !folders.has(each))).toEqual([]);
  });

  it("include every folder, or folders inside it", () => {
    const outside = foldersIn("src", true).filter((folder) => {
      const [area, ...rest] = folder.slice("src/".length, -1).split("/");
      const rooms = ROOMS[area!] ?? [];
      return (
        rest.length > 0 &&
        !rooms.some(
          (room) => `${rest.join("/")}/`.startsWith(`${room}/`) || `${room}/`.startsWith(`${rest.join("/")}/`),
        )
      );
    });
    expect(outside).toEqual([]);
  });

  it("are imported only from above, from area to area", () => {
    const between = arrows.filter(({ start, end }) => start.area !== end.area);
    expect(between.length).toBeGreaterThan(1000);
    expect(between.filter(({ start, end }) => HOUSE.indexOf(end.area) > HOUSE.indexOf(start.area))).toEqual([]);
  });

  it("are many, with many arrows between those of an area", () => {
    const between = arrows.filter(({ start, end }) => start.area === end.area && start.height !== end.height);
    expect(between.length).toBeGreaterThan(1000);
  });

  it.each(Object.keys(ROOMS))("are imported only from above within %s", (area) => {
    const within = arrows.filter(({ start, end }) => start.area === area && end.area === area);
    expect(
      within.filter(({ start, end }) => end.height > start.height).map(({ from, to }) => `${from} → ${to}`),
    ).toEqual([]);
  });
});

/** Why a folder has fewer files than three, or more than twenty. */
const SIZES: [RegExp, string][] = [
  [/\/core$/, "the name says that the code is pure, which the import rules hold"],
  [/^src\/client\/generated$/, "a script writes it"],
  [/^src\/bundle$/, "one file per package of which a part is replaced"],
];

function counts(top: string): [folder: string, files: number, folders: number][] {
  return [`${top}/`, ...foldersIn(top, true)].map((folder) => {
    const entries = readdirSync(folder, { withFileTypes: true });
    const inner = entries.filter((entry) => entry.isDirectory()).length;
    return [folder.slice(0, -1), entries.length - inner, inner];
  });
}

describe.each(["src", "test/worker"])("a folder of %s", (top) => {
  it("has at most twenty files", () => {
    const halls = counts(top).filter(([folder, count]) => count > 20 && !SIZES.some(([name]) => name.test(folder)));
    expect(halls).toEqual([]);
  });

  it("has at least three files, or rooms beside them", () => {
    const cupboards = counts(top).filter(
      ([folder, count, inner]) => count < 3 && inner === 0 && !SIZES.some(([name]) => name.test(folder)),
    );
    expect(cupboards).toEqual([]);
  });
});

describe("the folders of test", () => {
  it("mirror those of src in test/unit and test/worker", () => {
    const areas = new Set([...readdirSync("src"), "cli", "scripts", "security", "matrix", "support"]);
    const tests = ["test/unit", "test/worker"].flatMap((top) => foldersIn(top, false));
    expect(tests.filter((folder) => !areas.has(path.basename(folder)))).toEqual([]);
  });
});

/**
 * Folders and files that the map in ARCHITECTURE.md names, as paths. A line consists of a folder or files, indented two
 * spaces per level, and a description, which may name folders inside it. Deeper indentation continues the description.
 */
function mapped(top: "src" | "cli"): { folders: string[]; files: string[] } {
  const map = new RegExp(`\`\`\`\\n(${top}/\\n[\\s\\S]*?)\`\`\``).exec(readFileSync("ARCHITECTURE.md", "utf8"))![1]!;
  const named = { folders: [] as string[], files: [] as string[] };
  const open: string[] = [];
  for (const line of map.trimEnd().split("\n")) {
    const level = /^ */.exec(line)![0].length / 2;
    const [name, ...description] = line.trim().split(/ {2,}/) as [string, ...string[]];
    const goesOn = level > open.length;
    if (!goesOn && !name.endsWith("/")) {
      named.files.push(...name.split(", ").map((each) => open.slice(0, level).join("") + each));
      continue;
    }
    if (!goesOn) {
      open.splice(level, Infinity, name);
      named.folders.push(open.join(""));
    }
    const text = goesOn ? line : description.join(" ");
    for (const [inner] of text.matchAll(/(?<![^\s(])[a-z-]+\/(?=[\s,:;.)]|$)/g))
      named.folders.push(open.join("") + inner);
  }
  return named;
}

function foldersIn(folder: string, recursive: boolean): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${path.join(entry.parentPath, entry.name)}/`);
}

describe("the map in ARCHITECTURE.md", () => {
  it.each(["src", "cli"] as const)("names folders and files of %s that exist, each folder once", (top) => {
    const { folders, files: named } = mapped(top);
    const all = new Set([`${top}/`, ...foldersIn(top, true), ...files(top)]);
    expect(named.length).toBeGreaterThan(0);
    expect([...folders, ...named].filter((each) => !all.has(each))).toEqual([]);
    expect(folders.filter((each, i) => folders.indexOf(each) !== i)).toEqual([]);
  });

  it.each(["src", "cli"] as const)("names every folder of %s", (top) => {
    const { folders } = mapped(top);
    expect(foldersIn(top, true).filter((each) => !folders.includes(each))).toEqual([]);
  });
});

import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE, fillWith, fileOf } from "../applications/cache.ts";
import { ENGINES, type EngineName } from "../applications/engines.ts";
import { mount, packageFile } from "../applications/measure.ts";
import { mapBounded } from "../../../src/lib/platform/async-pool";
import { likeness } from "../likeness";
import { PatientBrowser, type Seen } from "../patient-browser";
import { startBrowser } from "../pool";
import { startPatternSite } from "../site.ts";
import type { LabelledApplication } from "./application.ts";
import { BUNDLES, UNSEEN_BUNDLED } from "./bundles.ts";
import { PAGES } from "./pages.ts";

export const UNSEEN_APPLICATIONS: readonly LabelledApplication[] = [...BUNDLES, ...PAGES];

/** Packages of npm, and bundles of these applications. */
export function fillUnseenApplications(): void {
  compileSvelte();
  fillWith(UNSEEN_APPLICATIONS, "unseen", UNSEEN_BUNDLED);
}

function compileSvelte(): void {
  const folder = path.join(CACHE, "unseen");
  fillWith([], "unseen", UNSEEN_BUNDLED);
  const { compile } = createRequire(path.join(folder, "package.json"))("svelte/compiler") as {
    compile: (source: string, options: object) => { js: { code: string } };
  };
  for (const { name, svelte } of UNSEEN_APPLICATIONS)
    if (svelte !== undefined)
      writeFileSync(path.join(folder, `${fileOf(name)}.svelte.js`), compile(svelte, { generate: "client" }).js.code);
}

export interface Verdict {
  name: string;
  verdict: "whole" | "refused" | "half";
  /** Labels that are missing, and texts that should not be there. */
  wrong: string[];
  reason: string;
  ms: number;
  /** How much of what a patient reader sees the snapshot says, and the other way round. */
  like?: ReturnType<typeof likeness>;
}

const plain = (text: string) => text.replace(/\s+/g, " ");

/** Text of a snapshot's fields: what a reader sees in them. */
function fieldsOf(html: string): string {
  const values = [...html.matchAll(/<(?:input|option)\b[^>]*?\bvalue="([^"]*)"/gi)].map((match) => match[1]!);
  return [...values, ...[...html.matchAll(/<textarea[^>]*>([^<]*)/gi)].map((match) => match[1]!)].join(" ");
}

/** Labels that a text lacks, and texts in it that should not be there. */
const faultsOf = ({ whole, never = [] }: LabelledApplication, text: string): string[] => [
  ...whole.filter((each) => !text.includes(plain(each))),
  ...never.filter((each) => text.includes(each)).map((each) => `not: ${each}`),
];

type Site = Awaited<ReturnType<typeof startPatternSite>>;

/** Serves an application, and what it has on another host. Returns its URL. */
export function mountOn(application: LabelledApplication, site: Site, other: Site): string {
  for (const [file, route] of Object.entries(application.others ?? {})) other.routes.set(file, route);
  return mount({ ...application, html: application.html.replaceAll("OTHER", other.origin) }, site);
}

/** Renders each application with an engine, and compares the snapshot with its labels. */
export async function judgeApplications(
  engine: EngineName,
  applications: readonly LabelledApplication[],
  seen: ReadonlyMap<string, Seen> = new Map(),
): Promise<Verdict[]> {
  const [site, other] = [await startPatternSite("127.0.0.1", packageFile), await startPatternSite("127.0.0.2")];
  site.routes.set("/warm", { body: `<!doctype html><title>Warm</title><p>${"warm words ".repeat(40)}</p>` });
  const browser = await startBrowser();
  const [patient, renderer] = [await PatientBrowser.connect(browser.endpoint), await ENGINES[engine]()];
  const verdicts: Verdict[] = [];
  try {
    for (let i = 0; i < 3; i++) await renderer.render(`${site.origin}/warm`);
    for (const application of applications) {
      const url = mountOn(application, site, other);
      const { html, reason, ms } = await renderer.render(url);
      const shown = html === null ? null : await patient.show(html, url);
      const text = shown === null ? "" : plain(`${shown.text} ${fieldsOf(html!)}`);
      const wrong = faultsOf(application, text);
      const verdict = html === null ? "refused" : wrong.length > 0 ? "half" : "whole";
      const truth = seen.get(application.name);
      const like = shown !== null && truth ? { like: likeness(shown, truth) } : {};
      verdicts.push({ name: application.name, verdict, wrong: html === null ? [] : wrong, reason, ms, ...like });
      console.log(JSON.stringify(verdicts.at(-1)));
    }
    return verdicts;
  } finally {
    patient.close();
    await renderer.close();
    await Promise.all([browser.close(), site.close(), other.close()]);
  }
}

/** What a patient reader sees of each application with its scripts, and labels that it lacks. They must be none. */
export async function seePatiently(
  applications: readonly LabelledApplication[],
  waitMs: number,
): Promise<{ seen: Map<string, Seen>; lacking: string[] }> {
  const [site, other] = [await startPatternSite("127.0.0.1", packageFile), await startPatternSite("127.0.0.2")];
  const browser = await startBrowser();
  const patient = await PatientBrowser.connect(browser.endpoint);
  const [seen, lacking] = [new Map<string, Seen>(), [] as string[]];
  try {
    await mapBounded([...applications], 12, async (application) => {
      for (const [file, route] of Object.entries(application.others ?? {})) other.routes.set(file, { ...route });
      const routes = Object.fromEntries(
        Object.entries(application.routes ?? {}).map(([file, route]) => [file, structuredClone(route)]),
      );
      const html = application.html.replaceAll("OTHER", other.origin);
      const found = await patient.visit(mount({ ...application, html, routes }, site), waitMs);
      seen.set(application.name, found);
      lacking.push(...faultsOf(application, plain(found.text)).map((each) => `${application.name}: ${each}`));
    });
    return { seen, lacking };
  } finally {
    patient.close();
    await Promise.all([browser.close(), site.close(), other.close()]);
  }
}

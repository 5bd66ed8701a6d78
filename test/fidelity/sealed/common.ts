import { page } from "../applications/application.ts";
import type { Route } from "../site.ts";
import type { LabelledApplication } from "../unseen/application.ts";

export interface Station {
  id: number;
  name: string;
  note: string;
}

const PLACES = "Aalborg Bergen Cuxhaven Dunkirk Esbjerg Faro Galway Haugesund Imatra Jaffa Kiruna Lübeck".split(" ");
const WEATHER = ["fog", "a light wind", "heavy snow", "clear skies", "showers", "frost", "thunder"];

/** What the applications load: twelve stations of a weather service. */
export const STATIONS: readonly Station[] = PLACES.map((place, id) => ({
  id,
  name: `Station ${place}`,
  note: `At ${place} the keeper reports ${WEATHER[id % 7]} since ${4 + id} o'clock, ${10 + id * 3} boats in port and ${2 + id} more expected before night.`,
}));

/** Names and notes of the first and the last of `count` stations. */
export const ends = (count = 12): string[] =>
  [STATIONS[0]!, STATIONS[count - 1]!].flatMap(({ name, note }) => [name, note]);

export const json = (value: unknown, more: Partial<Route> = {}): Route => ({
  type: "application/json",
  body: JSON.stringify(value),
  ...more,
});

export const stations = (more: Partial<Route> = {}): Record<string, Route> => ({
  "stations.json": json(STATIONS, more),
});

export const HEAD = `<header><a href="/">Coast service</a> <nav><a href="/map">Map of all stations</a> <a href="/archive">Archive of reports since 1951</a></nav></header>`;
export const FOOT = `<footer><p>The coast service publishes reports of keepers for fishers, ferries and everybody who lives near the sea.</p></footer>`;
export const WAITING = `<p class="waiting" role="status">Fetching reports …</p><div style="height:3em;background:#ddd"></div>`;

/** Markup of the stations, which several scripts use. */
export const DRAW = `const draw = (list) => list.map((each) => "<section><h2>" + each.name + "</h2><p>" + each.note + "</p></section>").join("");\n`;

type Labels = Pick<LabelledApplication, "whole" | "never" | "others">;

/** A page with a script of its own, after HTML that the server sends. */
export function plain(
  name: string,
  body: string,
  script: string,
  routes: Record<string, Route>,
  labels: Labels,
): LabelledApplication {
  const html = page(name, `${HEAD}${body}${FOOT}<script type="module">${DRAW}${script}</script>`);
  return { name, packages: [], html, routes, ...labels };
}

/** A page whose script is a bundle of packages from npm. */
export function built(
  name: string,
  source: string,
  routes: Record<string, Route>,
  labels: Labels,
  body = `<main id="app">${WAITING}</main>`,
): LabelledApplication {
  const html = page(name, `${HEAD}${body}${FOOT}<script type="module" src="app.js"></script>`);
  return { name, packages: [], html, bundle: DRAW + source, routes, ...labels };
}

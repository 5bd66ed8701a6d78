import { ends, json, plain, STATIONS, stations } from "../sealed/common.ts";
import type { LabelledApplication } from "../unseen/application.ts";

const APP = `const app = document.getElementById("app");\n`;
const GET = `const get = (path) => fetch(path).then((answer) => answer.json());\n`;
const MAIN = `<main id="app"></main>`;

/** What stands between a visitor and the text: variants, consent, permission, sessions. */
export const GATES: readonly LabelledApplication[] = [
  plain(
    "a test of variants that hides the page",
    `<style>.ab-hide body{opacity:0!important}</style><script>document.documentElement.className="ab-hide";setTimeout(()=>{document.documentElement.className=""},4000)</script><main><h1 id="claim">Reports of the coast</h1>${STATIONS.map(({ name, note }) => `<section><h2>${name}</h2><p>${note}</p></section>`).join("")}</main>`,
    `${GET}const { claim } = await get("variant.json"); document.getElementById("claim").textContent = claim; document.documentElement.className = "";`,
    { "variant.json": json({ claim: "Know the sea before you sail" }, { delayMs: 1_600 }) },
    { whole: ["Know the sea before you sail", ...ends()] },
  ),
  plain(
    "text that a choice about cookies changes",
    `${MAIN}<div id="bar" role="dialog" aria-label="Cookies"><p>May we use cookies?</p><button>Yes</button><button>No</button></div>`,
    `${APP}${GET}const allowed = localStorage.getItem("consent") === "yes"; const list = await get("stations.json"); app.innerHTML = draw(list) + (allowed ? "<iframe src=map.html></iframe>" : "<p>Allow cookies to see the map of all boats.</p>");
const known = await get("consent.json"); if (known.region === "none") document.getElementById("bar").remove();`,
    { ...stations({ delayMs: 900 }), "consent.json": json({ region: "none" }, { delayMs: 2_300 }) },
    { whole: [...ends(), "Allow cookies to see the map of all boats."], never: ["May we use cookies"] },
  ),
  plain(
    "the nearest station, if the place is known",
    MAIN,
    `${APP}${GET}app.innerHTML = "<p>Looking for stations near you</p>";
const place = await new Promise((done) => { const late = setTimeout(done, 3_500, null); navigator.geolocation.getCurrentPosition((at) => { clearTimeout(late); done(at); }, () => { clearTimeout(late); done(null); }); });
app.innerHTML = place ? "<h1>Near you</h1>" : "<h1>All stations</h1>"; app.insertAdjacentHTML("beforeend", draw(await get("stations.json")));`,
    stations({ delayMs: 500 }),
    { whole: ["All stations", ...ends()], never: ["Looking for stations"] },
  ),
  plain(
    "members only, by a redirect of a script",
    MAIN,
    `${APP}app.innerHTML = "<p>Checking your session</p>"; const answer = await fetch("session.json"); if (answer.status === 401) location.replace("login.html"); else app.innerHTML = draw(await answer.json());`,
    {
      "session.json": { status: 401, body: "{}", delayMs: 1_200 },
      "login.html": {
        body: `<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in to the coast service</h1><p>Reports of keepers are for members of the service, for harbour masters and for crews of ferries.</p><form><label>Name <input name="name"></label></form>`,
      },
    },
    { whole: ["Sign in to the coast service"] },
  ),
  plain(
    "a stamp of freshness behind the text",
    `<main><h1>Reports of this morning</h1><p id="state">Reports of yesterday, checking for newer ones</p><div id="app">${STATIONS.slice(
      0,
      6,
    )
      .map(({ name, note }) => `<section><h2>${name}</h2><p>${note}</p></section>`)
      .join("")}</div></main>`,
    `${APP}${GET}const list = await get("stations.json"); app.innerHTML = draw(list); document.getElementById("state").textContent = "All reports are of today";`,
    stations({ delayMs: 3_300 }),
    { whole: ["All reports are of today", ...ends()], never: ["checking for newer"] },
  ),
];

import { expect, it } from "vitest";
import { homeMissingOrganization } from "../../../../../src/audit/checks/structured-data/home-missing-organization";
import type { SiteFacts } from "../../../../../src/audit/model/site/site-facts";
import { factsOf, pageOf } from "../../makers.ts";

const URL = "https://walks.example/";
const OWNER = { name: "Walks", url: URL, logo: `${URL}logo.png` };

it.each<[string, object, boolean]>([
  ["an organization", { "@type": "Organization", ...OWNER }, true],
  ["a kind of local business", { "@type": "Dentist", ...OWNER }, true],
  ["a shop", { "@type": "OnlineStore", ...OWNER }, true],
  ["a school", { "@type": "HighSchool", ...OWNER }, true],
  ["the publisher of the site", { "@type": "WebSite", publisher: { "@type": "Organization", ...OWNER } }, true],
  [
    "the subject of a profile",
    { "@type": "ProfilePage", mainEntity: { "@type": "Person", name: "A", url: URL } },
    true,
  ],
  ["one without a logo", { "@type": "Organization", name: "Walks", url: URL }, false],
  ["the author of an article", { "@type": "Article", author: { "@type": "Person", name: "A", url: URL } }, false],
  ["a service", { "@type": "Service", ...OWNER }, false],
])("a home page with %s", (_, node, isEnough) => {
  const html = `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...node })}</script>`;
  const home = pageOf(URL, { facts: factsOf(html) });
  expect(homeMissingOrganization.test({ home } as SiteFacts) === null).toBe(isEnough);
});

import { has } from "../../model/page/structured-data";
import { siteCheck } from "../shared/define";

/** Types that name a site's owner. Subtypes of Organization end in that word. */
const OWNERS = new Set(["Organization", "Corporation", "LocalBusiness", "Store", "Restaurant", "Person", "NGO"]);

export const homeMissingOrganization = siteCheck({
  id: "home_missing_organization",
  severity: "notice",
  category: "Structured data",
  title: "The home page does not say who runs the site",
  rule: "No Organization, LocalBusiness or Person in the home page's JSON-LD with name, url and logo (for a person: name and url).",
  why: "Search engines and assistants take the name, address and logo of a business from it.",
  fix: "Add JSON-LD of type Organization with name, url and logo.",
  test: ({ home }) => {
    if (!home?.html) return null;
    const owners = home.structured.items.filter((item) =>
      item.types.some((type) => OWNERS.has(type) || type.endsWith("Organization")),
    );
    const complete = owners.some((item) =>
      (item.types.includes("Person") ? ["name", "url"] : ["name", "url", "logo"]).every((name) => has(item.node, name)),
    );
    if (complete) return null;
    const found = owners.length > 0 ? `${owners[0]!.types[0]} without name, url or logo` : "no Organization in JSON-LD";
    return { found, expected: "an Organization with name, url and logo" };
  },
});

import { has, objectsOf, typesOf, type StructuredItem } from "../../model/page/structured-data";
import { googleTypeOf } from "../shared/google-types";
import { siteCheck } from "../shared/define";

/** Kinds of organizations whose names do not tell. */
const OWNERS = new Set(
  "Person Corporation NGO Airline Consortium Cooperative Project ResearchProject FundingAgency PoliticalParty WorkersUnion CollegeOrUniversity Preschool MusicGroup DanceGroup TheaterGroup PerformingGroup SportsTeam SportsClub Hospital GovernmentOffice Library LibrarySystem Attorney Notary AccountingService FinancialService InsuranceAgency".split(
    " ",
  ),
);
const isOwner = (type: string) =>
  OWNERS.has(type) || /(?:Organization|Business|Store|School)$/.test(type) || googleTypeOf(type) === "LocalBusiness";
const isSiteOrPage = (type: string) => type === "WebSite" || type.endsWith("Page");
/** Where a site or its home page names its owner. */
const OWNED_BY = ["publisher", "author", "creator", "copyrightHolder", "mainEntity", "about"];

/** The objects that may describe the owner: those on top, and what a site or page is by or about. */
function candidates(items: readonly StructuredItem[]): Array<StructuredItem["node"]> {
  return items.flatMap(({ types, node }) =>
    types.some(isSiteOrPage) ? [node, ...OWNED_BY.flatMap((name) => objectsOf(node, name))] : [node],
  );
}

export const homeMissingOrganization = siteCheck({
  id: "home_missing_organization",
  severity: "notice",
  category: "Structured data",
  title: "The home page does not say who runs the site",
  rule: "No Organization, LocalBusiness or Person in the home page's JSON-LD, on top or as what its WebSite or page is by or about, with name, url and logo (for a person: name and url).",
  why: "Search engines and assistants take the name, address and logo of a business from it.",
  fix: "Add JSON-LD of type Organization with name, url and logo.",
  test: ({ home }) => {
    if (!home?.html) return null;
    const owners = candidates(home.structured.items).filter((node) => typesOf(node).some(isOwner));
    const complete = owners.some((node) =>
      (typesOf(node).includes("Person") ? ["name", "url"] : ["name", "url", "logo"]).every((name) => has(node, name)),
    );
    if (complete) return null;
    const found =
      owners.length > 0 ? `${typesOf(owners[0]!)[0]} without name, url or logo` : "no Organization in JSON-LD";
    return { found, expected: "an Organization with name, url and logo" };
  },
});

import { describe, expect, it } from "vitest";
import {
  lostErrands,
  redirectedTo,
  runErrands,
  sendThroughAll,
  type ErrandResult,
  type Reading,
} from "../../../../src/insights/core/errand-walk.ts";
import type { AgentView } from "../../../../src/lib/text/agent-text.ts";

const origin = "https://shop.example";
const page = (text: string, ...links: Array<[href: string, name: string]>): AgentView => ({
  title: "",
  text,
  links: links.map(([href, name]) => ({ href, name })),
  hasForm: false,
  data: [],
});
type Pages = Readonly<Record<string, AgentView | null>>;
const reader = (pages: Pages) => (path: string) =>
  Promise.resolve(pages[path] === undefined ? ("missing" as const) : pages[path]);

/** What an agent that is sent for the price finds. */
async function price(pages: Pages, reading: Reading = "tree") {
  const [first] = await runErrands({ origin, reading, read: reader(pages) });
  const { errand: _, ...result } = first!.result;
  return { ...result, applies: first!.applies };
}
const failed = { state: "fails", quote: "", unread: null };

describe("the way of an agent", () => {
  it("follows what names its errand best, the first of equals, and tells the pages that led there", async () => {
    const pages = {
      "/": page("", ["/shop", "Shop"], ["/none", "Blog"], ["/a?x=1#y", "Prices"], ["/b", "Tariffs and fees"]),
      "/a?x=1": page("Ask us", ["/c", "Plans"]),
      "/b": page("Ask us"),
      "/c": page("Now €5"),
    };
    expect(await price(pages)).toEqual({
      state: "passes",
      path: ["/", "/a?x=1", "/c"],
      quote: "Now €5",
      unread: null,
      applies: true,
    });
    expect(await price({ ...pages, "/c": page("Ask us") })).toEqual({
      ...failed,
      path: ["/", "/a?x=1", "/b", "/c", "/shop"],
      applies: true,
    });
  });

  it("reads six pages at most, each once", async () => {
    const links = Array.from({ length: 9 }, (_, i): [string, string] => [`/${i}`, "Prices"]);
    const pages: Pages = { "/": page("", ["/", "Prices"], ["/0", "Prices"], ...links), "/0": page("", ...links) };
    expect((await price(pages)).path).toEqual(["/", "/0", "/1", "/2", "/3", "/4"]);
    expect((await price({ ...pages, "/4": page("€5") })).state).toBe("passes");
    expect((await price({ ...pages, "/5": page("€5") })).state).toBe("fails");
  });

  it("keeps two hundred pages in mind", async () => {
    const weak = Array.from({ length: 200 }, (_, i): [string, string] => [`/${i}`, "Shop"]);
    const to = (count: number) => price({ "/": page("", ...weak.slice(0, count), ["/p", "Prices"]), "/p": page("€5") });
    expect([(await to(199)).state, (await to(200)).state]).toEqual(["passes", "fails"]);
  });

  it.each([
    ["of another origin", "https://other.example/p"],
    ["of another port", "https://shop.example:8443/p"],
    ["that is no address", "http://["],
    ["that is none of the web", "javascript:alert(1)"],
    ["that is too long", `/p?${"x".repeat(2_000 - origin.length)}`],
  ])("leads to no page %s", async (_, href) => {
    expect((await price({ "/": page("", [href, "Prices"]) })).path).toEqual(["/"]);
  });

  it("leads to a page whose address has 2,000 characters", async () => {
    const href = `/p?${"x".repeat(2_000 - origin.length - 3)}`;
    expect((await price({ "/": page("", [href, "Prices"]), [href]: page("€5") })).state).toBe("passes");
  });

  it.each([
    ["tree", "", "/prices", ["/"]],
    ["html", "", "/prices", ["/", "/prices"]],
    ["html", "Here", "/our-prices", ["/", "/our-prices"]],
    ["markdown", "", "/prices", ["/", "/prices"]],
    ["html", "", "/p1", ["/"]],
  ] as const)("of the %s knows a link named %j to %s", async (reading, name, href, path) => {
    expect((await price({ "/": page("", [href, name]) }, reading)).path).toEqual(path);
  });

  it("reads an address where the name only hints at the errand as the name does", async () => {
    const pages = { "/": page("", ["/prices", "Shop"], ["/x", "Prices"]), "/x": page("€5") };
    expect((await price(pages, "html")).path).toEqual(["/", "/x"]);
  });

  it("goes on past pages that are missing, or that cannot be read, and tells the first of these", async () => {
    const pages = { "/": page("", ["/a", "Prices"], ["/b", "Prices"], ["/c", "Prices"]), "/b": null, "/c": null };
    expect(await price(pages)).toEqual({
      state: "unknown",
      path: ["/", "/a", "/b", "/c"],
      quote: "",
      unread: "/b",
      applies: true,
    });
    expect((await price({ ...pages, "/c": page("€5") })).unread).toBeNull();
  });
});

describe("what a site has to answer", () => {
  const applies = async (pages: Pages, wanted: Parameters<typeof runErrands>[1] = []) =>
    (await runErrands({ origin, reading: "tree", read: reader(pages) }, wanted)).flatMap((each) =>
      each.applies ? [each.result.errand] : [],
    );
  it.each([
    ["nothing but a contact", page(""), [], ["contact"]],
    ["prices that a link names", page("", ["/x", "Prices"]), [], ["price", "contact"]],
    ["no prices that a link may lead to", page("", ["/x", "Shop"]), [], ["contact"]],
    ["all, in a shop", page("", ["/x", "Cart"]), [], ["price", "contact", "returns"]],
    ["no returns that a link names", page("", ["/x", "Returns"]), [], ["contact"]],
    ["prices that it has", page("€5"), [], ["price", "contact"]],
    ["what its owner wants", page(""), ["returns"], ["contact", "returns"]],
    ["what its owner wants of prices", page(""), ["price"], ["price", "contact"]],
  ] as const)("is %s", async (_, home, wanted, errands) =>
    expect(await applies({ "/": home }, wanted)).toEqual(errands),
  );

  it("is a shop's if any page of any errand shows one", async () => {
    expect(await applies({ "/": page("", ["/about", "About"]), "/about": page("", ["/x", "Cart"]) })).toEqual([
      "price",
      "contact",
      "returns",
    ]);
  });

  it("applies in all forms if it applies in one", async () => {
    const forms: Partial<Record<Reading, Pages>> = {
      tree: { "/": page("") },
      html: { "/": page("", ["/x", "Cart"]) },
      markdown: { "/": null },
    };
    const all = async (readings: Reading[], wanted?: Parameters<typeof sendThroughAll>[1]) =>
      (await sendThroughAll({ origin, readings, readerOf: (reading) => reader(forms[reading]!) }, wanted)).map(
        ({ reading, errands }) => `${reading}: ${errands.map(({ state }) => state).join(" ")}`,
      );
    expect(await all(["tree", "html"])).toEqual(["tree: fails fails fails", "html: fails fails fails"]);
    expect(await all(["tree", "markdown"])).toEqual([
      "tree: does_not_apply fails does_not_apply",
      "markdown: unknown unknown unknown",
    ]);
    expect(await all(["tree"], ["price"])).toEqual(["tree: fails fails does_not_apply"]);
  });
});

it("errands are lost one by one", () => {
  const result = (errand: ErrandResult["errand"], state: ErrandResult["state"]): ErrandResult => ({
    errand,
    state,
    path: [],
    quote: "",
  });
  const before = [result("price", "passes"), result("contact", "passes"), result("returns", "fails")];
  const after = [result("contact", "fails"), result("price", "passes"), result("returns", "fails")];
  expect(lostErrands(before, after)).toEqual(["contact"]);
});

it.each([
  [299, null],
  [300, "/b"],
  [399, "/b"],
  [400, null],
])("a status of %i leads on to %s", (status, to) => {
  expect(redirectedTo(status, "/b", { path: "/a", origin })).toBe(to);
});

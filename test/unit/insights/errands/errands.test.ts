import { describe, expect, it } from "vitest";
import {
  lostErrands,
  READINGS,
  runErrands,
  sendThroughAll,
  type ErrandResult,
  type Reading,
  redirectedTo,
} from "../../../../src/insights/core/errand-walk.ts";
import { markdownView } from "../../../../src/lib/text/agent-text.ts";
import { agentViews } from "../../../../src/web/site/agent-view.ts";
import { seeded } from "../../../support/seeded.ts";

const ORIGIN = "https://shop.example";

/** Sends the errands through pages in one form. `markdown`: by path, where a page has it. */
async function send(
  pages: Readonly<Record<string, string>>,
  reading: Reading,
  {
    markdown = {},
    wanted = [],
  }: { markdown?: Readonly<Record<string, string>>; wanted?: Parameters<typeof runErrands>[1] } = {},
) {
  const read = async (path: string) => {
    if (reading === "markdown")
      return markdown[path] === undefined ? ("missing" as const) : markdownView(markdown[path]);
    return pages[path] === undefined ? ("missing" as const) : agentViews(pages[path])[reading];
  };
  const [only] = await sendThroughAll({ origin: ORIGIN, readings: [reading], readerOf: () => read }, wanted);
  const results = only!.errands;
  return Object.fromEntries(results.map((result) => [result.errand, result])) as Record<string, ErrandResult>;
}

const page = (title: string, body: string) => `<html><head><title>${title}</title></head><body>${body}</body></html>`;

interface Language {
  links: Record<"price" | "contact" | "returns", string>;
  shop: string;
  price: (amount: number) => string;
  returns: (days: number) => string;
  filler: string[];
}
const LANGUAGES: Language[] = [
  {
    links: { price: "Pricing", contact: "Contact us", returns: "Returns & refunds" },
    shop: "Cart",
    price: (n) => `€${n}.00 per piece`,
    returns: (n) => `You can return anything within ${n} days for a refund.`,
    filler: ["We raised $30 million in 2024.", "The function returns the last 30 days.", "Open since 1998, 45 people."],
  },
  {
    links: { price: "Preise", contact: "Kontakt", returns: "Widerrufsrecht" },
    shop: "Warenkorb",
    price: (n) => `nur ${n},90 € inkl. MwSt.`,
    returns: (n) => `Sie können die Ware binnen ${n} Tagen zurückgeben.`,
    filler: ["Umsatz von 12 Mio. Stück im Jahr.", "Seit 30 Jahren am Markt.", "Das Team hat 14 Köpfe."],
  },
  {
    links: { price: "Tarifs", contact: "Contactez-nous", returns: "Retours" },
    shop: "Panier",
    price: (n) => `${n},50 € TTC`,
    returns: (n) => `Le remboursement est possible sous ${n} jours.`,
    filler: ["Depuis 1998, 12 personnes.", "Livraison en 3 jours.", "Un atelier de 300 m2."],
  },
  {
    links: { price: "Precios", contact: "Contacto", returns: "Devoluciones" },
    shop: "Carrito",
    price: (n) => `${n} EUR la unidad`,
    returns: (n) => `Puede solicitar el reembolso en ${n} días.`,
    filler: ["Desde 1998.", "Un equipo de 12 personas.", "Entrega en 3 días."],
  },
];

const ERRANDS = ["price", "contact", "returns"] as const;
type Way = "plain" | "nameless" | "hidden" | "broken" | "orphan" | "absent";
const WAYS: Way[] = ["plain", "plain", "nameless", "hidden", "broken", "orphan", "absent"];

/** A shop whose pages answer each errand, and ways to them that work or not: that is the truth. `answered`: false leaves no page that answers. */
function history(seed: number, answered: boolean) {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const language = LANGUAGES[seed % LANGUAGES.length]!;
  const pages: Record<string, string> = {};
  const truth: Record<string, Record<"tree" | "html", boolean>> = {};
  const anchors: string[] = [`<a href="/blog">Blog</a>`, `<a href="/bag"><img src="x.png" alt="${language.shop}"></a>`];
  const answers = {
    price: `<p>${language.price(20 + Math.floor(random() * 70))}</p>`,
    contact: pick([
      `<a href="mailto:hi@shop.example">mail</a>`,
      "<p>hi@shop.example</p>",
      "<p>Tel. +49 30 1234567</p>",
    ]),
    returns: `<p>${language.returns(pick([14, 30, 60]))}</p>`,
  };
  for (const errand of ERRANDS) {
    const way = pick(WAYS);
    const name = language.links[errand];
    // A path that an agent can read only for this way: `/contact`, not `/p2`.
    const path = `/${errand === "price" ? "pricing" : errand}`;
    const opaque = `/p${ERRANDS.indexOf(errand)}`;
    const at = way === "plain" ? opaque : path;
    const anchor = {
      plain: `<a href="${at}">${name}</a>`,
      nameless: `<a href="${at}"><svg></svg></a>`,
      hidden: `<div aria-hidden="true"><a href="${at}">${name}</a></div>`,
      broken: `<a href="${path}-old">${name}</a>`,
      orphan: "",
      absent: `<a href="${at}">${name}</a>`,
    }[way];
    anchors.push(anchor);
    if (way !== "absent" && answered) pages[at] = page(name, `<h1>${name}</h1>${answers[errand]}`);
    const isThere = answered && way !== "absent";
    truth[errand] = {
      tree: isThere && way === "plain",
      html: isThere && ["plain", "nameless", "hidden"].includes(way),
    };
  }
  anchors.sort(() => random() - 0.5);
  pages["/"] = page(
    "Shop",
    `<nav>${anchors.join("\n")}</nav>${language.filler.map((text) => `<p>${text}</p>`).join("")}`,
  );
  pages["/blog"] = page("Blog", language.filler.map((text) => `<p>${text}</p>`).join(""));
  return { pages, truth };
}

describe("an agent's errands", () => {
  it("pass where a way leads to the answer, and nowhere else: ten sites with answers and ten without", async () => {
    let [claimed, right, planted, wrong] = [0, 0, 0, 0];
    for (let seed = 1; seed <= 20; seed++) {
      const answered = seed <= 10;
      const { pages, truth } = history(seed, answered);
      for (const reading of ["tree", "html"] as const) {
        const results = await send(pages, reading);
        for (const errand of ERRANDS) {
          const passes = results[errand]!.state === "passes";
          const should = truth[errand]![reading];
          if (passes) claimed++;
          if (passes && should) right++;
          if (should) planted++;
          if (passes && !answered) wrong++;
          expect(results[errand]!.state, `${seed} ${errand} ${reading}`).not.toBe("unknown");
        }
      }
    }
    console.log(
      `errands: precision ${(right / claimed).toFixed(3)}, recall ${(right / planted).toFixed(3)} of ${planted}; claimed on sites without answers: ${wrong}`,
    );
    expect(planted).toBeGreaterThan(20);
    expect(wrong).toBe(0);
    expect(right / claimed).toBeGreaterThan(0.95);
    expect(right / planted).toBeGreaterThan(0.95);
  });

  it("are told apart by what a reader knows: data, hidden parts, Markdown", async () => {
    const data = `<script type="application/ld+json">{"@type":"Product","offers":{"@type":"Offer","price":"49.00","priceCurrency":"EUR"}}</script>`;
    const pages = { "/": page("Lamp", `${data}<h1>Lamp</h1><p style="display:none">hi@lamp.example</p>`) };
    const markdown = { "/": "# Lamp\n\n[Prices](/prices)", "/prices": "# Prices\n\nThe lamp is 49 €." };
    const [tree, html, md] = await Promise.all(READINGS.map((reading) => send(pages, reading, { markdown })));
    expect(tree!["price"]!.state).toBe("does_not_apply");
    expect(html!["price"]).toMatchObject({ state: "passes", path: ["/"], quote: "price: 49.00" });
    expect(md!["price"]).toMatchObject({
      state: "passes",
      path: ["/", "/prices"],
      quote: expect.stringContaining("49 €"),
    });
    expect([tree!["contact"]!.state, html!["contact"]!.state, md!["contact"]!.state]).toEqual([
      "fails",
      "passes",
      "fails",
    ]);
  });

  it("do not apply where nothing is sold, unless the owner wants them", async () => {
    const pages = {
      "/": page("Club", `<a href="/us">About us</a><p>We meet on Mondays.</p>`),
      "/us": page("Us", "<p>We are 12.</p>"),
    };
    const states = async (wanted: Parameters<typeof runErrands>[1] = []) =>
      Object.values(await send(pages, "tree", { wanted })).map(({ state }) => state);
    expect(await states()).toEqual(["does_not_apply", "fails", "does_not_apply"]);
    expect(await states(["returns"])).toEqual(["does_not_apply", "fails", "fails"]);
  });

  describe("in several forms of the pages", () => {
    const sendAll = async (forms: Partial<Record<Reading, Readonly<Record<string, string | null>>>>) => {
      const readings = READINGS.filter((reading) => forms[reading] !== undefined);
      const readerOf = (reading: Reading) => async (path: string) => {
        const body = forms[reading]![path];
        return typeof body === "string" ? agentViews(body).html : body === null ? null : ("missing" as const);
      };
      const found = await sendThroughAll({ origin: ORIGIN, readings, readerOf });
      return found.map(({ errands }) => errands.find(({ errand }) => errand === "price")!);
    };
    const club = { "/": page("Club", "<p>We meet on Mondays.</p>") };
    const priced = { "/": page("Club", "<p>A year is 20 €.</p>") };

    it("apply in all if they apply in one", async () => {
      expect((await sendAll({ tree: club, html: priced })).map(({ state }) => state)).toEqual(["fails", "passes"]);
      expect((await sendAll({ tree: club, html: club })).map(({ state }) => state)).toEqual([
        "does_not_apply",
        "does_not_apply",
      ]);
    });

    it("apply in all if one form names a page that cannot be read, and say which", async () => {
      const named = { "/": page("Club", `<a href="/fees">Fees</a>`), "/fees": null };
      expect(await sendAll({ tree: club, html: named })).toEqual([
        { errand: "price", state: "fails", path: ["/"], quote: "", unread: null },
        { errand: "price", state: "unknown", path: ["/", "/fees"], quote: "", unread: "/fees" },
      ]);
    });

    it("are unknown, not out of place, if the home page cannot be read", async () => {
      const results = await sendAll({ tree: { "/": null }, html: { "/": null } });
      expect(results.map(({ state, unread }) => [state, unread])).toEqual([
        ["unknown", "/"],
        ["unknown", "/"],
      ]);
      const half = await sendAll({ tree: club, markdown: { "/": null } });
      expect(half.map(({ state }) => state)).toEqual(["does_not_apply", "unknown"]);
    });
  });

  it.each([
    "1.1.1.1 €",
    "€ 1.1.1.1",
    "1234567890123 €",
    "€1234567890123",
    "$12.34.56",
    "3 € million",
    "192.168.0.1 EUR",
  ])("take no price from %s", async (text) => {
    const pages = { "/": page("Shop", `<a href="/cart">Cart</a><p>${text}</p>`) };
    expect((await send(pages, "tree"))["price"]!.state).toBe("fails");
  });

  it.each(["49 €", "€49.", "1.299,00 €", "$1,299.95", "CHF 1'200", "from 12,50 zł", "₹1,29,900", "12 500 kr"])(
    "take the price from %s",
    async (text) => {
      const pages = { "/": page("Shop", `<a href="/cart">Cart</a><p>${text}</p>`) };
      expect((await send(pages, "tree"))["price"]!.state).toBe("passes");
    },
  );

  it("take no version or number of an article in structured data for a price", async () => {
    const data = (price: string) => ({
      "/": page("x", `<script type="application/ld+json">{"@type":"Offer","price":"${price}"}</script>`),
    });
    const states = [];
    for (const price of ["1.1.1.1", "1234567890123", "49.00", "49 EUR", "0"])
      states.push((await send(data(price), "html"))["price"]!.state);
    expect(states).toEqual(["fails", "fails", "passes", "passes", "passes"]);
  });

  it("stay on the site, read few pages, and end on hostile ones", async () => {
    const asked: string[] = [];
    const links = Array.from({ length: 5_000 }, (_, i) => `<a href="/contact/${i}">contact ${i}</a>`).join("");
    const away = `<a href="https://elsewhere.example/contact">contact</a><a href="javascript:alert(1)">contact</a>`;
    const read = async (path: string) => {
      asked.push(path);
      return agentViews(page("x", away + links)).tree;
    };
    const results = await runErrands({ origin: ORIGIN, reading: "tree", read });
    expect(results.find(({ result }) => result.errand === "contact")!.result.state).toBe("fails");
    expect(asked.length).toBeLessThanOrEqual(18);
    expect(asked.every((path) => path.startsWith("/"))).toBe(true);
    const started = Date.now();
    const hostile = [
      "<a ".repeat(200_000),
      "<div>".repeat(200_000),
      "€".repeat(400_000),
      "1 ".repeat(200_000),
      "[".repeat(400_000),
    ];
    for (const text of hostile) {
      const views = agentViews(text);
      await runErrands({ origin: ORIGIN, reading: "html", read: async () => views.html });
      await runErrands({ origin: ORIGIN, reading: "markdown", read: async () => markdownView(text) });
    }
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  it("are lost only if they passed before and fail now", () => {
    const of = (state: ErrandResult["state"]): ErrandResult[] => [{ errand: "price", state, path: [], quote: "" }];
    expect(lostErrands(of("passes"), of("fails"))).toEqual(["price"]);
    for (const [before, after] of [
      ["fails", "fails"],
      ["passes", "unknown"],
      ["passes", "does_not_apply"],
      ["fails", "passes"],
    ] as const)
      expect(lostErrands(of(before), of(after))).toEqual([]);
  });
});

describe("a redirect on an agent's way", () => {
  const at = { path: "/pricing", origin: "https://a.example" };
  it.each([
    [301, "/pricing2", "/pricing2"],
    [308, "https://a.example/pricing2?a=1#b", "/pricing2?a=1"],
    [302, "pricing/new", "/pricing/new"],
    [301, "https://other.example/x", null],
    [301, "/pricing", null],
    [301, undefined, null],
    [304, "", null],
    [200, "/pricing2", null],
  ])("%i to %s", (status, location, to) => expect(redirectedTo(status, location, at)).toBe(to));
});

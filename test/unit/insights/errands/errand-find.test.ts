import { describe, expect, it } from "vitest";
import { findIn, hasShop, pathWords } from "../../../../src/insights/core/errand-find.ts";
import { leadsTo, namesShop, type Errand } from "../../../../src/insights/core/errand-words.ts";
import type { AgentView } from "../../../../src/lib/text/agent-text.ts";

const view = (change: Partial<AgentView> = {}): AgentView => ({
  title: "",
  text: "",
  links: [],
  hasForm: false,
  data: [],
  ...change,
});
const found = (errand: Errand, change: Partial<AgentView>, address = "/x") =>
  findIn(errand, view(change), address)?.quote ?? null;

describe("the price on a page", () => {
  it.each([
    "€ 5",
    "£5",
    "¥500",
    "EUR 5",
    "USD5",
    "5 €",
    "5€",
    "5 PLN",
    "5 kr",
    "5 zł",
    "5 Kč",
    "1 299 kr",
    "1.299,00 €",
    "₹1,29,900",
    "₹12,29,900.50",
    "€49.",
  ])("is %s", (text) => expect(found("price", { text })).toBe(text.trim()));

  it.each([
    "5",
    "xEUR 5",
    "5 krona",
    "5 EURO",
    "1.1.1.1 €",
    "€1234567890123",
    "€1,2,3",
    "₹1,2,900",
    "€5 m",
    "€5m",
    "€5 bn",
    "€5k",
    "€5 million",
    "$5 Mio",
    "€5 trillion raised",
  ])("is not %s", (text) => expect(found("price", { text })).toBeNull());

  it("is not one of millions because millions follow later, and is the first that is one", () => {
    expect(found("price", { text: "€5 more" })).toBe("€5 more");
    expect(found("price", { text: "€5 of 12345 million" })).toBe("€5 of 12345 million");
    expect(found("price", { text: "We raised $3 million. A lamp is €49" })).toBe("We raised $3 million. A lamp is €49");
    const [before, after] = ["b".repeat(100), "a".repeat(200)];
    expect(found("price", { text: `${before} €49 ${after}` })).toBe(`${"b".repeat(59)} €49 ${"a".repeat(59)}`);
    expect(found("price", { text: ` €49 ${after}` })).toBe(`€49 ${"a".repeat(59)}`);
    expect(found("price", { text: `€${"9".repeat(9)} ${after} ` })!).toHaveLength(70);
  });

  it.each([
    [`{"price":"49.00"}`, "price: 49.00"],
    [`{"lowPrice":49}`, "lowPrice: 49"],
    [`[{"offers":[{"a":{"price":"1.299,00 EUR"}}]}]`, "price: 1.299,00 EUR"],
    [`{"price":"49.0.1"}`, null],
    [`{"price":"on request"}`, null],
    [`{"price":"EUR 49"}`, null],
    [`{"price":null,"lowPrice":9}`, "lowPrice: 9"],
    [`{"prices":"49"}`, null],
    [`{"price":`, null],
    ["5", null],
    ["null", null],
  ])("is in structured data: %s", (block, quote) => {
    expect(found("price", { data: ["{}", block] })).toBe(quote);
  });

  it("is looked for in a thousand nodes of a block", () => {
    const list = (length: number) => JSON.stringify([...Array<number>(length).fill(0), { price: 5 }]);
    expect(found("price", { data: [list(990)] })).toBe("price: 5");
    expect(found("price", { data: [list(1_010)] })).toBeNull();
    expect(found("price", { data: [list(1_010), `{"price":6}`] })).toBe("price: 6");
    expect(found("price", { data: [`{"price":"5${" x".repeat(200)}"}`] })).toHaveLength(160);
  });
});

describe("the contact on a page", () => {
  const link = (href: string) => [
    { href: "/", name: "" },
    { href, name: "" },
  ];
  it.each([
    ["mailto:hi@a.example", "mailto:hi@a.example"],
    ["MAILTO:hi@a.example", "MAILTO:hi@a.example"],
    ["tel:0301234", "tel:0301234"],
    ["tel:+49301234", "tel:+49301234"],
    ["mailto:", null],
    ["mailto:@a.example", null],
    ["mailto:a b@a.example", null],
    ["tel:", null],
    ["tel:x", null],
    ["https://a.example/?to=mailto:hi@a.example", null],
    [`tel:1${"2".repeat(200)}`, `tel:1${"2".repeat(155)}`],
  ])("is the link %s", (href, quote) => expect(found("contact", { links: link(href) })).toBe(quote));

  it.each([
    "hi@a.example",
    "first.last+x@my-shop.co.uk",
    "Tel. +49 30 1234567",
    "Phone: (030) 123-4567",
    "call 030/123.4567",
    "Téléphone 01 23 45 67 89",
    "telephone 0301234567",
    "teléfono 912 345 678",
    "Fon 0301234567",
    "TEL:0301234567",
    "Tel 030 1234",
  ])("is written: %s", (text) => expect(found("contact", { text })).toBe(text));

  it.each([
    "hi@a",
    "@a.example",
    "hi@.example",
    "Tel. 12 34",
    "hotel 0301234567",
    "Tel for you 0301234567",
    "0301234567",
    "Telegram 0301234567",
  ])("is not: %s", (text) => expect(found("contact", { text })).toBeNull());

  it("is quoted with what is around it", () => {
    const around = `${"b".repeat(100)} hi@a.example ${"a".repeat(100)}`;
    expect(found("contact", { text: around })).toBe(`${"b".repeat(59)} hi@a.example ${"a".repeat(59)}`);
  });

  it.each([
    [{ hasForm: true, title: "Contact us" }, "/x", "a form for messages"],
    [{ hasForm: true }, "/en/contact-us.html", "a form for messages"],
    [{ hasForm: true, title: "About us" }, "/about", null],
    [{ title: "Contact us" }, "/contact", null],
    [{ data: [`{"telephone":"+49 30"}`] }, "/", "telephone: +49 30"],
    [{ data: [`{"telephone":"1234","email":"a@b.c"}`] }, "/", "email: a@b.c"],
    [{ data: [`{"telephone":["12345","67890"]}`] }, "/", null],
  ] as const)("may be a form or data: %j at %s", (change, address, quote) => {
    expect(found("contact", change as Partial<AgentView>, address)).toBe(quote);
  });
});

describe("returns on a page", () => {
  const about = { title: "Returns" };
  const shop = { links: [{ href: "/", name: "Cart" }] };
  const days = [
    "30 days",
    "14-day",
    "2 weeks",
    "30 calendar days",
    "10 business days",
    "5 working days",
    "30 Tage",
    "30 Tagen",
    "2 Wochen",
    "14 jours",
    "2 semaines",
    "30 días",
    "30 dias",
    "2 semanas",
    "14 giorni",
    "14 dagen",
    "2 weken",
    "14 dni",
    "7日",
    "7 天",
    "7  days",
  ];

  it.each(days)("has a period of %s", (period) => {
    const text = `You can return it within ${period} for free`;
    expect(found("returns", { ...about, text })).toBe(text);
    expect(found("returns", { ...shop, text: `Refund within ${period}` })).toBe(`Refund within ${period}`);
  });

  it.each(["30 daylight returns", "1 taget return", "return in days", "30 hours to return", "7   days to return"])(
    "has none: %s",
    (text) => expect(found("returns", { ...about, text })).toBeNull(),
  );

  it.each([
    ["a page on it, in any words of it", about, "Exchange it in 14 days", true],
    ["a page on it, of something else", about, "Delivery in 14 days", false],
    ["a page on it, in another sentence", about, "Return it. Delivery in 14 days. Refunds!", false],
    ["a page on it, in a sentence with a point in a word", about, "See a.b and return it in 14 days", true],
    ["a page on it, in Chinese", about, "退货 14 天", true],
    ["a page on it, far before", about, `Return ${"x ".repeat(60)}14 days`, false],
    ["a page on it, near before", about, `Return ${"x ".repeat(55)}14 days`, true],
    ["a page on it, far behind", about, `14 days ${"x ".repeat(62)}return`, false],
    ["a page on it, near behind", about, `14 days ${"x ".repeat(55)}return`, true],
    ["a shop, in words that say it", shop, "Money back in 14 days", true],
    ["a shop, in words that may mean other things", shop, "Exchange it in 14 days", false],
    ["a shop, for the second time", shop, "Delivery in 3 days. A refund in 14 days", true],
    ["no shop", {}, "Refund in 14 days", false],
  ])("are said on %s", (_, change, text, expected) =>
    expect(found("returns", { ...change, text })).toBe(
      expected ? text.slice(Math.max(0, text.search(/\d/) - 60), text.search(/\d/) + 67).trim() : null,
    ),
  );

  it.each([
    [`{"merchantReturnDays":30}`, "merchantReturnDays: 30"],
    [`{"hasMerchantReturnPolicy":{"@id":"#r"}}`, `hasMerchantReturnPolicy: {"@id":"#r"}`],
    [`{"merchantReturnDays":null}`, null],
    [`{"merchantReturnDays":""}`, null],
    [`{"merchantReturnDays":"","hasMerchantReturnPolicy":"x"}`, "hasMerchantReturnPolicy: x"],
  ])("may be data: %s", (block, quote) => expect(found("returns", { data: [block] })).toBe(quote));

  it("is about returns by its address, too", () => {
    expect(found("returns", { text: "Exchange it in 14 days" }, "/shop/returns_policy")).toBe("Exchange it in 14 days");
  });
});

describe("a shop", () => {
  it.each([
    [view(), false],
    [
      view({
        links: [
          { href: "/a", name: "About" },
          { href: "/b", name: "Cart" },
        ],
      }),
      true,
    ],
    [view({ links: [{ href: "https://x.example/my-basket/", name: "" }] }), true],
    [view({ links: [{ href: "/a", name: "Blog" }] }), false],
    [view({ data: ["{}", `{"@type":"Product"}`] }), true],
    [view({ data: [`{"@type" : [ "Offer"]}`] }), true],
    [view({ data: [`{"@type":["OnlineStore","Thing"]}`] }), true],
    [view({ data: [`{"@type":"Person"}`, `{"name":"Product"}`] }), false],
  ])("is told by links and data: %# %s", (given, expected) => expect(hasShop(given)).toBe(expected));

  it.each([
    ["/en/contact-us_now.html?a=cart", " en contact us now html"],
    ["https://x.example/a//b", " a b"],
    ["http://[", ""],
  ])("has words in the path %s", (href, words) => expect(pathWords(href)).toBe(words));
});

describe("words of links", () => {
  it.each([
    ["price", "Prices & plans", 2],
    ["price", "PRECIOS", 2],
    ["price", "preco", 2],
    ["price", "料金表", 2],
    ["price", "価格", 2],
    ["price", "Shop", 1],
    ["price", "Unsere Produkte", 1],
    ["price", "Shop prices", 2],
    ["price", "Blog", 0],
    ["price", "priceless", 0],
    ["contact", "Contact", 2],
    ["contact", "Impressum", 2],
    ["contact", "联系我们", 2],
    ["contact", "联系", 2],
    ["contact", "About us", 1],
    ["contact", "Über uns", 1],
    ["contact", "Prices", 0],
    ["returns", "Rückgabe", 2],
    ["returns", "Retours & remboursements", 2],
    ["returns", "返品について", 2],
    ["returns", "FAQ", 1],
    ["returns", "AGB", 1],
    ["returns", "Cart", 0],
    ["returns", "", 0],
    ["price", `${"x ".repeat(149)}prices`, 0],
    ["price", `${"x ".repeat(147)}prices`, 2],
  ] as const)("lead to %s by %s: %i", (errand, text, score) => expect(leadsTo(errand, text)).toBe(score));

  it.each([
    ["Cart", true],
    ["Zum Warenkorb", true],
    ["カートを見る", true],
    ["购物车", true],
    ["Shop", false],
    ["", false],
  ])("name a shop: %s, %s", (text, expected) => expect(namesShop(text)).toBe(expected));
});

import { parse, type DefaultTreeAdapterMap } from "parse5";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prose } from "./pattern.ts";
import { startPool, type Outcome } from "./pool";
import { startPatternSite, type PatternSite } from "./site.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** Every element that a parser finds, in templates as well. */
function elementsOf(node: Node): Element[] {
  const children = "childNodes" in node ? node.childNodes : [];
  const content = "content" in node ? [node.content] : [];
  const below = [...children, ...content].flatMap(elementsOf);
  return "tagName" in node ? [node, ...below] : below;
}

/** In a page's text it is text; a parser that takes it for markup gives birth to an element. */
const BIRTH = "<!--><i born></i><SCRIPT>born()</SCRIPT>-->";
const closed = (tag: string) => `</${tag.toUpperCase()}\n>${BIRTH}</${tag}>${BIRTH}--!>${BIRTH}]]>${BIRTH}`;
const CARRIERS = "style script xmp noscript iframe noembed noframes plaintext textarea title template pre".split(" ");

const inScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Puts a text wherever scripts can put one, in every namespace. */
const PUT = `
const texts = ${inScript(Object.fromEntries(CARRIERS.map((tag) => [tag, closed(tag)])))};
const spaces = ["http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML", null];
const attempt = (work) => { try { work(); } catch {} };
const make = (space, name, text, under) => attempt(() => {
  const element = document.createElementNS(space, name);
  if (name.toLowerCase() === "script") element.setAttribute("type", "application/ld+json");
  element.setAttribute("title", text);
  element.append(text, document.createElementNS(spaces[0], "b"));
  element.lastChild.title = text;
  under.append(element);
});
const fill = (under) => {
  for (const space of spaces) for (const name in texts) for (const spelled of [name, name.toUpperCase()]) make(space, spelled, texts[name], under);
  for (const name of ["_odd", ":odd", "é", "a<i", "x:STYLE"]) for (const space of [spaces[0], null]) make(space, name, texts.style, under);
};
const foreign = spaces.slice(1, 3).flatMap((space) => ["p", "title", "desc", "annotation-xml", "mtext"].map((name) => {
  const outer = document.createElementNS(space, space === spaces[1] ? "svg" : "math"), inner = document.createElementNS(space, name);
  outer.append(inner);
  stage.append(outer);
  return inner;
}));
for (const under of foreign) fill(under);
const shadow = stage.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
fill(shadow);
fill(stage.appendChild(document.createElement("template")).content);
for (const text of Object.values(texts)) for (const each of ["", ">", "->", "-", "<!-", "--!"]) {
  attempt(() => stage.append(document.createComment(each + text)));
  attempt(() => stage.append(document.createProcessingInstruction("x", text.replaceAll("?>", ""))));
}
const sheet = document.head.appendChild(document.createElement("style")).sheet;
const adopted = new CSSStyleSheet(), inShadow = new CSSStyleSheet();
for (const each of [sheet, adopted, inShadow]) each.insertRule('a::after { content: ' + ${inScript(`"</STYLE>${BIRTH}"`)} + " }");
document.adoptedStyleSheets = [adopted];
shadow.adoptedStyleSheets = [inShadow];
field.value = area.value = texts.textarea;
fill(stage);
stage.setAttribute("data-text", texts.style);
attempt(() => stage.setAttributeNS(null, "ONCLICK", "born()"));`;

const page = (script: string, markup = "", head = "") =>
  `<!doctype html><html lang="en"><head><title>Whole title</title><meta name="description" content="What it is"><link rel="canonical" href="/canonical">${head}</head><body><h1>Whole</h1><p>${prose("hp")}</p>${markup}<script>${script}</script></body></html>`;

/** Names of elements that hide what belongs to forms and to the document. */
const NAMED = `
const names = new Set(["probe", "scroll", "module", "exports"]);
for (const owner of [window, Document, HTMLFormElement, HTMLElement, Element, Node, EventTarget, Object, HTMLCollection].map((each) => each.prototype ?? each))
  for (const name of Object.getOwnPropertyNames(owner)) if (/^[a-z]\\w*$/i.test(name)) names.add(name);
const list = [...names];
const many = (make) => list.map(make).join("");
const late = () => {
  const p = document.createElementNS("http://www.w3.org/1999/xhtml", "p");
  p.textContent = "late text";
  return p;
};
const shown = late(), spot = document.querySelector("main"), json = document.querySelector("#names");
json.textContent = JSON.stringify(list);
spot.innerHTML = '<form onclick="born()" class="all"><p>inside the form</p>' + many((name) => '<input name="' + name + '" value="' + name + '">') + "</form>"
  + '<form class="ids">' + many((name) => '<img id="' + name + '" alt=""><button id="' + name + '"></button>') + "</form>"
  + many((name) => '<img name="' + name + '" alt=""><form name="' + name + '"></form><object id="' + name + '"></object>');
setTimeout(() => spot.append(shown), 600);`;

/** Replaces whatever pages can replace, and leaves nothing that works. */
const REPLACED = `
const later = setTimeout, append = Node.prototype.appendChild, call = Reflect.apply, main = document.querySelector("main");
const p = document.createElement("p");
p.textContent = "late text";
const own = Reflect.ownKeys, define = Reflect.defineProperty, describe = Reflect.getOwnPropertyDescriptor, chain = Reflect.getPrototypeOf;
const kept = new Set(["setTimeout", "window", "self", "globalThis", "Reflect"]);
const broken = function () { throw new TypeError("replaced"); };
const ruin = (object) => {
  for (const key of own(object)) {
    const property = describe(object, key);
    if (!property.configurable) { if (property.writable && typeof property.value === "function") attempt(() => { object[key] = broken; }); continue; }
    attempt(() => define(object, key, "value" in property ? { ...property, value: typeof property.value === "function" ? broken : property.value } : { configurable: true, get: broken, set: broken }));
  }
};
const attempt = (work) => { try { work(); } catch {} };
const iterators = [[][Symbol.iterator](), new Map().entries(), new Set().values(), ""[Symbol.iterator](), "".matchAll(/x/g)].map(chain);
const targets = [];
for (const name of own(window)) {
  if (kept.has(name)) continue;
  const value = attempt(() => window[name]) ?? describe(window, name).value;
  if (typeof value === "function") targets.push(name === "Object" || name === "Function" ? null : value.prototype, name === "Reflect" ? null : value);
}
targets.push(JSON, Math, Atomics, Intl, ...iterators);
later(() => call(append, main, [p]), 600);
for (const target of targets) if (target && (typeof target === "object" || typeof target === "function")) ruin(target);
for (const name of ["call", "apply", "bind", "toString"]) define(Function.prototype, name, { value: broken });
for (const name of ["toString", "valueOf", "hasOwnProperty", "toJSON", "then", "get", "set", "timeout", "mode", "0", "subtree"])
  attempt(() => define(Object.prototype, name, { configurable: true, value: broken, writable: true }));
for (const name of own(window)) if (!kept.has(name) && typeof describe(window, name)?.value === "function") attempt(() => { window[name] = broken; });
window.performance = window.document = window.innerHeight = null;`;

/** Long, so that a page which never comes to rest fails, and one on a busy machine does not. */
const DEADLINE_MS = 60_000;
/** Axe skips a page that it can't check within two seconds. A busy machine needs more than one attempt. */
const AXE_TRIES = 4;

describe("pages that stand in the way of what reads them", () => {
  let site: PatternSite;
  let pool: Awaited<ReturnType<typeof startPool>>;
  beforeAll(async () => {
    [site, pool] = await Promise.all([startPatternSite("127.0.0.1"), startPool(3, DEADLINE_MS)]);
  });
  afterAll(() => Promise.all([site?.close(), pool?.close()]));

  async function snapshotOf(name: string, body: string, axe = false): Promise<Outcome & { html: string }> {
    site.routes.set(`/${name}`, { body });
    const outcome = await pool.render(`${site.origin}/${name}`, name, undefined, axe);
    expect({ reason: outcome.reason, ready: outcome.raw?.ready, errors: outcome.raw?.errors }, name).toMatchObject({
      reason: "",
      ready: "quiet",
    });
    expect(outcome.raw, name).toMatchObject({ title: "Whole title", heading: "Whole", description: "What it is" });
    expect(outcome.raw!.canonical).toBe(`${site.origin}/canonical`);
    return { ...outcome, html: outcome.page!.html };
  }

  it("no text of a page becomes markup when its snapshot is parsed, whatever holds it", async () => {
    const { html } = await snapshotOf(
      "text",
      page(PUT, `<div id="stage"></div><input id="field"><textarea id="area"></textarea>`),
    );
    for (const scriptingEnabled of [true, false]) {
      const elements = elementsOf(parse(html, { scriptingEnabled }));
      const attributes = elements.flatMap(({ attrs }) => attrs.map(({ name }) => name));
      expect(attributes.filter((name) => name === "born" || name.startsWith("on"))).toEqual([]);
      const scripts = elements.filter(({ tagName }) => tagName.toLowerCase() === "script");
      expect(scripts.filter(({ attrs }) => !attrs.some(({ value }) => value === "application/ld+json"))).toEqual([]);
      expect(elements.filter(({ tagName }) => tagName === "h1")).toHaveLength(1);
    }
    expect(html.split('title="&lt;/').length).toBeGreaterThan(500);
    expect(html.match(/content: "\\3c \/STYLE>/g)).toHaveLength(3);
  });

  it("elements named like what a form or a document has hide nothing", async () => {
    const body = page(NAMED, `<main></main><script type="application/ld+json" id="names"></script>`);
    const { html, raw } = await snapshotOf("names", body);
    const names = JSON.parse(/id="names">(.*?)<\/script>/.exec(html)![1]!) as string[];
    expect(names.length).toBeGreaterThan(400);
    const many = (make: (name: string) => string) => names.map(make).join("");
    expect(html.slice(html.indexOf("<main>"), html.indexOf("</main>"))).toBe(
      `<main><form class="all"><p>inside the form</p>${many((name) => `<input name="${name}" value="${name}">`)}</form>` +
        `<form class="ids">${many((name) => `<img id="${name}" alt=""><button id="${name}"></button>`)}</form>` +
        `${many((name) => `<img name="${name}" alt=""><form name="${name}"></form><object id="${name}"></object>`)}<p>late text</p>`,
    );
    expect(raw!.text).toContain("inside the form");
  });

  it("axe checks a page whose elements are named like what a form or a document has", async () => {
    // It has to end within its two seconds.
    const few = NAMED.replace(
      /spot.innerHTML =[^]*?;/,
      `spot.innerHTML = "<form>" + many((name) => '<input name="' + name + '">') + '<button class="last"></button></form>' + many((name) => '<img name="' + name + '" alt="">');`,
    ).replace("[window, ", "[");
    const body = page(few, `<main></main><script type="application/ld+json" id="names"></script>`);
    let { raw } = await snapshotOf("axe", body, true);
    for (let tries = 1; raw!.axe!.skipped !== null && tries < AXE_TRIES; tries++)
      ({ raw } = await snapshotOf("axe", body, true));
    const { skipped, violations } = raw!.axe!;
    expect(skipped).toBeNull();
    const found = (id: string) => violations.find(({ rule }) => rule === id);
    expect(found("button-name")).toMatchObject({ elements: 1, examples: [{ html: '<button class="last"></button>' }] });
    const count = (JSON.parse(/id="names">(.*?)<\/script>/.exec(raw!.html)![1]!) as string[]).length;
    expect(count).toBeGreaterThan(300);
    expect(found("label")).toMatchObject({ elements: count });
  });

  it("prototypes and globals that a page has replaced change nothing", async () => {
    const { html, raw } = await snapshotOf("replaced", page(REPLACED, "<main></main>"));
    expect(html).toContain("<main><p>late text</p></main>");
    expect(raw!.text).toContain("late text");
  });
});

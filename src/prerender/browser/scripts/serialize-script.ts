import type { PageOptions } from "../../core/render-rules";
import { NATIVES } from "./natives";
import { VITALS } from "./vitals-script";
import { WRITE_HTML } from "./write-html";

/** Largest snapshot, in characters. */
const MAX_HTML = 5 * 1024 * 1024;
const MAX_TEXT = 400_000;
/** Most rules of style sheets without text, in characters. */
const MAX_RULES = 1024 * 1024;

/** Elements that the usual consent tools show over a page. */
const CONSENT = [
  "#onetrust-consent-sdk",
  "#CybotCookiebotDialog",
  "#CybotCookiebotDialogBodyUnderlay",
  "#usercentrics-root",
  "#usercentrics-cmp-ui",
  "#didomi-host",
  "#cookie-law-info-bar",
  "#truste-consent-track",
  "#iubenda-cs-banner",
  "#cmplz-cookiebanner-container",
  "#hs-eu-cookie-confirmation",
  "#axeptio_overlay",
  "#tarteaucitronRoot",
  "#termly-code-snippet-support",
  ".qc-cmp2-container",
  ".osano-cm-window",
  ".cky-consent-container",
  ".fc-consent-root",
  ".cc-window.cc-banner",
];

/**
 * Reads the document and elements of any kind. Elements other than forms are read directly, because nothing hides their
 * properties.
 */
const READERS = `
  const all = method(Element, "querySelectorAll"), one = method(Element, "querySelector"), remove = method(Element, "remove");
  const bodyOf = getter(Document, "body"), innerText = getter(HTMLElement, "innerText");
  const textOf = (element) => { try { return innerText(element); } catch { return ""; } };
  const root = getter(Document, "documentElement")(document), body = bodyOf(document), head = getter(Document, "head")(document);`;

/** Frames of the same site become their text, because a crawler does not run what filled them. */
const FRAMES = `
  const create = method(Document, "createElement"), importNode = method(Document, "importNode");
  for (const frame of [...all(root, "iframe")].slice(0, 50)) {
    let inside = null;
    try { inside = frame.contentDocument && bodyOf(frame.contentDocument); } catch {}
    if (!inside || textOf(inside).trim() === "" || !(frame.offsetWidth > 1 && frame.offsetHeight > 1)) continue;
    for (const element of all(inside, "script, style, noscript, link, template, iframe")) remove(element);
    // Copies keep what was typed, but not what was selected.
    const options = [...all(inside, "option")].map((option) => [option, option.selected]);
    for (const [option, isSelected] of options) option.toggleAttribute("selected", isSelected);
    for (const link of all(inside, "a[href], area[href]")) if (typeof link.href === "string") link.setAttribute("href", link.href);
    const box = create(document, "div");
    box.append(...[...inside.childNodes].map((node) => importNode(document, node, true)));
    frame.replaceWith(box);
  }`;

/** Rules that scripts have inserted are not part of a style element's text. Without them, hidden text would show. */
const STYLES = `
  let rulesLeft = ${MAX_RULES};
  /** Without scripts no element is defined, and what pages hide until theirs are would stay hidden. */
  const defined = (text) => text.replaceAll(":not(:defined)", ":not(*)").replaceAll(":defined", ":is(*)");
  const rulesOf = (sheet) => { try { return defined([...sheet.cssRules].map((rule) => rule.cssText).join("\\n")); } catch { return ""; } };
  const countOf = (text) => { try { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet.cssRules.length; } catch { return -1; } };
  const take = (text) => { rulesLeft -= text.length; return rulesLeft < 0 ? "" : text; };
  const cssOf = (style) => {
    const text = contentOf(style), count = style.sheet?.cssRules.length ?? 0;
    return count > 0 && countOf(text) !== count ? take(rulesOf(style.sheet)) : defined(text);
  };
  const adoptedOf = getter(Document, "adoptedStyleSheets");
  const writeAdopted = (sheets) => {
    const texts = [...sheets].map((sheet) => sheet.disabled ? "" : take(rulesOf(sheet))).filter((text) => text !== "");
    return texts.length === 0 ? "" : "<style>" + safeCss(texts.join("\\n")) + "</style>";
  };`;

/** What a visitor sees in a form is state, not markup. So is a popover that is open: without scripts it would be hidden. */
const STATES = `
  const flag = (element, name, isSet) => ({ __proto__: null, [name]: isSet ? (attributeOf(element, name) ?? "") : null });
  const fits = method(Element, "matches");
  const opened = (element) => ({ __proto__: null, popover: null, style: (attributeOf(element, "style") ?? "") + ";display:" + getComputedStyle(element).display });
  const statesOf = (element, name) => {
    if (attributeOf(element, "popover") !== null && fits(element, ":popover-open")) return opened(element);
    if (name === "input" && (element.type === "checkbox" || element.type === "radio")) return flag(element, "checked", element.checked);
    if (name === "input" && element.type !== "password" && element.type !== "file" && (element.value || attributeOf(element, "value"))) return { __proto__: null, value: element.value };
    if (name === "option") return flag(element, "selected", element.selected);
    return (name === "style" || name === "link") && element.sheet?.disabled ? { __proto__: null, media: "not all" } : null;
  };`;

/** Drops scripts, and elements meant for browsers that run them or for the renderer. */
const DROPS = `
  const drops = (element, name) => {
    const lower = (attribute) => (attributeOf(element, attribute) ?? "").toLowerCase();
    if (name === "script") return lower("type") !== "application/ld+json";
    if (name === "meta") return (attributeOf(element, "name") ?? "").startsWith("prerender-");
    if (name !== "link") return name === "noscript";
    const kinds = lower("rel").split(/\\s+/);
    return kinds.includes("import") || kinds.includes("modulepreload") || (kinds.includes("preload") && lower("as") === "script");
  };`;

/**
 * Serialises the page as crawlers should get it: without scripts, event handlers and prerender metas, but with JSON-LD,
 * with shadow trees inlined, and with the styles and form values that scripts have set. It removes what covers the page
 * and replaces frames, because the page is not used afterwards. It runs in an isolated world, where the page's scripts
 * can't have replaced anything. `url` is the requested URL: a page that has navigated itself gets a base element, so
 * that its relative URLs stay valid.
 */
export function serializeScript(url: string, { remove = [], keepConsent = false }: PageOptions): string {
  const unwanted = [...(keepConsent ? [] : CONSENT), ...remove];
  return `(() => {${NATIVES}${WRITE_HTML}${READERS}${VITALS}
  for (const selector of ${JSON.stringify(unwanted)})
    try { for (const element of all(root, selector)) if (element !== body) remove(element); } catch {}
  const trees = [root];
  for (const tree of trees)
    for (const element of tree === root ? [root, ...all(root, "*")] : tree.querySelectorAll("*")) if (shadowOf(element)) trees.push(shadowOf(element));
  const text = [body ? textOf(body) : "", ...trees.slice(1).map((tree) => [...tree.children].map(textOf).join("\\n"))].join("\\n");
  const metas = [...all(root, "head meta[name^='prerender-']")].slice(0, 20)
    .map((meta) => [meta.getAttribute("name").slice(0, 100), (meta.getAttribute("content") || "").slice(0, 4000)]);
  const refresh = (one(root, "meta[http-equiv=refresh i]")?.content ?? "").slice(0, 4000);
  const heading = (one(root, "h1")?.innerText ?? "").slice(0, 300);
  const title = getter(Document, "title")(document).slice(0, 300);
  const description = (one(root, "meta[name='description' i]")?.content ?? "").slice(0, 300);
  const canonical = ((head && one(head, "link[rel~='canonical' i][href]")?.href) ?? "").slice(0, 2000);${FRAMES}${STYLES}${STATES}${DROPS}
  const folder = (href) => href.split(/[?#]/)[0].replace(/[^/]*$/, "");
  const moved = !one(root, "base") && folder(location.href) !== folder(${JSON.stringify(url)});
  const html = writeHtml(root, {
    drops, states: statesOf, css: cssOf,
    start: (element) => moved && element === head ? '<base href="' + quoted(location.href) + '">' : "",
    end: (tree) => tree instanceof ShadowRoot ? writeAdopted(tree.adoptedStyleSheets) : tree === (head ?? root) ? writeAdopted(adoptedOf(document)) : "",
  }, ${MAX_HTML});
  const doctype = getter(Document, "doctype")(document) ? "<!DOCTYPE html>" : "";
  return { html: html === null ? "" : doctype + html, tooLarge: html === null, metas, refresh, text: text.slice(0, ${MAX_TEXT}), heading, title, description, canonical, vitals, url: location.href.slice(0, 4000) };
})()`;
}

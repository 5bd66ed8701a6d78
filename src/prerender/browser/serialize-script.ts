import type { PageOptions } from "../core/render-rules";
import { VITALS } from "./vitals-script";

/** Largest snapshot, in characters. */
const MAX_HTML = 5 * 1024 * 1024;
const MAX_TEXT = 400_000;
/** Rules of style sheets without text, in characters. */
const MAX_RULES = 1024 * 1024;

/** What the usual consent tools put over a page. */
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

/** Frames of the same site become their text, because a crawler does not run what filled them. */
const FRAMES = `
  for (const frame of [...document.querySelectorAll("iframe")].slice(0, 50)) {
    let inside = null;
    try { inside = frame.contentDocument; } catch {}
    if (!inside?.body || inside.body.innerText.trim() === "" || !(frame.offsetWidth > 1 && frame.offsetHeight > 1)) continue;
    for (const element of inside.body.querySelectorAll("script, style, noscript, link, template, iframe")) element.remove();
    for (const element of inside.body.querySelectorAll("[href]")) element.setAttribute("href", element.href?.baseVal ?? element.href);
    const box = document.createElement("div");
    box.append(...[...inside.body.childNodes].map((node) => document.importNode(node, true)));
    frame.replaceWith(box);
  }`;

/** Rules that scripts have inserted are not part of a style element's text. Without them, hidden text would show. */
const STYLES = `
  let rulesLeft = ${MAX_RULES};
  const rulesOf = (sheet) => { try { return [...sheet.cssRules].map((rule) => rule.cssText).join("\\n"); } catch { return ""; } };
  const countOf = (text) => { try { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet.cssRules.length; } catch { return -1; } };
  const take = (text) => { rulesLeft -= text.length; return rulesLeft < 0 ? "" : text.replaceAll("</style", "<\\\\/style"); };
  const writeStyles = (tree) => {
    for (const style of tree.querySelectorAll("style")) {
      const sheet = style.sheet;
      if (!sheet) continue;
      if (sheet.disabled) style.media = "not all";
      else if (sheet.cssRules.length > 0 && countOf(style.textContent) !== sheet.cssRules.length) style.textContent = take(rulesOf(sheet));
    }
    for (const link of tree.querySelectorAll("link[rel~=stylesheet]")) if (link.sheet?.disabled) link.media = "not all";
    const adopted = [...(tree.adoptedStyleSheets ?? [])].map((sheet) => sheet.disabled ? "" : take(rulesOf(sheet))).filter((text) => text !== "");
    if (adopted.length === 0) return;
    const style = document.createElement("style");
    style.textContent = adopted.join("\\n");
    (tree.head ?? tree).append(style);
  };`;

/** What a visitor sees in a form is state, not markup. */
const FORMS = `
  const writeForms = (tree) => {
    for (const field of tree.querySelectorAll("input")) {
      if (field.type === "checkbox" || field.type === "radio") field.toggleAttribute("checked", field.checked);
      else if (field.type !== "password" && field.type !== "file" && field.value !== "") field.setAttribute("value", field.value);
    }
    for (const field of tree.querySelectorAll("textarea")) if (field.value !== field.defaultValue) field.defaultValue = field.value;
    for (const option of tree.querySelectorAll("option")) option.toggleAttribute("selected", option.selected);
  };`;

/**
 * Serialises the page as crawlers should get it: without scripts, event handlers and prerender metas, but with JSON-LD,
 * with shadow trees inlined, and with the styles and form values that scripts have set. It changes the page's own
 * nodes, because the page is not used afterwards. It runs in an isolated world, where the page's scripts can't have
 * replaced anything. `url` is the requested URL: a page that has navigated itself gets a base element, so that its
 * relative URLs stay valid.
 */
export function serializeScript(url: string, { remove = [], keepConsent = false }: PageOptions): string {
  const unwanted = [...(keepConsent ? [] : CONSENT), ...remove];
  return `(() => {
  const root = document.documentElement;${VITALS}
  for (const selector of ${JSON.stringify(unwanted)})
    try { for (const element of document.querySelectorAll(selector)) if (element !== root && element !== document.body) element.remove(); } catch {}
  const trees = [];
  const walk = (tree) => {
    for (const element of tree.querySelectorAll("*")) if (element.shadowRoot) { trees.push(element.shadowRoot); walk(element.shadowRoot); }
  };
  walk(document);
  const textOf = (nodes) => [...nodes].map((node) => node.innerText ?? "").join("\\n");
  const text = [document.body?.innerText ?? "", ...trees.map((tree) => textOf(tree.children))].join("\\n");
  const metas = [...document.querySelectorAll("head meta[name^='prerender-']")].slice(0, 20)
    .map((meta) => [meta.getAttribute("name").slice(0, 100), (meta.getAttribute("content") || "").slice(0, 4000)]);
  const refresh = (document.querySelector("meta[http-equiv=refresh i]")?.content ?? "").slice(0, 4000);
  const heading = (document.querySelector("h1")?.innerText ?? "").slice(0, 300);
  const title = document.title.slice(0, 300);
  const description = (document.querySelector("meta[name='description' i]")?.content ?? "").slice(0, 300);
  const canonical = (document.head?.querySelector("link[rel~='canonical' i][href]")?.href ?? "").slice(0, 2000);${FRAMES}${STYLES}${FORMS}
  const drop = "script:not([type='application/ld+json']), noscript, link[rel~='import'], link[rel~='modulepreload'], link[rel~='preload'][as='script'], meta[name^='prerender-']";
  for (const tree of [document, ...trees]) {
    writeStyles(tree);
    writeForms(tree);
    for (const element of tree.querySelectorAll(drop)) element.remove();
    for (const element of tree.querySelectorAll("*"))
      for (const name of element.getAttributeNames()) if (name.startsWith("on")) element.removeAttribute(name);
  }
  const folder = (href) => href.split(/[?#]/)[0].replace(/[^/]*$/, "");
  if (document.head && !document.querySelector("base") && folder(location.href) !== folder(${JSON.stringify(url)})) {
    const base = document.createElement("base");
    base.href = location.href;
    document.head.prepend(base);
  }
  const inner = root.getHTML ? root.getHTML({ shadowRoots: trees }) : root.innerHTML;
  const html = (document.doctype ? "<!DOCTYPE html>" : "") + root.cloneNode(false).outerHTML.replace("</html>", "") + inner + "</html>";
  return { html: html.length > ${MAX_HTML} ? "" : html, tooLarge: html.length > ${MAX_HTML}, metas, refresh, text: text.slice(0, ${MAX_TEXT}), heading, title, description, canonical, vitals, url: location.href.slice(0, 4000) };
})()`;
}

import { BLANK_CHARS } from "../core/readiness";

/** The page calls this binding when its ready flag is set. */
export const READY_BINDING = "__crawlreadyReady";

/** Largest snapshot, in characters. */
const MAX_HTML = 5 * 1024 * 1024;
const MAX_TEXT = 400_000;

/**
 * Runs in every page before its own scripts. Notes when the DOM last changed and which short timers are pending, and
 * reports when the page sets its ready flag. The page may tamper with it, so it only decides when to read the page.
 */
export const WATCH_SCRIPT = `(() => {
  window.open = () => null;
  // A page with this listener does not enter the back/forward cache, where its sockets would stay open.
  window.addEventListener("unload", () => {});
  // Speculation rules make the browser itself send requests, outside the page's session.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.nodeName === "SCRIPT" && node.type === "speculationrules") node.remove();
  }).observe(document, { subtree: true, childList: true });
  if (window !== window.top) return;
  const timers = new Set();
  const state = { changedAt: performance.now(), flag: undefined, timers };
  Object.defineProperty(window, "__crawlready", { value: state });
  Object.defineProperty(window, "prerenderReady", {
    configurable: true,
    get: () => state.flag,
    set: (value) => { state.flag = value; if (value) window.${READY_BINDING}?.("ready"); },
  });
  new MutationObserver(() => { state.changedAt = performance.now(); })
    .observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const later = window.setTimeout;
  const forget = window.clearTimeout;
  let depth = 0;
  window.setTimeout = function setTimeout(work, ms, ...args) {
    // A timer three levels deep is a clock, not a page that is still loading.
    if (typeof work !== "function" || !((ms ?? 0) <= 2000) || depth >= 3) return later.call(window, work, ms, ...args);
    const own = depth + 1;
    const id = later.call(window, function () {
      timers.delete(id);
      const before = depth;
      depth = own;
      try { return work.apply(window, args); } finally { depth = before; }
    }, ms);
    timers.add(id);
    return id;
  };
  window.clearTimeout = function clearTimeout(id) { timers.delete(id); return forget.call(window, id); };
})()`;

/** Returns a PageProbe once the page's main thread is idle. */
export const PROBE_SCRIPT = `new Promise((resolve) => {
  const state = window.__crawlready;
  const probe = () => {
    const text = document.body?.innerText.trim().length ?? 0;
    const blank = text < ${BLANK_CHARS} && ![...document.querySelectorAll("*")].some((element) => element.shadowRoot);
    resolve({
      flag: state?.flag === undefined ? undefined : Boolean(state.flag),
      parsed: document.readyState !== "loading",
      domStillMs: state ? performance.now() - state.changedAt : 0,
      timers: state?.timers.size ?? 0,
      chars: blank ? text : ${BLANK_CHARS},
    });
  };
  requestIdleCallback(probe, { timeout: 250 });
})`;

/**
 * Serialises the page as crawlers should get it: without scripts, event handlers and prerender metas, but with JSON-LD
 * and with shadow trees inlined. It changes the page's own nodes, because the page is not used afterwards. It runs in
 * an isolated world, where the page's scripts can't have replaced anything. `url` is the requested URL: a page that has
 * navigated itself gets a base element, so that its relative URLs stay valid.
 */
export function serializeScript(url: string): string {
  return `(() => {
  const root = document.documentElement;
  const trees = [];
  const walk = (tree) => {
    for (const element of tree.querySelectorAll("*")) if (element.shadowRoot) { trees.push(element.shadowRoot); walk(element.shadowRoot); }
  };
  walk(document);
  const textOf = (nodes) => [...nodes].map((node) => node.innerText ?? "").join("\\n");
  const text = [document.body?.innerText ?? "", ...trees.map((tree) => textOf(tree.children))].join("\\n");
  const metas = [...document.querySelectorAll("head meta[name^='prerender-']")].slice(0, 20)
    .map((meta) => [meta.getAttribute("name").slice(0, 100), (meta.getAttribute("content") || "").slice(0, 4000)]);
  const heading = (document.querySelector("h1")?.innerText ?? "").slice(0, 300);
  const title = document.title.slice(0, 300);
  const description = (document.querySelector("meta[name='description' i]")?.content ?? "").slice(0, 300);
  const drop = "script:not([type='application/ld+json']), link[rel~='import'], link[rel~='modulepreload'], link[rel~='preload'][as='script'], meta[name^='prerender-']";
  for (const tree of [document, ...trees]) {
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
  return { html: html.length > ${MAX_HTML} ? "" : html, tooLarge: html.length > ${MAX_HTML}, metas, text: text.slice(0, ${MAX_TEXT}), heading, title, description, url: location.href.slice(0, 4000) };
})()`;
}

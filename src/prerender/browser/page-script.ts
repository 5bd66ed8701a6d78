/** The binding by which a page tells that its ready flag was set. */
export const READY_BINDING = "__crawlreadyReady";

/**
 * Runs in every page before its own scripts: notes when the DOM last changed, and tells when the page's own ready flag is
 * set. The page may tamper with it; nothing here is trusted beyond deciding when to look.
 */
export const WATCH_SCRIPT = `(() => {
  const state = { changedAt: performance.now(), flag: undefined };
  Object.defineProperty(window, "__crawlready", { value: state });
  Object.defineProperty(window, "prerenderReady", {
    configurable: true,
    get: () => state.flag,
    set: (value) => { state.flag = value; if (value) window.${READY_BINDING}?.("ready"); },
  });
  new MutationObserver(() => { state.changedAt = performance.now(); })
    .observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})()`;

/** What the pool asks a page while it waits: the flag, whether the document is parsed, ms since the last change. */
export const PROBE_SCRIPT = `(() => {
  const state = window.__crawlready;
  return { flag: state?.flag, parsed: document.readyState !== "loading", stillMs: state ? performance.now() - state.changedAt : 0 };
})()`;

/** Serialises the page as crawlers should get it: without scripts, JSON-LD kept, prerender metas taken out. */
export const SERIALIZE_SCRIPT = `(() => {
  const text = document.body ? document.body.innerText : "";
  const metas = [...document.querySelectorAll("head meta[name^='prerender-']")].map((meta) => [meta.getAttribute("name"), meta.getAttribute("content") || ""]);
  const root = document.documentElement.cloneNode(true);
  const drop = "script:not([type='application/ld+json']), link[rel~='import'], link[rel~='modulepreload'], link[rel~='preload'][as='script'], meta[name^='prerender-']";
  for (const element of root.querySelectorAll(drop)) element.remove();
  for (const element of root.querySelectorAll("*")) {
    for (const name of element.getAttributeNames()) if (name.startsWith("on")) element.removeAttribute(name);
  }
  return { html: (document.doctype ? "<!DOCTYPE html>" : "") + root.outerHTML, metas, text: text.slice(0, 400000), url: location.href };
})()`;

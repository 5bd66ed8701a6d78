import type { PageOptions } from "../../core/render-rules";
import { SHORT_TEXT } from "../../core/pages/shown-page";
import { ERROR_SCRIPT } from "./error-script";
import { NATIVES } from "./natives";
import { SERVICE_WORKERS } from "./service-worker-script";
import { TIMERS, WORKERS } from "./pending-work-script";

/** A promise of the page's document, which becomes true when its ready flag is set. */
export const READY_FLAG = "window.__crawlready?.flagged ?? null";

/**
 * Closed shadow trees are opened, so that the reader, which has a world of its own, finds them. To the page they look
 * closed.
 */
const CLOSED_TREES = `
  const attach = Element.prototype.attachShadow, modeOf = getter(ShadowRoot, "mode"), shadowOf = getter(Element, "shadowRoot");
  const closedTrees = new WeakSet(), noteClosed = method(WeakSet, "add"), isClosed = method(WeakSet, "has");
  Element.prototype.attachShadow = function attachShadow(init) {
    const closes = typeof init === "object" && init !== null && \`\${init.mode}\` === "closed";
    const given = closes ? { __proto__: null, mode: "open", delegatesFocus: init.delegatesFocus, slotAssignment: init.slotAssignment, clonable: init.clonable, serializable: init.serializable } : init;
    if (closes) for (const name in given) if (given[name] === undefined) delete given[name];
    const tree = apply(attach, this, [given]);
    if (closes) noteClosed(closedTrees, tree);
    watchTree(tree);
    watchText(tree);
    return tree;
  };
  Object.defineProperty(Element.prototype, "shadowRoot", { configurable: true, enumerable: true, get() {
    const tree = shadowOf(this);
    return tree && isClosed(closedTrees, tree) ? null : tree;
  } });
  Object.defineProperty(ShadowRoot.prototype, "mode", { configurable: true, enumerable: true, get() {
    const mode = modeOf(this);
    return isClosed(closedTrees, this) ? "closed" : mode;
  } });`;

const LOOKS = `
  const idle = window.requestIdleCallback;
  const bodyOf = getter(Document, "body"), rootOf = getter(Document, "documentElement"), parseState = getter(Document, "readyState");
  const find = method(Document, "querySelector"), findAll = method(Document, "querySelectorAll");
  const innerText = getter(HTMLElement, "innerText"), trim = method(String, "trim"), slice = method(String, "slice");
  const checkVisibility = method(Element, "checkVisibility"), offsetHeight = getter(HTMLElement, "offsetHeight");
  const scrollHeight = getter(Element, "scrollHeight"), innerHeight = getOwnPropertyDescriptor(window, "innerHeight").get;
  const textOf = () => { const body = bodyOf(document); return body ? trim(innerText(body)) : ""; };
  let first = null, looks = 0;
  const lookFirst = () => {
    const text = textOf();
    if (text !== "") first = slice(text, 0, ${SHORT_TEXT * 2});
    else if (looks++ < 300) apply(frame, window, [lookFirst]);
  };
  apply(frame, window, [lookFirst]);
  const some = (selector, most, test) => {
    const elements = findAll(document, selector), count = lengthOf(elements);
    for (let i = 0; i < count && i < most; i++) try { if (test(elements[i])) return true; } catch {}
    return false;
  };
  const isShown = (element) => checkVisibility(element) && offsetHeight(element) > 0;
  let lazy = false;
  const observe = IntersectionObserver.prototype.observe;
  IntersectionObserver.prototype.observe = function (element) { lazy = true; return apply(observe, this, [element]); };
  for (const owner of [window, document]) {
    const add = owner.addEventListener;
    owner.addEventListener = function addEventListener(type) { if (type === "scroll") lazy = true; return apply(add, this ?? window, arguments); };
  }
  /** Text that is typed into fields changes nothing of the document. */
  const inputValue = getter(HTMLInputElement, "value"), areaValue = getter(HTMLTextAreaElement, "value");
  let typed = 0;
  const watchFields = () => {
    const fields = findAll(document, "textarea, input:not([type]), input[type=text i], input[type=search i], input[type=email i]");
    let length = 0;
    // Elements of other namespaces may have these names, and no value.
    for (let i = 0; i < lengthOf(fields) && i < 50; i++)
      try { length += (nameOf(fields[i]) === "TEXTAREA" ? areaValue(fields[i]) : inputValue(fields[i])).length; } catch {}
    if (length !== typed) textAt = changedAt = clock();
    typed = length;
  };
  const marks = "progress, [role=progressbar], [aria-busy=true], [class*=skeleton i], [class*=spinner i], [class*=loader i], [class*=loading i]";
  const has = (selector) => { try { return selector === "" || find(document, selector) !== null; } catch { return true; } };
  const look = (waitFor, scroll) => {
    const text = textOf();
    watchFields();
    const isShort = text.length <= ${SHORT_TEXT};
    return {
      __proto__: null,
      flag: flag === undefined ? undefined : !!flag,
      parsed: parseState(document) !== "loading",
      domStillMs: clock() - changedAt,
      textStillMs: clock() - textAt,
      timers: timersThat(true) + (isDrawing() ? 1 : 0),
      rareTimers: timersThat(true, true),
      slowTimers: timersThat(false),
      slowTimerMs: longestSlow(),
      workers: sizeOf(waiting),
      operations: sizeOf(operations),
      talk: talkNow(clock()),
      gated: isGated,
      counting: isCounting(clock()),
      countsOn: countsOn(clock()),
      marked: isShort && some(marks, 10, isShown),
      shown: { __proto__: null, text: slice(text, 0, ${SHORT_TEXT + 1}), first,
        shadow: isShort && some("*", Infinity, shadowOf), busy: isShort && some("[aria-busy=true]", 5, isShown) },
      lazyHeight: lazy || scroll ? scrollHeight(rootOf(document)) : 0,
      viewHeight: apply(innerHeight, window, []),
      found: has(waitFor),
    };
  };
  /** A promise would be one of the page's. */
  const probe = (waitFor, scroll) => ({
    __proto__: null,
    then: (resolve) => { apply(idle, window, [() => resolve(look(waitFor, scroll)), { __proto__: null, timeout: 250 }]); },
  });
  const dispatch = method(EventTarget, "dispatchEvent"), ScrollEvent = Event;
  const scroll = () => { dispatch(document, construct(ScrollEvent, ["scroll", { __proto__: null, bubbles: true }])); };
  Object.defineProperty(window, "__crawlready", { value: Object.freeze({ __proto__: null, flagged, probe, scroll, tellErrors }) });`;

/**
 * Speculation rules make the browser itself send requests, outside the page's session. Each tree is watched separately.
 */
const SPECULATION = `
  const changeOf = getter(MutationRecord, "type"), addedTo = getter(MutationRecord, "addedNodes"), removedFrom = getter(MutationRecord, "removedNodes"), targetOf = getter(MutationRecord, "target");
  const lengthOf = getter(NodeList, "length"), nameOf = getter(Node, "nodeName"), kindOf = getter(Node, "nodeType");
  const remove = method(Element, "remove"), matches = method(Element, "matches"), findIn = method(Element, "querySelectorAll");
  const rules = "script[type=speculationrules i]";
  const dropRules = (nodes) => {
    const count = lengthOf(nodes);
    for (let i = 0; i < count; i++) {
      if (kindOf(nodes[i]) !== 1) continue;
      if (matches(nodes[i], rules)) remove(nodes[i]);
      else dropRules(findIn(nodes[i], rules));
    }
  };
  const watcher = new MutationObserver((changes) => {
    for (let i = 0; i < changes.length; i++) dropRules(addedTo(changes[i]));
  });
  const observeTree = method(MutationObserver, "observe");
  const watchTree = (tree) => { observeTree(watcher, tree, { __proto__: null, subtree: true, childList: true }); };
  watchTree(document);
  /** Set where the page's text is watched. */
  let watchText = () => {};
  ${CLOSED_TREES}`;

/**
 * Runs in every page before its own scripts, in their world, because it has to see what they start. It uses nothing
 * that a page can replace: only methods that it took at the start, no iterators, no objects with a prototype.
 */
export const READINESS_SCRIPT = `(() => {${NATIVES}
  window.open = () => null;
  // A page with this listener does not enter the back/forward cache, where its sockets would stay open.
  window.addEventListener("unload", () => {});${SPECULATION}${SERVICE_WORKERS}
  if (window !== window.top) return;
  const performance = window.performance, now = method(Performance, "now");
  const clock = () => now(performance);
  let flag, raise;
  const flagged = { __proto__: null, then: (resolve) => { raise = resolve; if (flag) raise(true); } };
  Object.defineProperty(window, "prerenderReady", {
    configurable: true,
    get: () => flag,
    set: (value) => { flag = value; if (value) raise?.(true); },
  });${ERROR_SCRIPT}${TIMERS}${WORKERS}${LOOKS}
})()`;

/** Returns what a page reports about itself once its main thread is idle; null in a document without the script. */
export function probeScript({ waitFor = "", scroll = false }: PageOptions): string {
  return `window.__crawlready?.probe?.(${JSON.stringify(waitFor)}, ${scroll}) ?? null`;
}

/** Tells a page that it was scrolled. */
export const SCROLL_SCRIPT = "window.__crawlready?.scroll?.()";

import { BLANK_CHARS } from "../core/readiness";
import type { PageOptions } from "../core/render-rules";

/** The page calls this binding when its ready flag is set. */
export const READY_BINDING = "__crawlreadyReady";

/** A page with more text than this does not look unfinished, whatever it showed first. */
const SHORT_TEXT = 1_000;

/** Text that a page shows only while it loads, as a whole line. */
const LOADING_LINE =
  "/^(loading|please wait|wird geladen|lädt|bitte warten|chargement|cargando|caricamento|carregando|загрузка|読み込み中|加载中)( [\\p{L}]+){0,3} ?(\\.{1,3}|…)?$/iu";

/**
 * Notes which timers, intervals and workers of a page could still change it, and when it last showed new text. Timers of
 * a chain count for long only while they add text or start requests: others are clocks.
 */
const TIMERS = `
  const short = 2000, slow = 5000, deepest = 8;
  const timers = new Set();
  const shown = new Set();
  let asked = 0, depth = 0;
  const isNew = (text) => {
    const key = text.slice(0, 1000).replace(/[\\d\\s:.,]+/g, "").slice(0, 300);
    if (key === "" || shown.has(key) || shown.size > 5000) return false;
    shown.add(key);
    return true;
  };
  /** Whether changes of the DOM show new text. */
  const addText = (changes) => {
    let added = false;
    for (const { type, addedNodes, target } of changes) {
      if (type === "characterData") added = isNew(target.data) || added;
      for (const node of addedNodes)
        if (node.nodeName !== "SCRIPT" && node.nodeName !== "STYLE" && node.nodeType !== 8) added = isNew(node.textContent ?? "") || added;
    }
    if (changes.length > 0) state.changedAt = clock();
    if (added) state.textAt = clock();
    return added;
  };
  const observer = new MutationObserver(addText);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  /** Runs a timer's work. Returns whether it added text or started a request. */
  const run = (level, work, args) => {
    const before = depth, requests = asked;
    addText(observer.takeRecords());
    depth = level;
    try { apply(work, window, args); } finally {
      depth = before;
      productive = addText(observer.takeRecords()) || asked > requests;
    }
  };
  let productive = false;
  const ask = window.fetch;
  window.fetch = function (...args) { asked++; return apply(ask, window, args); };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...args) { asked++; return apply(send, this, args); };
  const later = window.setTimeout, forget = window.clearTimeout, every = window.setInterval, stop = window.clearInterval;
  const entries = new Map();
  const drop = (id) => { timers.delete(entries.get(id)); entries.delete(id); };
  window.setTimeout = function setTimeout(work, ms, ...args) {
    const wait = +ms || 0;
    if (typeof work !== "function" || wait > slow) return apply(later, window, [work, ms, ...args]);
    const level = depth + 1;
    // A timer three levels deep is a clock, unless the one before it did something.
    const counts = wait <= short && (level <= 3 || (productive && level <= 60));
    const entry = { counts };
    const id = apply(later, window, [() => { drop(id); run(level, work, args); }, ms]);
    if (counts || level <= deepest) { timers.add(entry); entries.set(id, entry); }
    return id;
  };
  window.clearTimeout = function clearTimeout(id) { drop(id); return apply(forget, window, [id]); };
  window.setInterval = function setInterval(work, ms, ...args) {
    const wait = +ms || 0;
    if (typeof work !== "function" || wait > slow) return apply(every, window, [work, ms, ...args]);
    const entry = { counts: wait <= 300 };
    let idle = 0;
    const id = apply(every, window, [() => {
      run(1, work, args);
      // Some intervals wait for something before they do their work.
      if (productive) { idle = 0; entry.counts = wait <= short; } else { idle++; entry.counts = false; }
      if (idle > (wait <= 200 ? deepest : 1)) timers.delete(entry);
    }, ms]);
    timers.add(entry);
    entries.set(id, entry);
    return id;
  };
  window.clearInterval = function clearInterval(id) { drop(id); return apply(stop, window, [id]); };`;

const WORKERS = `
  const waiting = new Set();
  const listen = EventTarget.prototype.addEventListener;
  const watchWorker = (name, portOf) => {
    const Native = window[name];
    if (!Native) return;
    window[name] = new Proxy(Native, {
      __proto__: null,
      construct(target, args, self) {
        const worker = construct(target, args, self);
        const done = () => { waiting.delete(worker); };
        waiting.add(worker);
        apply(listen, portOf(worker), ["message", done]);
        apply(listen, worker, ["error", done]);
        return worker;
      },
    });
  };
  watchWorker("Worker", (worker) => worker);
  watchWorker("SharedWorker", (worker) => worker.port);
  const end = Worker.prototype.terminate;
  Worker.prototype.terminate = function terminate() { waiting.delete(this); return apply(end, this, []); };`;

const LOOKS = `
  const frame = window.requestAnimationFrame, idle = window.requestIdleCallback;
  const textOf = () => document.body?.innerText.trim() ?? "";
  const plain = (text) => text.replace(/\\d+/g, "");
  let first, looks = 0;
  const lookFirst = () => {
    const text = textOf();
    if (text !== "") first = plain(text.slice(0, ${SHORT_TEXT * 2}));
    else if (looks++ < 300) apply(frame, window, [lookFirst]);
  };
  apply(frame, window, [lookFirst]);
  const isUnchanged = (text) => {
    if (first === undefined) return true;
    if (text.length > ${SHORT_TEXT}) return false;
    if (plain(text) === first) return true;
    const words = new Set(first.split(/\\s+/));
    const now = plain(text).split(/\\s+/);
    return now.filter((word) => words.has(word)).length >= now.length * 0.8;
  };
  const isLoading = (text) => text.length <= ${SHORT_TEXT} && (text.split("\\n", 50).some((line) => ${LOADING_LINE}.test(line.trim()))
    || [...document.querySelectorAll("[aria-busy=true]")].slice(0, 5).some((element) => element.checkVisibility?.() && element.offsetHeight > 0));
  let lazy = false;
  const Observer = window.IntersectionObserver;
  const observe = Observer.prototype.observe;
  Observer.prototype.observe = function (element) { lazy = true; return apply(observe, this, [element]); };
  for (const owner of [window, document]) {
    const add = owner.addEventListener;
    owner.addEventListener = function addEventListener(type, ...rest) { if (type === "scroll") lazy = true; return apply(add, this ?? window, [type, ...rest]); };
  }
  const has = (selector) => { try { return selector === "" || document.querySelector(selector) !== null; } catch { return true; } };
  const native = Promise;
  state.probe = (waitFor, scroll) => construct(native, [(resolve) => {
    const look = () => {
      const text = textOf();
      const blank = text.length < ${BLANK_CHARS} && ![...document.querySelectorAll("*")].some((element) => element.shadowRoot);
      const all = [...timers];
      resolve({
        flag: state.flag === undefined ? undefined : Boolean(state.flag),
        parsed: document.readyState !== "loading",
        domStillMs: clock() - state.changedAt,
        textStillMs: clock() - state.textAt,
        timers: all.filter(({ counts }) => counts).length,
        slowTimers: all.filter(({ counts }) => !counts).length,
        workers: waiting.size,
        chars: blank ? text.length : ${BLANK_CHARS},
        unchanged: isUnchanged(text),
        loading: isLoading(text),
        lazyHeight: lazy || scroll ? document.documentElement.scrollHeight : 0,
        viewHeight: innerHeight,
        closed: state.closed,
        found: has(waitFor),
      });
    };
    apply(idle, window, [look, { timeout: 250 }]);
  }]);`;

/**
 * Runs in every page before its own scripts. Keeps its own references to the functions that it needs, because pages
 * replace them. The page may tamper with it, so it only decides when to read the page.
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
  const { apply, construct } = Reflect;
  const performance = window.performance, tell = performance.now;
  const clock = () => apply(tell, performance, []);
  const state = { changedAt: clock(), textAt: clock(), flag: undefined, closed: 0 };
  Object.defineProperty(window, "__crawlready", { value: state });
  Object.defineProperty(window, "prerenderReady", {
    configurable: true,
    get: () => state.flag,
    set: (value) => { state.flag = value; if (value) window.${READY_BINDING}?.("ready"); },
  });
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(init) {
    if (init?.mode === "closed") state.closed++;
    return apply(attach, this, [init]);
  };${TIMERS}${WORKERS}${LOOKS}
})()`;

/** Returns a TabProbe once the page's main thread is idle; null in a document without the watch script. */
export function probeScript({ waitFor = "", scroll = false }: PageOptions): string {
  return `window.__crawlready?.probe?.(${JSON.stringify(waitFor)}, ${scroll}) ?? null`;
}

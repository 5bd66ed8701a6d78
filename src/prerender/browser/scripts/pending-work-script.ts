/**
 * Tracks which timers, intervals and workers of a page could still change it, and when it last showed new text. Chained
 * timers keep counting only while they add text or start requests; others are clocks.
 */
export const TIMERS = `
  const short = 2000, long = 3000, slow = 5000, longest = 10000, deepest = 8;
  /** By id. Objects without a prototype stand for sets and maps, whose methods a page may replace. */
  const timers = { __proto__: null };
  const shown = { __proto__: null };
  let changedAt = clock(), textAt = changedAt, texts = 0, joined = 0, asked = 0, depth = 0;
  /** joins: it stands beside what was there. Then its digits count, because lists are numbered. */
  const isNew = (text, joins) => {
    let key = "", exact = "";
    for (let i = 0; i < text.length && i < 1000 && key.length < 300; i++) {
      const char = text[i];
      if (char <= " " || char === "\\u00a0") continue;
      exact += char;
      if (!(char >= "0" && char <= "9") && char !== ":" && char !== "." && char !== ",") key += char;
    }
    if (key === "" || texts > 5000) return false;
    if (key in shown && (!joins || exact in shown || joined++ > 300)) return false;
    shown[key] = shown[exact] = true;
    texts++;
    return true;
  };
  /** Numbers that run. Clocks have colons. */
  const step = 350, tail = 1200, longestRun = 5000, longestAnimation = 10000;
  let figureAt = 0, runFrom = 0, steps = 0, frameAt = 0;
  const isFigure = (text) => {
    let digits = 0;
    for (let i = 0; i < text.length && i < 40; i++) {
      if (text[i] >= "0" && text[i] <= "9") digits++;
      else if (text[i] === ":") return false;
    }
    return digits > 0;
  };
  /** Slow ends of an animation by frames are part of it. */
  const isAnimated = (at) => at - frameAt < 100;
  const stepOf = (at) => isAnimated(at) ? tail : step;
  const noteFigure = (at) => {
    if (at - figureAt > stepOf(at)) { runFrom = at; steps = 0; }
    if (steps === 0 || at - figureAt > 5) steps++;
    figureAt = at;
  };
  const runsNow = (at) => steps >= 3 && at - figureAt < stepOf(at);
  const runsLong = (at) => figureAt - runFrom >= (isAnimated(at) ? longestAnimation : longestRun);
  const isCounting = (at) => runsNow(at) && !runsLong(at);
  const countsOn = (at) => isAnimated(at) && runsNow(at) && runsLong(at);
  const dataOf = getter(CharacterData, "data"), contentOf = getter(Node, "textContent");
  /** Whether changes of the DOM show new text. */
  const addText = (changes) => {
    let added = false, figures = false, replaces = false;
    for (let i = 0; i < changes.length && !replaces; i++) replaces = lengthOf(removedFrom(changes[i])) > 0;
    const take = (text, joins) => { if (isNew(text, joins)) added = true; else if (isFigure(text)) figures = true; };
    for (let i = 0; i < changes.length; i++) {
      if (changeOf(changes[i]) === "characterData") take(dataOf(targetOf(changes[i])), false);
      const nodes = addedTo(changes[i]), count = lengthOf(nodes);
      for (let j = 0; j < count; j++)
        if (nameOf(nodes[j]) !== "SCRIPT" && nameOf(nodes[j]) !== "STYLE" && kindOf(nodes[j]) !== 8) take(contentOf(nodes[j]) ?? "", !replaces);
    }
    if (changes.length > 0) changedAt = clock();
    if (added) textAt = clock();
    if (figures) noteFigure(clock());
    return added;
  };
  const observer = new MutationObserver(addText), recordsOf = method(MutationObserver, "takeRecords");
  const observeText = method(MutationObserver, "observe");
  watchText = (tree) => { observeText(observer, tree, { __proto__: null, subtree: true, childList: true, characterData: true, attributes: true }); };
  watchText(document);
  /** Runs a timer's work. Returns whether it added text or started a request. */
  const run = (level, work, args) => {
    const before = depth, requests = asked;
    addText(recordsOf(observer));
    depth = level;
    try { apply(work, window, args); } finally {
      depth = before;
      brought = addText(recordsOf(observer));
      productive = brought || asked > requests;
    }
  };
  let brought = false;
  let productive = false, patient = false;
  /** A long timer has brought text, so the page's other first timers may as well, however long they are. */
  const trust = () => {
    patient = true;
    for (const id in timers) if (timers[id].first) timers[id].counts = true;
  };
  const ask = window.fetch;
  window.fetch = function (...args) { asked++; return apply(ask, window, args); };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...args) { asked++; return apply(send, this, args); };
  const later = window.setTimeout, forget = window.clearTimeout, every = window.setInterval, stop = window.clearInterval;
  window.setTimeout = function setTimeout(work, ms, ...args) {
    const wait = +ms || 0;
    if (typeof work !== "function" || wait > longest) return apply(later, window, arguments);
    const level = depth + 1;
    // A timer three levels deep is a clock, unless the one before it did something.
    const first = level === 1;
    const counts = (wait <= short && level <= 3) || (wait <= long && (first || (productive && level <= 60))) || (first && patient && wait <= slow);
    const id = apply(later, window, [() => {
      delete timers[id];
      run(level, work, args);
      if (first && brought && wait > short) trust();
    }, ms]);
    if (counts || level <= deepest) timers[id] = { __proto__: null, counts, wait, first: first && wait <= slow, once: true };
    return id;
  };
  window.clearTimeout = function clearTimeout(id) { delete timers[id]; return apply(forget, window, [id]); };
  window.setInterval = function setInterval(work, ms, ...args) {
    const wait = +ms || 0;
    if (typeof work !== "function" || wait > slow) return apply(every, window, arguments);
    const entry = { __proto__: null, counts: wait <= 300, wait };
    let idle = 0;
    const id = apply(every, window, [() => {
      run(1, work, args);
      // Some intervals wait for something before they do their work.
      if (productive) { idle = 0; entry.counts = wait <= long; } else { idle++; entry.counts = false; }
      if (idle > (wait <= 200 ? deepest : 1)) delete timers[id];
    }, ms]);
    timers[id] = entry;
    return id;
  };
  window.clearInterval = function clearInterval(id) { delete timers[id]; return apply(stop, window, [id]); };
  /** A canvas that is being drawn: what follows the end of an animation may be text. */
  const frame = window.requestAnimationFrame, anyCanvas = method(Document, "querySelector");
  let framesFrom = 0;
  window.requestAnimationFrame = function requestAnimationFrame() {
    const at = clock();
    if (at - frameAt > 200) framesFrom = at;
    frameAt = at;
    return apply(frame, window, arguments);
  };
  const isDrawing = () => isAnimated(clock()) && frameAt - framesFrom < 2500 && anyCanvas(document, "canvas") !== null;
  const timersThat = (counts, rare = false) => {
    let count = 0;
    for (const id in timers) if (timers[id].counts === counts && (!rare || timers[id].once || timers[id].wait > short) && timers[id].wait <= slow) count++;
    return count;
  };
  const longestSlow = () => {
    let longest = 0;
    for (const id in timers) if (!timers[id].counts && timers[id].wait > longest) longest = timers[id].wait;
    return longest;
  };`;

/**
 * Tracks which workers have not replied yet, which go on talking, which transitions of the view run, and which operations
 * of the browser: pages often go on after their end.
 */
export const WORKERS = `
  const waiting = new Set(), wait = method(Set, "add"), done = method(Set, "delete"), sizeOf = getter(Set, "size");
  const listen = method(EventTarget, "addEventListener");
  const talks = new WeakMap(), talkOf = method(WeakMap, "get"), keepTalk = method(WeakMap, "set");
  let lastTalk = null;
  const noteTalk = (port) => {
    const at = clock();
    let talk = talkOf(talks, port);
    if (!talk) keepTalk(talks, port, talk = { __proto__: null, firstAt: at, lastAt: at, askedAt: 0, parts: 0 });
    talk.parts++;
    talk.lastAt = at;
    lastTalk = talk;
  };
  const talkNow = (at) => lastTalk === null ? null : {
    __proto__: null, kind: "worker", forMs: at - lastTalk.firstAt, parts: lastTalk.parts,
    stillMs: at - (lastTalk.askedAt > lastTalk.lastAt ? lastTalk.askedAt : lastTalk.lastAt),
    asked: lastTalk.askedAt > lastTalk.firstAt, unanswered: lastTalk.askedAt > lastTalk.lastAt,
  };
  for (const owner of [Worker, MessagePort]) {
    const post = owner.prototype.postMessage;
    owner.prototype.postMessage = function postMessage() {
      const talk = talkOf(talks, this);
      if (talk) talk.askedAt = clock();
      return apply(post, this, arguments);
    };
  }
  const watchWorker = (name, portOf) => {
    const Native = window[name];
    if (!Native) return;
    window[name] = new Proxy(Native, {
      __proto__: null,
      construct(target, args, self) {
        const worker = construct(target, args, self);
        const port = portOf(worker), end = () => { done(waiting, worker); };
        wait(waiting, worker);
        listen(port, "message", () => { end(); noteTalk(port); });
        listen(worker, "error", end);
        return worker;
      },
    });
  };
  watchWorker("Worker", (worker) => worker);
  if (window.SharedWorker) watchWorker("SharedWorker", getter(SharedWorker, "port"));
  const after = method(Promise, "then"), operations = new Set();
  const watchOperations = (owner, names) => {
    for (const name of names) {
      const native = owner?.[name];
      if (typeof native === "function") owner[name] = function (...args) {
        const promise = apply(native, this, args);
        const end = () => { done(operations, promise); };
        try { after(promise, end, end); wait(operations, promise); } catch {}
        return promise;
      };
    }
  };
  watchOperations(window.SubtleCrypto?.prototype, ["decrypt", "deriveBits", "deriveKey", "digest", "encrypt", "exportKey", "generateKey", "importKey", "sign", "unwrapKey", "verify", "wrapKey"]);
  watchOperations(window.OfflineAudioContext?.prototype, ["startRendering"]);
  watchOperations(window.CacheStorage?.prototype, ["match", "open"]);
  watchOperations(window.Cache?.prototype, ["match", "matchAll"]);
  watchOperations(window.HTMLImageElement?.prototype, ["decode"]);
  watchOperations(window, ["createImageBitmap"]);
  watchOperations(window.WebAssembly, ["compile", "compileStreaming", "instantiate", "instantiateStreaming"]);
  const watchEvents = (owner, name, ends) => {
    const native = owner.prototype[name];
    owner.prototype[name] = function (...args) {
      const target = apply(native, this, args);
      const end = () => { done(operations, target); };
      wait(operations, target);
      for (let i = 0; i < ends.length; i++) listen(target, ends[i], end);
      return target;
    };
  };
  watchEvents(IDBFactory, "open", ["success", "error", "blocked"]);
  watchEvents(IDBDatabase, "transaction", ["complete", "abort"]);
  const startTransition = Document.prototype.startViewTransition;
  if (startTransition) {
    const finishedOf = getter(ViewTransition, "finished");
    Document.prototype.startViewTransition = function startViewTransition(...args) {
      const transition = apply(startTransition, this, args);
      const end = () => { done(waiting, transition); };
      wait(waiting, transition);
      after(finishedOf(transition), end, end);
      return transition;
    };
  }
  const end = Worker.prototype.terminate;
  Worker.prototype.terminate = function terminate() { done(waiting, this); return apply(end, this, []); };`;

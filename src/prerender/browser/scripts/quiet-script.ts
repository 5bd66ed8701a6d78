import { PAGE_LIMITS } from "../../core/pages/page-limits";
import { NATIVES } from "./natives";
import { ENDLESS_URL } from "./report-meter";

/**
 * Runs in every window and worker before its own scripts. What a page writes to its console, the texts of its errors
 * and the URLs of its workers and history pass in full through the browser's own process, which all pages share, even
 * when nobody listens. Each worker is a thread or a process. So the console writes nothing, and anything too long or
 * too frequent is kept from the browser.
 */
export const QUIET_SCRIPT = `(() => {${NATIVES}
  for (const name of Reflect.ownKeys(console)) if (typeof console[name] === "function") console[name] = () => {};
  const messageOf = getter(ErrorEvent, "message"), reasonOf = getter(PromiseRejectionEvent, "reason");
  const preventDefault = method(Event, "preventDefault");
  const isLong = (text) => typeof text === "string" && text.length > 10000;
  const hush = (type, textOf) => addEventListener(type, (event) => {
    try { if (event.isTrusted && isLong(textOf(event))) preventDefault(event); } catch {}
  });
  hush("error", messageOf);
  hush("unhandledrejection", (event) => {
    const reason = reasonOf(event);
    return reason?.message ?? reason;
  });
  let workers = ${PAGE_LIMITS.targets};
  for (const name of ["Worker", "SharedWorker"]) {
    const Native = globalThis[name];
    if (!Native) continue;
    const Guarded = new Proxy(Native, {
      __proto__: null,
      construct(target, args, self) {
        if (workers-- <= 0) throw new Error("too many workers");
        const url = args.length > 0 ? \`\${args[0]}\` : "";
        return construct(target, args.length > 0 ? [url.length > ${ENDLESS_URL} ? "data:," : url, args[1]] : [], self);
      },
    });
    Native.prototype.constructor = Guarded;
    globalThis[name] = Guarded;
  }
  // The browser reports a request with its whole body, in one message.
  const lengthOfView = getter(Reflect.getPrototypeOf(Uint8Array), "byteLength"), lengthOfBuffer = getter(ArrayBuffer, "byteLength");
  const sizeOf = (body) => {
    if (typeof body === "string") return body.length;
    try { return lengthOfBuffer(body); } catch {}
    try { return lengthOfView(body); } catch { return 0; }
  };
  const check = (body) => {
    if (sizeOf(body) > ${PAGE_LIMITS.body}) throw new TypeError("the body is too large");
    return body;
  };
  const { fetch: ask, Request: Asked } = globalThis;
  globalThis.fetch = async (input, init) => { check(init?.body); return apply(ask, globalThis, [input, init]); };
  globalThis.Request = new Proxy(Asked, {
    __proto__: null,
    construct(target, args, self) { check(args[1]?.body); return construct(target, args, self); },
  });
  if (globalThis.XMLHttpRequest) {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) { return apply(send, this, [check(body)]); };
  }
  // Half of what ends a render: fragments change without any method that could be replaced, and this stops them in time.
  if (globalThis.navigation) {
    const targetOf = getter(NavigateEvent, "destination"), urlOf = getter(NavigationDestination, "url");
    const staysIn = getter(NavigationDestination, "sameDocument");
    let moves = ${PAGE_LIMITS.moves / 2};
    navigation.addEventListener("navigate", (event) => {
      const target = targetOf(event);
      if (staysIn(target) && (moves-- <= 0 || urlOf(target).length > ${PAGE_LIMITS.url})) preventDefault(event);
    });
  }
})()`;

import { PAGE_LIMITS } from "../core/request-rules";

/** Where a refused socket leads: to a port that the browser opens no connection to, so that it fails as any socket may. */
export const NO_SOCKET = "wss://127.0.0.1:1/";

/**
 * Runs in every window and worker before its own scripts: sockets lead to `hosts` alone, and what else leads out past the
 * browser's own interception is taken away. The DevTools protocol reports sockets but holds none, so the constructor is what
 * holds them. Requests that would outlive their page are made to end with it. Hostile code runs after this in the same realm: everything used later is kept here, a trap's handler has no
 * prototype, and the address is read once.
 */
export function socketScript(hosts: Iterable<string>): string {
  return `(() => {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "WebSocketStream", "fetchLater"]) delete globalThis[name];
  const { apply, construct, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const ask = globalThis.fetch;
  // A request that is kept alive outlives its page, and so its render.
  const fetchWithPage = (input, init) => apply(ask, globalThis, [input, { ...init, keepalive: false }]);
  if (ask) defineProperty(globalThis, "fetch", { value: fetchWithPage, writable: true, configurable: true });
  const hosts = ${JSON.stringify([...hosts])};
  const Native = globalThis.WebSocket;
  if (!Native) return;
  const Address = URL;
  const hostOf = getOwnPropertyDescriptor(Address.prototype, "host").get;
  const hrefOf = getOwnPropertyDescriptor(Address.prototype, "href").get;
  let left = ${PAGE_LIMITS.sockets};
  const leadTo = (address) => {
    // A worker that is held has no location yet: to ask for it then crashes the browser. A false one changes nothing here.
    const url = construct(Address, [address, location.href]);
    const host = apply(hostOf, url, []);
    for (let i = 0; i < hosts.length; i++) if (hosts[i] === host && left-- > 0) return apply(hrefOf, url, []);
    return "${NO_SOCKET}";
  };
  const Guarded = new Proxy(Native, {
    __proto__: null,
    construct(target, args, self) {
      const address = leadTo(\`\${args[0]}\`);
      return construct(target, args.length > 1 ? [address, args[1]] : [address], self);
    },
  });
  defineProperty(Native.prototype, "constructor", { value: Guarded, writable: true, configurable: true });
  defineProperty(globalThis, "WebSocket", { value: Guarded, writable: true, configurable: true });
})()`;
}

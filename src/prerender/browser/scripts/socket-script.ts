import { PAGE_LIMITS } from "../../core/pages/page-limits";

/** URL for refused sockets. The browser blocks its port, so the socket fails in the usual way. */
export const NO_SOCKET = "wss://127.0.0.1:1/";

/** Stand-ins for interfaces that bypass request interception. Pages expect them to exist; these never connect. */
const STUBS = `
  const forever = () => new Promise(() => {});
  class Peer extends EventTarget {
    localDescription = null; remoteDescription = null; connectionState = "new"; iceConnectionState = "new";
    iceGatheringState = "new"; signalingState = "stable";
    static async generateCertificate() { return {}; }
    createDataChannel(label) { return Object.assign(new EventTarget(), { label, readyState: "connecting", send() {}, close() {} }); }
    async createOffer() { return { type: "offer", sdp: "" }; }
    async createAnswer() { return { type: "answer", sdp: "" }; }
    async setLocalDescription() {}
    async setRemoteDescription() {}
    async addIceCandidate() {}
    async getStats() { return new Map(); }
    addTrack() { return {}; }
    addTransceiver() { return {}; }
    getSenders() { return []; }
    getReceivers() { return []; }
    getTransceivers() { return []; }
    getConfiguration() { return {}; }
    setConfiguration() {}
    restartIce() {}
    close() { this.connectionState = this.signalingState = "closed"; }
  }
  class Transport { ready = forever(); closed = forever(); close() {} createBidirectionalStream() { return forever(); } createUnidirectionalStream() { return forever(); } }
  class SocketStream { opened = forever(); closed = forever(); close() {} }
  const stubs = { RTCPeerConnection: Peer, webkitRTCPeerConnection: Peer, WebTransport: Transport, WebSocketStream: SocketStream, fetchLater: () => ({ activated: false }) };
  for (const name of Object.keys(stubs)) {
    if (!(name in globalThis)) continue;
    delete globalThis[name];
    defineProperty(globalThis, name, { value: stubs[name], writable: true, configurable: true });
  }`;

/**
 * Runs in every window and worker before its own scripts. Sockets may connect only to `hosts`. The DevTools protocol
 * can't pause a socket, so the constructor checks its URL. Other interfaces that bypass request interception are
 * replaced by stubs that never connect, and `fetch` loses `keepalive`, so that requests end with their page. Hostile code runs later in the same
 * realm. So this code keeps its own references to the functions it needs, the proxy's handler has no prototype, and the
 * URL is read once.
 */
export function socketScript(hosts: Iterable<string>): string {
  return `(() => {
  const { apply, construct, defineProperty, getOwnPropertyDescriptor } = Reflect;${STUBS}
  const ask = globalThis.fetch;
  // A keepalive request would outlive its render.
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
    // Don't read location before a socket is made: in a paused worker, that crashes the browser. A forged one does no
    // harm.
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

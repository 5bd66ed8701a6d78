/**
 * A service worker would answer requests in place of the site, so none starts during a render. Pages that wait for theirs
 * get a registration that looks like one whose worker is active and does nothing.
 */
export const SERVICE_WORKERS = `
  /** The page waits to be taken over by a worker, or wants to know when a new one does. */
  let isGated = false;
  if (window.ServiceWorkerContainer) {
    const resolveUrl = (url, base) => new URL(url, base).href;
    const idle = (more) => Object.assign(new EventTarget(), more);
    const nothing = async () => undefined, refusing = async () => { throw new DOMException("not available", "NotAllowedError"); };
    let begin;
    const begun = new Promise((resolve) => { begin = resolve; });
    const registrations = { __proto__: null };
    const registrationOf = (script, scope) => registrations[scope] ??= idle({
      scope, installing: null, waiting: null, updateViaCache: "imports",
      active: idle({ scriptURL: script, state: "activated", onstatechange: null, onerror: null, postMessage() {} }),
      navigationPreload: { enable: nothing, disable: nothing, setHeaderValue: nothing, getState: async () => ({ enabled: false, headerValue: "true" }) },
      pushManager: { getSubscription: async () => null, permissionState: async () => "denied", subscribe: refusing },
      sync: { register: nothing, getTags: async () => [] },
      periodicSync: { register: refusing, unregister: nothing, getTags: async () => [] },
      async update() { return this; },
      async unregister() { delete registrations[scope]; return true; },
      getNotifications: async () => [], showNotification: refusing,
      onupdatefound: null,
    });
    const container = ServiceWorkerContainer.prototype;
    container.register = async function register(script, options) {
      const url = resolveUrl(\`\${script}\`, document.baseURI);
      const registration = registrationOf(url, resolveUrl(options?.scope ?? ".", options?.scope === undefined ? url : document.baseURI));
      begin(registration);
      return registration;
    };
    container.getRegistration = async () => { for (const scope in registrations) return registrations[scope]; };
    container.getRegistrations = async () => { const list = []; for (const scope in registrations) list.push(registrations[scope]); return list; };
    const listenTo = EventTarget.prototype.addEventListener;
    container.addEventListener = function addEventListener(type) {
      if (type === "controllerchange") isGated = true;
      return apply(listenTo, this, arguments);
    };
    Object.defineProperty(container, "ready", { configurable: true, enumerable: true, get: () => begun });
  }`;

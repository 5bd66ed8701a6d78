import { hasCredentials } from "../../../lib/hosts/url";

const MAX_LENGTH = 1_000;
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);
/**
 * A scheme of an app's own has a dot: its domain backwards (RFC 8252 §7.1). One without a dot may be the system's (`ms-msdt:`)
 * or the browser's (`javascript:`), except those of editors that are known to use them.
 */
const APP_SCHEME = /^(?:[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+|cursor|vscode|vscode-insiders|windsurf):\/./i;

/** The host goes into the policy of the consent page, where other characters, such as `;`, mean something. */
const PLAIN_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

const isLoopback = ({ protocol, hostname }: URL) => protocol === "http:" && LOOPBACK.has(hostname);

/**
 * Whether an app may have people sent there: https, http on the person's own machine, or a scheme of the app's own (RFC 8252 §7).
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || /[\s\\#*]/.test(text)) return false;
  const url = URL.parse(text);
  if (!url || hasCredentials(url)) return false;
  if (url.protocol === "https:") return PLAIN_HOST.test(url.hostname);
  return isLoopback(url) || APP_SCHEME.test(text);
}

/**
 * Whether a request's URI is one of those that the app registered: the same text. Only the port of the person's own machine is free,
 * because programs listen on any (RFC 8252 §7.3).
 */
export function isRegistered(given: string, registered: readonly string[]): boolean {
  return isRedirectUri(given) && registered.some((each) => each === given || isSameButPort(each, given));
}

function isSameButPort(registered: string, given: string): boolean {
  const [one, other] = [URL.parse(registered), URL.parse(given)];
  if (!one || !other || !isLoopback(one) || !isLoopback(other)) return false;
  one.port = other.port;
  return one.href === other.href;
}

/** Where a redirect leads, for people: a host, this machine, or an app. */
export function destinationOf(redirectUri: string): { kind: "host" | "machine" | "app"; name: string } {
  const url = new URL(redirectUri);
  if (url.protocol === "https:") return { kind: "host", name: url.host };
  return isLoopback(url) ? { kind: "machine", name: url.hostname } : { kind: "app", name: url.protocol };
}

/** The address that takes a person back to the app. Parameters without a value are left out. */
export function answerUri(redirectUri: string, parameters: Record<string, string | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query.toString()}`;
}

/** What a page's policy has to name so that its form may lead there. */
export function policySource(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return protocol === "https:" || protocol === "http:" ? origin : protocol;
}

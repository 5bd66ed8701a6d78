import { visitingCrawler } from "../catalogue/classify";
import { signedAgent } from "../core/signed-agent";
import { MAX_SIGNATURE_HEADER } from "../core/signature-claims";
import type { ResponseSource } from "../core/response-form";
import type { VisitEvent, VisitSignature } from "./record-visits";
import { plainHost } from "../../lib/hosts/domain";
import { isPrivateIp } from "../../lib/hosts/ip";

/** The parts of a visit that only the serving code knows. */
export interface ServedVisit {
  domainId: string;
  domain: string;
  path: string;
  servedBy: ResponseSource;
  status?: number;
  renderMs?: number;
  serveMs?: number;
}

/**
 * The visit of a served request; null if the user agent names no crawler. The claim is verified later, when the visit
 * is counted.
 */
export function visitOf(request: Request, served: ServedVisit, now: number): VisitEvent | null {
  const { domain, ...rest } = served;
  const signature = signatureOf(request, domain);
  const crawler = visitingCrawler(request.headers.get("user-agent")) ?? signedAgent(signature?.agent);
  if (!crawler) return null;
  const ip = addressOf(request, domain);
  return { id: newId(), at: now, ...rest, ...crawler, ...(ip && { ip }), ...(signature && { signature }) };
}

/** The visit of an unsigned request on the domain's own host that equals the request of `first` but for its sender's address. */
export function repeatedVisit(first: VisitEvent, { headers }: Request, now: number): VisitEvent {
  const { ip: _, ...rest } = first;
  const ip = publicAddress(headers.get("cf-connecting-ip"));
  return { ...rest, id: newId(), at: now, ...(ip && { ip }) };
}

/** Names this isolate, from its first visit on. */
let isolate: string | undefined;
let visits = 0;

/** Unique, with random bytes once per isolate. */
function newId(): string {
  isolate ??= crypto.randomUUID();
  return `${isolate}-${++visits}`;
}

/**
 * The crawler's address. On the domain's own host it is the client's address. Otherwise the client is the customer's
 * server, which has a key and passes its own client's address in X-Forwarded-For.
 */
function addressOf(request: Request, domain: string): string | undefined {
  const edge = plainHost(new URL(request.url).host) === domain;
  return publicAddress(request.headers.get(edge ? "cf-connecting-ip" : "x-forwarded-for"));
}

/** The first public address of a list. */
function publicAddress(named: string | null): string | undefined {
  if (named === null) return undefined;
  if (senders.has(named)) return senders.get(named);
  const addresses = named.split(",").map((part) => part.trim());
  const address = addresses.find((each) => isPrivateIp(each) === false);
  if (senders.size >= MAX_SENDERS) senders.clear();
  if (named.length <= MAX_SENDER) senders.set(named, address);
  return address;
}

/** The public addresses of senders that were read last. A crawler sends many requests from one. */
const senders = new Map<string, string | undefined>();
const MAX_SENDERS = 500;
const MAX_SENDER = 100;

function signatureOf(request: Request, authority: string): VisitSignature | undefined {
  const [agent, input, signature] = ["signature-agent", "signature-input", "signature"].map((name) =>
    request.headers.get(name),
  );
  if (!agent || !input || !signature) return undefined;
  if ([agent, input, signature].some(({ length }) => length > MAX_SIGNATURE_HEADER)) return undefined;
  return { authority, method: request.method, agent, input, signature };
}

import { MAIL_PAGES } from "../../lib/hosts/page-paths";
import { constantTimeEqual, secretNumber } from "../../lib/crypto/hash";

/** Whose mails about which domain a link ends. */
export interface Subscription {
  domainId: string;
  userId: string;
}

const sealOf = (secret: string, { domainId, userId }: Subscription) =>
  secretNumber(secret, "digest", `${domainId} ${userId}`);

/** The link that ends a reader's mails about a domain. It works without a session, and for as long as the secret stays. */
export async function unsubscribeLink(origin: string, secret: string, subscription: Subscription): Promise<string> {
  const { domainId, userId } = subscription;
  const query = new URLSearchParams({ domain: domainId, user: userId, key: await sealOf(secret, subscription) });
  return `${origin}${MAIL_PAGES.digest}?${query.toString()}`;
}

/** Reads a link's query; null: we did not make it. */
export async function readSubscription(secret: string, query: URLSearchParams): Promise<Subscription | null> {
  const part = (name: string) => (query.get(name) ?? "").slice(0, 100);
  const subscription = { domainId: part("domain"), userId: part("user") };
  return constantTimeEqual(await sealOf(secret, subscription), part("key")) ? subscription : null;
}

import {
  audit,
  call,
  html,
  newAccount,
  newSite,
  OPERATOR,
  PASSWORD,
  signIn,
  type TestAccount,
} from "../support/api.ts";
import type { CallerName, Target } from "./expectations.ts";

/** One domain with one of everything, and the ids used to request them. */
export interface Place {
  host: string;
  accountId: string;
  runId: string;
  promptId: string;
  keyId: string;
  tokenId: string;
  webhookId: string;
  userId: string;
}

export interface World {
  places: Record<Target, Place>;
  callers: Record<CallerName, { headers: Record<string, string>; token?: string }>;
  /** Texts that occur only in one account's data: its ids, names, addresses, paths. */
  marks: { X: string[]; Y: string[] };
  /** Texts of X that whoever is limited to its other domain may not see. */
  domainMarks: { A: string[]; B: string[] };
}

const uuid = () => crypto.randomUUID();

async function place(account: TestAccount, mark: string): Promise<{ place: Place; key: string; token: string }> {
  const path = `/only-${mark}`;
  const site = await newSite({
    "/": { body: html({ title: `The home page of ${mark}`, body: `<a href="${path}">more</a>` }) },
    [path]: { body: html({ title: `A page of ${mark}` }) },
    "/robots.txt": { status: 404 },
  });
  const admin = `/api/admin/accounts/${account.accountId}`;
  const operator = (what: string, json: unknown) => call("POST", `${admin}/${what}`, { headers: OPERATOR, json });
  await operator("domains", { domain: site.host, verified: true, brandName: `brand-${mark}` });
  const { run } = await audit(account, site);
  const key = (await operator("api-keys", { name: `key-${mark}`, domain: site.host })).body;
  const token = (await operator("stats-tokens", { domain: site.host })).body;
  const events = [{ id: uuid(), at: new Date().toISOString(), path, userAgent: "GPTBot/1.0", servedBy: "cache" }];
  await call("POST", "/api/analytics/visits", { headers: account.auth, json: { domain: site.host, events } });
  const question = { promptText: `question-${mark}`, intent: "info", providers: ["chatgpt"] };
  const prompt = await call("POST", "/api/ai-mentions/prompts", {
    headers: account.auth,
    json: { action: "create", domain: site.host, ...question },
  });
  const webhook = await call("POST", "/api/webhooks", {
    headers: await signIn(account.email),
    json: { url: `${site.origin}/hook-${mark}`, domain: site.host, description: `webhook-${mark}` },
  });
  const ids = {
    webhookId: webhook.body.id as string,
    runId: run.id,
    promptId: prompt.body.id as string,
    keyId: key.id as string,
    tokenId: token.id as string,
  };
  return {
    place: { host: site.host, accountId: account.accountId, userId: account.userId, ...ids },
    key: key.key as string,
    token: token.token as string,
  };
}

const cookieless = ({ cookie, origin }: { cookie: string; origin: string }) => ({ cookie, origin });

/** Two accounts that must not see each other, and all callers that might try. */
export async function buildWorld(): Promise<World> {
  const [x, y, free] = [await newAccount("pro"), await newAccount("pro"), await newAccount("free")];
  const [markA, markB, markF] = [`a-${uuid()}`, `b-${uuid()}`, `f-${uuid()}`];
  const [a, b, f] = [await place(x, markA), await place(x, markB), await place(y, markF)];
  const owner = await signIn(x.email);
  const email = `restricted-${uuid()}@example.com`;
  const json = { email, password: PASSWORD, role: "member", domains: [a.place.host] };
  const member = (await call("POST", "/api/account/members", { headers: owner, json })).body;
  const ownKey = async (what: string, json: unknown) =>
    (await call("POST", `/api/account/${what}`, { headers: owner, json })).body;
  const [revokedKey, revokedToken] = [
    await ownKey("api-keys", { name: "to be revoked" }),
    await ownKey("stats-tokens", { domain: a.place.host }),
  ];
  await call("DELETE", `/api/account/api-keys/${revokedKey.id}`, { headers: owner });
  await call("DELETE", `/api/account/stats-tokens/${revokedToken.id}`, { headers: owner });
  // The ids of a place's members: A has the owner's own id, B the restricted member's.
  b.place.userId = member.userId;
  const unknown: Place = {
    host: "unknown.example",
    accountId: uuid(),
    runId: uuid(),
    promptId: uuid(),
    keyId: uuid(),
    tokenId: uuid(),
    webhookId: uuid(),
    userId: uuid(),
  };
  const key = (value: string) => ({ headers: { "x-service-api-key": value } });
  const token = (value: string) => ({ headers: {}, token: value });
  return {
    places: { A: a.place, B: b.place, F: f.place, U: unknown },
    callers: {
      none: { headers: {} },
      "garbage key": key("crk_0000000000000000000000000000000000000000000"),
      "revoked key of X": key(revokedKey.key),
      "key of a free plan": key(free.key),
      "key of X": key(x.key),
      "key of X for A": key(a.key),
      "key of X for B": key(b.key),
      "key of Y": key(y.key),
      "session of X's owner": { headers: cookieless(owner) },
      "session of X's member for A": { headers: cookieless(await signIn(email)) },
      "session of Y's owner": { headers: cookieless(await signIn(y.email)) },
      "stats token of A": token(a.token),
      "stats token of F": token(f.token),
      "revoked stats token of A": token(revokedToken.token),
    },
    marks: {
      X: [markA, markB, x.email, email, ...idsOf(a.place), ...idsOf(b.place), a.place.host, b.place.host],
      Y: [markF, y.email, ...idsOf(f.place), f.place.host],
    },
    domainMarks: {
      A: [markA, a.place.host, ...ownIdsOf(a.place), x.email, email],
      B: [markB, b.place.host, ...ownIdsOf(b.place), x.email],
    },
  };
}

const ownIdsOf = ({ runId, promptId, keyId, tokenId, webhookId }: Place) => [
  runId,
  promptId,
  keyId,
  tokenId,
  webhookId,
];

function idsOf(place: Place): string[] {
  return Object.values(place).filter((value) => value !== place.host);
}

import { exports } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginOwnershipChecks, checkOwnership } from "../../../src/accounts";
import { findDomainById, findVerifiedDomain } from "../../../src/accounts/repo/domains";
import { lossOf, noteProof, takeOver } from "../../../src/accounts/repo/ownership";
import { openDb } from "../../../src/db/client";
import { CRONS } from "../../../src/jobs/crons";
import { DAY_MS } from "../../../src/lib/time/time";
import { resendReleased } from "../../../src/jobs/ownership";
import { call, env, html, newAccount, newSite, OPERATOR, signIn, until, type TestSite } from "../support/api.ts";

type Headers = Record<string, string>;
const db = openDb(env.DB);

let resolver: TestSite;
const resolverBefore = env.DNS_RESOLVER_URL;
afterAll(() => void (env.DNS_RESOLVER_URL = resolverBefore));
beforeAll(async () => {
  // No name has records, because these tests use files as proofs.
  resolver = await newSite({ "*": { body: JSON.stringify({ Status: 3 }) } });
  env.DNS_RESOLVER_URL = `${resolver.origin}/dns-query`;
});

const rowOf = async (session: Headers, host: string) =>
  (await call("GET", `/api/account/domains/${host}`, { headers: session })).body;
const columns = (domainId: string) =>
  env.DB.prepare("SELECT * FROM domain WHERE id = ?").bind(domainId).first<Record<string, any>>();
const idOf = async (accountId: string, host: string) =>
  (await env.DB.prepare("SELECT id FROM domain WHERE account_id = ? AND domain = ? AND deleted_at IS NULL")
    .bind(accountId, host)
    .first<string>("id"))!;
const actions = async (accountId: string) =>
  (
    await env.DB.prepare("SELECT action FROM action_log WHERE account_id = ? ORDER BY at, rowid")
      .bind(accountId)
      .all<{ action: string }>()
  ).results.map(({ action }) => action);
const verify = (session: Headers, host: string) =>
  call("POST", `/api/account/domains/${host}/verify`, { headers: session });

/** Creates an account that added a site's domain, and the proof it would publish there. */
async function claimant(site: TestSite, settings: Record<string, unknown> = {}) {
  const account = await newAccount("pro");
  const session = await signIn(account.email);
  const added = await call("POST", "/api/account/domains", {
    headers: session,
    json: { domain: site.host, ...settings },
  });
  expect(added.status).toBe(201);
  const { path, content } = added.body.verification.file as { path: string; content: string };
  const id = await idOf(account.accountId, site.host);
  const publish = () => site.set({ "/": { body: html() }, [path]: { body: content } });
  return { account, session, id, path, content, publish, verify: () => verify(session, site.host) };
}

async function owner(site: TestSite) {
  const made = await claimant(site);
  await made.publish();
  expect((await made.verify()).body).toEqual({ verified: true, method: "file" });
  return made;
}

describe("a verified throw-away domain with someone else's host as its origin", () => {
  it("does not make us request that host until the host proves it too", async () => {
    const site = await newSite();
    const victim = await newSite({ "*": { body: "the victim's page" } });
    const { session, id, path, content, verify: again } = await claimant(site, { origin: "https://victim.example" });
    expect(await columns(id)).toMatchObject({ origin: null, wanted_origin: "https://victim.example" });
    await site.set({ [path]: { body: content }, "/people": { body: "our own page" } });
    // A loopback host takes the role of the victim's host, so that the test can reach it.
    await env.DB.prepare("UPDATE domain SET wanted_origin = ? WHERE id = ?").bind(victim.origin, id).run();
    expect((await again()).body).toMatchObject({
      verified: true,
      method: "file",
      originProven: false,
      originAttempts: [{ method: "file", ok: false }, { method: "meta" }],
    });
    expect(await rowOf(session, site.host)).toMatchObject({ origin: victim.origin, originProven: false });
    const visit = await exports.default.fetch(`${site.origin}/people`);
    expect(await visit.text()).toBe("our own page");
    expect(await victim.log()).toEqual([`GET ${path}`, "GET /"]);
  });

  it("keeps the current origin when a verified domain sets a foreign one, until that one is proven", async () => {
    const site = await newSite();
    const foreign = await newSite();
    const { session, id, path, content, account } = await owner(site);
    const patch = (origin: string | null) =>
      call("PATCH", `/api/account/domains/${site.host}`, { headers: session, json: { origin } });
    expect((await patch("http://127.0.0.1:9")).body).toMatchObject({
      origin: "http://127.0.0.1:9",
      originProven: true,
    });
    expect((await patch("https://victim.example")).body).toMatchObject({ originProven: false });
    expect(await columns(id)).toMatchObject({ origin: "http://127.0.0.1:9", wanted_origin: "https://victim.example" });

    // Loopback needs no proof here, so the test inserts a foreign host that can respond.
    await env.DB.prepare("UPDATE domain SET wanted_origin = ? WHERE id = ?").bind(foreign.origin, id).run();
    expect((await verify(session, site.host)).body.originProven).toBe(false);
    expect((await columns(id))!["origin"]).toBe("http://127.0.0.1:9");
    await foreign.set({ [path]: { body: content } });
    expect((await verify(session, site.host)).body).toEqual({ verified: true, method: "file" });
    expect(await columns(id)).toMatchObject({ origin: foreign.origin, wanted_origin: null, origin_proof: "file" });
    expect(await actions(account.accountId)).toContain("domain.origin_proven");
    expect((await patch(null)).body).toMatchObject({ origin: null, originProven: true });
    expect(await columns(id)).toMatchObject({ origin: null, origin_proof: null });
  });

  it("may be vouched for by the operator, and such domains may use any origin", async () => {
    const { host } = await newSite();
    const { accountId, email } = await newAccount("pro");
    const json = { domain: host, verified: true, origin: "https://elsewhere.example" };
    const added = await call("POST", `/api/admin/accounts/${accountId}/domains`, { headers: OPERATOR, json });
    expect(added.body).toMatchObject({ origin: "https://elsewhere.example", originProven: true });
    expect(await columns(await idOf(accountId, host))).toMatchObject({
      origin: "https://elsewhere.example",
      origin_proof: "operator",
    });
    const session = await signIn(email);
    const json2 = { origin: "https://victim.example" };
    const changed = await call("PATCH", `/api/account/domains/${host}`, { headers: session, json: json2 });
    expect(changed.body).toMatchObject({ originProven: false });
    expect(await columns(await idOf(accountId, host))).toMatchObject({ origin: "https://elsewhere.example" });
  });
});

describe("the daily ownership check", () => {
  it("is started by the daily tick, through the queue", async () => {
    const site = await newSite();
    const { session, id, path, content } = await owner(site);
    await site.set({ "/": { body: html() } });
    const at = Date.now() + DAY_MS;
    expect(CRONS["10 0 * * *"]).toContain("beginOwnershipChecks");
    await beginOwnershipChecks(env, at);
    await until(async () => (await rowOf(session, site.host)).proofLostAt === at);
    await site.set({ [path]: { body: content } });
    const read = (await findDomainById(db, id))!;
    await checkOwnership(env, id, at + DAY_MS);
    expect((await rowOf(session, site.host)).proofLostAt).toBeNull();
    // A late message changes nothing.
    await site.set({});
    await checkOwnership(env, id, at);
    expect((await rowOf(session, site.host)).proofLostAt).toBeNull();
    // Nor does a look that began before the last one and ended after it.
    await noteProof(db, read, { proofSeenAt: at, proofLostAt: at }, at + 1, lossOf(read, at + 1));
    expect((await rowOf(session, site.host)).proofLostAt).toBeNull();
  });

  it("does not mistake a site that is down or a failing resolver for a lost proof", async () => {
    const site = await newSite();
    const { session, id } = await owner(site);
    const half = { headers: { "content-length": "100", connection: "close" }, body: "half" };
    for (const [day, route] of [{ status: 503 }, { broken: true }, { status: 429 }, half].entries()) {
      await site.set({ "*": route });
      await checkOwnership(env, id, Date.now() + (day + 1) * DAY_MS);
      expect((await rowOf(session, site.host)).proofLostAt, JSON.stringify(route)).toBeNull();
    }
    expect((await columns(id))!["proof_checked_at"]).toBeGreaterThan(Date.now() + 3 * DAY_MS);
  });

  it("skips domains that the operator vouches for", async () => {
    const site = await newSite();
    const { accountId } = await newAccount("pro", [site.host]);
    const id = await idOf(accountId, site.host);
    await checkOwnership(env, id, Date.now() + DAY_MS);
    expect(await columns(id)).toMatchObject({ proof_checked_at: null, proof_lost_at: null });
  });

  it("transfers a domain after 14 days without proof to the account that proves it, and purges the old snapshots", async () => {
    const site = await newSite();
    const old = await owner(site);
    const rival = await claimant(site);
    await rival.publish();
    expect((await rival.verify()).body.error).toBe("domain_taken");
    // The rival's file has replaced the owner's. The proof has been missing for 13 days, then for 14.
    await checkOwnership(env, old.id, Date.now() - 13 * DAY_MS);
    expect((await rival.verify()).body.error).toBe("domain_taken");
    await env.DB.prepare("UPDATE domain SET proof_lost_at = ? WHERE id = ?")
      .bind(Date.now() - 14 * DAY_MS, old.id)
      .run();
    expect((await rival.verify()).body).toEqual({ verified: true, method: "file" });

    expect(await rowOf(rival.session, site.host)).toMatchObject({ verified: true, proofLostAt: null });
    const left = await rowOf(old.session, site.host);
    expect(left).toMatchObject({ verified: false, verificationMethod: null, proofLostAt: null });
    expect(left.verification.file.content).not.toBe(old.content);
    expect(await actions(old.account.accountId)).toContain("domain.taken_over");
    expect(await actions(rival.account.accountId)).toContain("domain.verified");
    await until(async () => (await columns(old.id))!["released_at"] === null);
  });

  it("keeps a domain whose owner restored the proof before anyone claimed it", async () => {
    const site = await newSite();
    const old = await owner(site);
    const rival = await claimant(site);
    const lostAt = Date.now() - 20 * DAY_MS;
    await env.DB.prepare("UPDATE domain SET proof_lost_at = ? WHERE id = ?").bind(lostAt, old.id).run();
    const read = (await findVerifiedDomain(db, site.host))!;
    await site.set({
      [old.path]: { body: old.content },
      "/": { body: html({ head: `<meta name="crawlready-verification" content="${rival.content}">` }) },
    });
    expect((await rival.verify()).body.error).toBe("domain_taken");
    expect(await rowOf(old.session, site.host)).toMatchObject({ verified: true, proofLostAt: null });
    // A rival that had looked while the proof was lost comes too late.
    const now = Date.now();
    expect(await takeOver(db, read, rival.id, "meta", now, lossOf(read, now))).toBe(false);
    expect(await rowOf(old.session, site.host)).toMatchObject({ verified: true });
  });

  it("purges a released domain's snapshots even if the message was lost", async () => {
    const site = await newSite();
    const { id } = await owner(site);
    await env.DB.prepare("UPDATE domain SET released_at = 1 WHERE id = ?").bind(id).run();
    expect(CRONS["*/15 * * * *"]).toContain("resendReleased");
    await resendReleased(env, 0, null);
    await until(async () => (await columns(id))!["released_at"] === null);
  });
});

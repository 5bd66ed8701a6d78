import { beforeAll, describe, expect, it } from "vitest";
import { CRONS, JOBS, type JobName } from "../../../src/jobs/crons";
import { throttleVerify } from "../../../src/accounts/throttle/throttle-verify";
import { HOUR_MS } from "../../../src/lib/time/time";
import {
  audit,
  call,
  env,
  html,
  newAccount,
  newSite,
  OPERATOR,
  PASSWORD,
  signIn,
  until,
  type Answer,
  type TestAccount,
  type TestSite,
} from "../support/api.ts";
import { countedVisits } from "../support/visits.ts";

type Headers = Record<string, string>;
const outcome = (answer: Answer) => [answer.status, answer.body.error];
const get = (headers: Headers, path: string) => call("GET", `/api/account${path}`, { headers });
const post = (headers: Headers, path: string, json: unknown = {}) =>
  call("POST", `/api/account${path}`, { headers, json });
const patch = (headers: Headers, path: string, json: unknown) =>
  call("PATCH", `/api/account${path}`, { headers, json });
const remove = (headers: Headers, path: string) => call("DELETE", `/api/account${path}`, { headers });
const newEmail = () => `member-${crypto.randomUUID()}@example.com`;
const newHost = () => `site-${crypto.randomUUID().slice(0, 8)}.example`;

/** Runs one job of a cron expression as its tick would. The other jobs query servers that are not part of this test. */
async function tick(job: JobName, cron: string, now: number): Promise<void> {
  expect(CRONS[cron]).toContain(job);
  await JOBS[job](env, now, null);
}

describe("the account", () => {
  it("shows plan, limits with overrides, usage, user and role", async () => {
    const account = await newAccount("starter", [newHost()], { prompts: 7 });
    const { body } = await get(await signIn(account.email), "");
    expect(body).toMatchObject({
      id: account.accountId,
      plan: "starter",
      limits: { audits: true, apiKeys: false, pagesPerRun: 500, prompts: 7, domains: 3 },
      usage: { onDemandAuditsPerMonth: 0, pagesPerMonth: 0, prompts: 0, domains: 1 },
      user: { id: account.userId, email: account.email },
      role: "owner",
    });
  });

  it("counts this month's audits and pages", async () => {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    await audit(account, site);
    const { usage } = (await get(await signIn(account.email), "")).body;
    expect(usage).toMatchObject({ onDemandAuditsPerMonth: 1, pagesPerMonth: 1 });
  });

  it("lets a user have fifty sessions: the oldest end", async () => {
    const account = await newAccount("pro");
    const oldest = await signIn(account.email);
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO session (id, expires_at, token, created_at, updated_at, user_id)
       SELECT ?1 || i, ?2 + 86400000, ?1 || i, ?2 + i, ?2 + i, ?1 FROM n`,
    )
      .bind(account.userId, Date.now())
      .run();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const newest = await signIn(account.email);
    expect((await get(newest, "/sessions")).body.sessions.length).toBe(50);
    expect([(await get(newest, "")).status, (await get(oldest, "")).status]).toEqual([200, 401]);
  });

  it("ends a session after ninety days, however often it was prolonged", async () => {
    const account = await newAccount("pro");
    const session = await signIn(account.email);
    const beganBefore = (days: number) =>
      env.DB.prepare("UPDATE session SET created_at = ? WHERE user_id = ?")
        .bind(Date.now() - days * 24 * HOUR_MS, account.userId)
        .run();
    await beganBefore(89);
    expect((await get(session, "")).status).toBe(200);
    await beganBefore(91);
    expect((await get(session, "")).status).toBe(401);
    expect((await call("GET", "/api/auth/get-session", { headers: session })).body).toBeNull();
    await tick("pruneSessions", "10 0 * * *", Date.now());
    const left = env.DB.prepare("SELECT count(*) AS n FROM session WHERE user_id = ?").bind(account.userId);
    expect(await left.first("n")).toBe(0);
  });

  it("holds a hundred keys and a hundred stats tokens that work, and a thousand revoked ones", async () => {
    const host = newHost();
    const account = await newAccount("pro", [host]);
    const owner = await signIn(account.email);
    const domainId = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(host).first<string>("id");
    const fill = (table: string, column: string, value: string | null, rows: number, revokedAt: number | null) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
         INSERT INTO ${table} (id, account_id, prefix, hash, created_at, revoked_at, ${column})
         SELECT ?1 || i, ?2, 'x', ?1 || i, 0, ?3 + i, ?4 FROM n`,
      )
        .bind(`${account.userId}-${revokedAt}-`, account.accountId, revokedAt, value)
        .run();
    // The account has a key already.
    await fill("api_key", "name", "x", 98, null);
    await fill("stats_token", "domain_id", domainId, 98, null);
    await fill("api_key", "name", "x", 1_200, 1);
    const key = () => post(owner, "/api-keys", { name: "one more" });
    const token = () => post(owner, "/stats-tokens", { domain: host });
    expect((await token()).status).toBe(201);
    const both = await Promise.all([key(), key()]);
    expect(both.map(outcome).map(String).sort()).toEqual(["201,", "403,key_limit_reached"]);
    expect((await token()).status).toBe(201);
    expect(outcome(await token())).toEqual([403, "key_limit_reached"]);
    const { apiKeys } = (await get(owner, "/api-keys")).body as { apiKeys: Array<{ id: string; revokedAt: number }> };
    expect(apiKeys.length).toBe(1_100);
    await remove(owner, `/api-keys/${apiKeys.find((each) => each.revokedAt === null)!.id}`);
    expect((await key()).status).toBe(201);
  });

  it("deletes expired sessions and keeps the others", async () => {
    const account = await newAccount("pro");
    const sessions = () =>
      env.DB.prepare("SELECT count(*) AS n FROM session WHERE user_id = ?").bind(account.userId).first("n");
    await signIn(account.email);
    const inUse = await signIn(account.email);
    await env.DB.prepare(
      "UPDATE session SET expires_at = 1 WHERE rowid = (SELECT min(rowid) FROM session WHERE user_id = ?)",
    )
      .bind(account.userId)
      .run();
    await tick("pruneSessions", "10 0 * * *", Date.now());
    expect(await sessions()).toBe(1);
    expect((await get(inUse, "")).status).toBe(200);
  });

  it("rejects API keys", async () => {
    const account = await newAccount("pro");
    expect(outcome(await get(account.auth, ""))).toEqual([401, "invalid_api_key"]);
  });
});

describe("members", () => {
  let account: TestAccount;
  let owner: Headers;
  let run: { id: string };
  const [a, b] = [newHost(), newHost()];

  beforeAll(async () => {
    const site = await newSite({ "/": { body: html() } });
    account = await newAccount("pro", [a, b, site.host]);
    owner = await signIn(account.email);
    run = (await audit(account, site)).run;
  });

  it("are restricted to their domains: the account's other domains are forbidden, foreign ones are not theirs", async () => {
    const email = newEmail();
    const added = await post(owner, "/members", { email, password: PASSWORD, role: "member", domains: [a] });
    expect([added.status, added.body]).toEqual([201, expect.objectContaining({ email, role: "member", domains: [a] })]);
    const member = await signIn(email);
    const daily = (domain: string) => call("GET", `/api/analytics/bots/daily?domain=${domain}`, { headers: member });
    expect((await daily(a)).status).toBe(200);
    expect(outcome(await daily(b))).toEqual([403, "domain_access_forbidden"]);
    expect(outcome(await daily("elsewhere.example"))).toEqual([403, "domain_not_owned"]);
    expect(outcome(await call("GET", `/api/seo-spider/runs/${run.id}`, { headers: member }))).toEqual([
      403,
      "domain_access_forbidden",
    ]);
    expect((await call("GET", "/api/seo-spider/runs", { headers: member })).body.runs).toEqual([]);
    expect((await get(member, "/domains")).body.domains.map((each: { domain: string }) => each.domain)).toEqual([a]);
    await post(owner, "/api-keys", { name: "key of a", domain: a });
    await post(owner, "/api-keys", { name: "key of b", domain: b });
    await post(owner, "/stats-tokens", { domain: b });
    expect((await get(member, "/api-keys")).body.apiKeys.map((each: { name: string }) => each.name)).toEqual([
      "key of a",
    ]);
    expect((await get(member, "/stats-tokens")).body.statsTokens).toEqual([]);
    expect(JSON.stringify((await get(member, "/audit-log")).body)).not.toContain(b);
    expect(outcome(await get(member, `/domains/${b}`))).toEqual([403, "domain_access_forbidden"]);

    const stranger = await signIn((await newAccount("pro")).email);
    expect(outcome(await call("GET", `/api/seo-spider/runs/${run.id}`, { headers: stranger }))).toEqual([
      404,
      "run_not_found",
    ]);
  });

  it("who are restricted see no other member, and the usage of their own domains", async () => {
    const question = { promptText: "Which one is best?", intent: "info", providers: ["chatgpt"] };
    const json = { action: "create", domain: b, ...question };
    expect((await call("POST", "/api/ai-mentions/prompts", { headers: account.auth, json })).status).toBe(200);
    const audited = await call("GET", `/api/seo-spider/runs/${run.id}`, { headers: account.auth });
    const seenBy = async (domains: string[]) => {
      const email = newEmail();
      await post(owner, "/members", { email, password: PASSWORD, role: "member", domains });
      const member = await signIn(email);
      const { members } = (await get(member, "/members")).body;
      expect(members.map((each: { email: string }) => each.email)).toEqual([email]);
      const { usage, left } = (await get(member, "")).body;
      // What is left is the account's, whose limits hold for everybody.
      expect(left).toEqual((await get(owner, "")).body.left);
      const { month: _month, ...own } = usage;
      return own;
    };
    const none = { onDemandAuditsPerMonth: 0, pagesPerMonth: 0, prompts: 0, domains: 1 };
    expect(await seenBy([a])).toEqual(none);
    expect(await seenBy([b])).toEqual({ ...none, prompts: 1 });
    expect(await seenBy([audited.body.run.domain])).toEqual({ ...none, onDemandAuditsPerMonth: 1, pagesPerMonth: 1 });
    const { usage, left, limits } = (await get(owner, "")).body;
    expect(usage).toMatchObject({ onDemandAuditsPerMonth: 1, pagesPerMonth: 1, prompts: 1, domains: 3 });
    expect([left.prompts, left.domains]).toEqual([limits.prompts - 1, limits.domains - 3]);
  });

  it("can read but not write", async () => {
    const email = newEmail();
    await post(owner, "/members", { email, password: PASSWORD, role: "member", domains: null });
    const member = await signIn(email);
    for (const path of ["", "/members", "/domains", `/domains/${a}`, "/api-keys", "/stats-tokens", "/audit-log"])
      expect((await get(member, path)).status, path).toBe(200);
    const writes = [
      post(member, "/members", { email: newEmail(), password: PASSWORD, role: "owner", domains: null }),
      remove(member, `/members/${account.userId}`),
      post(member, "/domains", { domain: newHost() }),
      patch(member, `/domains/${a}`, { brandName: "x" }),
      remove(member, `/domains/${a}`),
      post(member, `/domains/${a}/verify`),
      post(member, "/api-keys", { name: "x" }),
      remove(member, "/api-keys/x"),
      post(member, "/stats-tokens", { domain: a }),
      remove(member, "/stats-tokens/x"),
    ];
    for (const answer of await Promise.all(writes)) expect(outcome(answer)).toEqual([403, "owner_required"]);
  });

  it("are removed with their sessions; the last owner stays, even if two owners remove each other in parallel", async () => {
    const { email, userId } = await newAccount("free");
    const first = await signIn(email);
    expect(outcome(await remove(first, `/members/${userId}`))).toEqual([409, "last_owner"]);
    const secondEmail = newEmail();
    const second = (await post(first, "/members", { email: secondEmail, password: PASSWORD, role: "owner" })).body;
    const secondSession = await signIn(secondEmail);
    const answers = await Promise.all([
      remove(first, `/members/${second.userId}`),
      remove(secondSession, `/members/${userId}`),
    ]);
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 204).length).toBe(1);
    const [gone, left] = statuses[0] === 204 ? [secondSession, first] : [first, secondSession];
    expect((await get(gone, "")).status).toBe(401);
    expect((await get(left, "/members")).body.members.length).toBe(1);
  });

  it("are visible only to their own account, and join it once", async () => {
    const other = await newAccount("pro");
    expect(outcome(await remove(owner, `/members/${other.userId}`))).toEqual([404, "member_not_found"]);
    expect(outcome(await remove(owner, "/members/nobody"))).toEqual([404, "member_not_found"]);
    const json = { email: account.email, password: PASSWORD, role: "member", domains: null };
    expect(outcome(await post(owner, "/members", json))).toEqual([409, "email_taken"]);
    expect(outcome(await post(owner, "/members", { ...json, email: newEmail(), domains: ["no.example"] }))).toEqual([
      403,
      "domain_not_owned",
    ]);
    const restrictedOwner = { ...json, email: newEmail(), role: "owner", domains: [a] };
    expect(outcome(await post(owner, "/members", restrictedOwner))).toEqual([400, "invalid_request"]);
  });
});

describe("domains", () => {
  it("are counted exactly when twenty are added in parallel", async () => {
    const session = await signIn((await newAccount("starter")).email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(session, "/domains", { domain: newHost() })),
    );
    expect(answers.filter((answer) => answer.status === 201).length).toBe(3);
    expect(answers.filter((answer) => answer.body.error === "domain_limit_reached").length).toBe(17);
    expect((await get(session, "/domains")).body.domains.length).toBe(3);
  });

  it("exist once per account, even if added twice in parallel", async () => {
    const session = await signIn((await newAccount("pro")).email);
    const domain = newHost();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(session, "/domains", { domain })));
    expect(answers.map((answer) => answer.status).sort((x, y) => x - y)).toEqual([201, 409, 409, 409, 409]);
  });

  it("accept settings, and null resets them", async () => {
    const session = await signIn((await newAccount("pro")).email);
    const domain = newHost();
    const added = await post(session, "/domains", { domain: domain.toUpperCase(), brandName: "Acme" });
    expect(added.body).toMatchObject({ domain, verified: false, brandName: "Acme", snapshotTtlHours: 24 });
    const changed = await patch(session, `/domains/${domain}`, {
      brandName: null,
      competitors: [{ name: "Other" }],
      auditFrequency: "weekly",
      origin: "https://origin.example",
    });
    expect(changed.body).toMatchObject({
      brandName: null,
      competitors: [{ name: "Other" }],
      auditFrequency: "weekly",
      origin: "https://origin.example",
    });
    expect((await get(session, `/domains/${domain}`)).body).toEqual(changed.body);
    for (const body of [{}, { domain: "x.example" }, { verified: true }, { snapshotTtlHours: 0 }])
      expect(outcome(await patch(session, `/domains/${domain}`, body))).toEqual([400, "invalid_request"]);
    expect(outcome(await patch(session, "/domains/nope.example", { brandName: "x" }))).toEqual([
      403,
      "domain_not_owned",
    ]);
  });

  it("have settings of 64 KiB together, and are listed in pages of a megabyte", async () => {
    const domains = Array.from({ length: 40 }, newHost).toSorted();
    const { email, accountId } = await newAccount("business", domains);
    const session = await signIn(email);
    const aliases = Array.from({ length: 20 }, (_, i) => `${i}`.padEnd(120, "ü"));
    const competitors = Array.from({ length: 13 }, (_, i) => ({ name: `Other ${i}`, aliases }));
    const many = await patch(session, `/domains/${domains[0]}`, { competitors: [...competitors, ...competitors] });
    expect(outcome(many)).toEqual([400, "invalid_request"]);
    expect(many.body.issues[0]).toMatchObject({ path: "competitors", message: expect.stringContaining("65536 bytes") });
    expect(
      outcome(await post(session, "/domains", { domain: newHost(), competitors: [...competitors, ...competitors] })),
    ).toEqual([400, "invalid_request"]);
    expect((await patch(session, `/domains/${domains[0]}`, { competitors })).status).toBe(200);
    const excludePhrases = Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(120, "ü"));
    expect(outcome(await patch(session, `/domains/${domains[0]}`, { excludePhrases }))).toEqual([
      400,
      "invalid_request",
    ]);

    await env.DB.prepare("UPDATE domain SET competitors = ? WHERE account_id = ?")
      .bind(JSON.stringify(competitors), accountId)
      .run();
    const listed: string[] = [];
    let most = 0;
    for (let query = ""; ;) {
      const { body } = await get(session, `/domains${query}`);
      most = Math.max(most, JSON.stringify(body).length);
      listed.push(...body.domains.map((each: { domain: string }) => each.domain));
      if (body.nextCursor === null) break;
      query = `?cursor=${body.nextCursor}`;
    }
    expect(listed).toEqual(domains);
    expect(most).toBeLessThan(1024 * 1024);
    expect((await get(session, "/domains?limit=3")).body).toMatchObject({ nextCursor: domains[2] });
  });

  it("can't be added and removed without end", async () => {
    const { email, accountId } = await newAccount("free");
    const session = await signIn(email);
    const addAndRemove = async () => {
      const domain = newHost();
      const added = await post(session, "/domains", { domain });
      if (added.status === 201) expect((await remove(session, `/domains/${domain}`)).status).toBe(204);
      return added;
    };
    for (let i = 0; i < 10; i++) expect((await addAndRemove()).status).toBe(201);
    const refused = await addAndRemove();
    expect(outcome(refused)).toEqual([429, "rate_limited"]);
    expect(refused.body.message).toContain("10 domains a day");
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(86_000);
    expect(wait).toBeLessThanOrEqual(86_400);
    // The operator may add one, and a day later so may the account.
    const path = `/api/admin/accounts/${accountId}/domains`;
    const domain = newHost();
    expect((await call("POST", path, { headers: OPERATOR, json: { domain } })).status).toBe(201);
    expect(outcome(await addAndRemove())).toEqual([403, "domain_limit_reached"]);
    await remove(session, `/domains/${domain}`);
    await env.DB.prepare("UPDATE action_log SET at = at - ? WHERE account_id = ?")
      .bind(24 * HOUR_MS, accountId)
      .run();
    expect((await addAndRemove()).status).toBe(201);
  });

  it("take no URLs with a password, and hide those that were stored before", async () => {
    const host = newHost();
    const account = await newAccount("pro", [host]);
    const session = await signIn(account.email);
    const secret = `https://user:hunter2@${host}/`;
    for (const setting of [
      { origin: secret },
      { sitemapUrl: secret },
      { competitors: [{ name: "x", siteUrl: secret }] },
    ]) {
      const refused = await patch(session, `/domains/${host}`, setting);
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("set auditAccess")]);
    }
    await env.DB.prepare("UPDATE domain SET origin = ?1, sitemap_url = ?1 WHERE domain = ?2").bind(secret, host).run();
    const detail = JSON.stringify({ origin: secret, sitemapUrl: secret });
    await env.DB.prepare(
      `INSERT INTO action_log (id, account_id, actor_kind, action, detail, at) VALUES (?, ?, 'system', 'domain.changed', ?, ?)`,
    )
      .bind(crypto.randomUUID(), account.accountId, detail, Date.now())
      .run();
    const shown = (await get(session, `/domains/${host}`)).body;
    expect([shown.origin, shown.sitemapUrl]).toEqual([`https://***@${host}/`, `https://***@${host}/`]);
    const operators = await call("GET", `/api/admin/domains?domain=${host}`, { headers: OPERATOR });
    for (const answer of [await get(session, "/audit-log"), operators])
      expect(JSON.stringify(answer.body)).toMatch(/^(?!.*hunter2).*\*\*\*@/);
  });

  it("must be public, like their origins and sitemaps, unless private hosts are allowed", async () => {
    const session = await signIn((await newAccount("pro")).email);
    const allowed = env.ALLOW_PRIVATE_HOSTS;
    try {
      env.ALLOW_PRIVATE_HOSTS = undefined;
      for (const domain of ["127.0.0.1", "10.0.0.1", "localhost", "a.example:8080", "db.internal", "no host"])
        expect(outcome(await post(session, "/domains", { domain })), domain).toEqual([400, "invalid_request"]);
      for (const settings of [{ origin: "http://169.254.169.254" }, { sitemapUrl: "http://[::1]/sitemap.xml" }])
        expect(outcome(await post(session, "/domains", { domain: newHost(), ...settings }))).toEqual([
          400,
          "invalid_request",
        ]);
    } finally {
      env.ALLOW_PRIVATE_HOSTS = allowed;
    }
  });
});

describe("verifying a domain", () => {
  async function unverified() {
    const site = await newSite({ "/": { body: html() } });
    const resolver = await newSite();
    const account = await newAccount("pro");
    const session = await signIn(account.email);
    const { verification } = (await post(session, "/domains", { domain: site.host })).body;
    const dns = async (answer: unknown) => {
      const query = `?name=${verification.dnsTxt.name}&type=TXT`;
      await resolver.set({ [`/dns-query${query}`]: { body: JSON.stringify(answer) } });
    };
    const verify = async () => {
      env.DNS_RESOLVER_URL = `${resolver.origin}/dns-query`;
      return post(session, `/domains/${site.host}/verify`);
    };
    return { site, account, session, verification, dns, verify };
  }

  it("can't be used to ask somebody's host again and again; nobody else has to wait", async () => {
    const { site, dns, verify, session } = await unverified();
    const other = await unverified();
    await dns({ Status: 3 });
    const answers = [];
    for (let i = 0; i < 15; i++) answers.push(await verify());
    expect(answers.map(({ status }) => status)).toEqual([...Array(11).fill(422), ...Array(4).fill(429)]);
    expect(answers[11]!.body.error).toBe("rate_limited");
    expect(Number(answers[11]!.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(answers[11]!.headers.get("retry-after"))).toBeLessThanOrEqual(5);
    expect((await site.log()).filter((asked) => asked === "GET /").length).toBe(11);
    // Removing the domain and adding it again starts nothing anew.
    await remove(session, `/domains/${site.host}`);
    await post(session, "/domains", { domain: site.host });
    expect((await verify()).status).toBe(429);
    await other.dns({ Status: 3 });
    expect((await other.verify()).status).toBe(422);
  });

  it("asks one host for many accounts no faster than one a second from the sixty-first look on", async () => {
    // Names under one domain may all be names of one server.
    const looks = Array.from({ length: 70 }, (_, i) =>
      throttleVerify(env, `account-${i}`, `n${i}.wild.example`, [`n${i}.wild.example`]),
    );
    const settled = await Promise.allSettled(looks);
    const allowed = settled.filter(({ status }) => status === "fulfilled").length;
    expect([allowed, settled.length - allowed]).toEqual([61, 9]);
  });

  it("reports what was checked and found at each place", async () => {
    const { site, dns, verify, verification } = await unverified();
    await dns({ Status: 0, Answer: [{ type: 16, data: '"v=spf1 -all"' }] });
    await site.set({ "/": { body: html({ head: `<meta name="crawlready-verification" content="other">` }) } });
    const failed = await verify();
    expect(outcome(failed)).toEqual([422, "verification_failed"]);
    expect(failed.body.attempts).toEqual([
      {
        method: "dns",
        ok: false,
        lookedFor: expect.stringContaining(verification.dnsTxt.name),
        found: '"v=spf1 -all"',
      },
      { method: "file", ok: false, lookedFor: expect.stringContaining(verification.file.path), found: "status 404" },
      { method: "meta", ok: false, lookedFor: expect.stringContaining("crawlready-verification"), found: '"other"' },
    ]);
    for (const part of [verification.dnsTxt.value, verification.file.path, "status 404"])
      expect(failed.body.message).toContain(part);
  });

  it("works by DNS, even if the record is split into two strings", async () => {
    const { dns, verify, verification, session, site } = await unverified();
    const { value } = verification.dnsTxt;
    await dns({ Status: 0, Answer: [{ type: 16, data: `"${value.slice(0, 9)}" "${value.slice(9)}"` }] });
    expect((await verify()).body).toEqual({ verified: true, method: "dns" });
    expect((await get(session, `/domains/${site.host}`)).body).toMatchObject({
      verified: true,
      verificationMethod: "dns",
    });
    expect((await verify()).body).toEqual({ verified: true, method: "dns" });
  });

  it("works by the file", async () => {
    const { dns, verify, verification, site } = await unverified();
    await dns({ Status: 3 });
    await site.set({ [verification.file.path]: { body: `${verification.file.content}\n` } });
    expect((await verify()).body).toEqual({ verified: true, method: "file" });
  });

  it("works by a meta tag in the head, but not in the body", async () => {
    const { dns, verify, verification, site } = await unverified();
    await dns({ Status: 3 });
    await site.set({ "/": { body: html({ body: verification.meta }) } });
    expect((await verify()).status).toBe(422);
    await site.set({ "/": { body: html({ head: verification.meta }) } });
    expect((await verify()).body).toEqual({ verified: true, method: "meta" });
  });

  it("does not follow redirects to another host", async () => {
    const { dns, verify, verification, site } = await unverified();
    const elsewhere = await newSite({ "/proof": { body: verification.file.content } });
    await dns({ Status: 3 });
    await site.set({ [verification.file.path]: { status: 302, headers: { location: `${elsewhere.origin}/proof` } } });
    expect((await verify()).status).toBe(422);
    expect(await elsewhere.log()).toEqual([]);
  });

  it("has one winner when two accounts prove the same domain in parallel", async () => {
    const first = await unverified();
    const rival = await newAccount("pro");
    const rivalSession = await signIn(rival.email);
    const { verification } = (await post(rivalSession, "/domains", { domain: first.site.host })).body;
    await first.dns({ Status: 3 });
    await first.site.set({
      [first.verification.file.path]: { body: first.verification.file.content },
      "/": { body: html({ head: verification.meta }) },
    });
    const answers = await Promise.all([first.verify(), post(rivalSession, `/domains/${first.site.host}/verify`)]);
    expect(answers.map((answer) => answer.status).sort((x, y) => x - y)).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)!.body.error).toBe("domain_taken");
  });
});

describe("removing a domain", () => {
  const idOf = async (domain: string) =>
    (await env.DB.prepare("SELECT id FROM domain WHERE domain = ? AND deleted_at IS NULL")
      .bind(domain)
      .first<string>("id"))!;

  /** All tables that contain rows of a domain. */
  async function tablesWith(domainId: string): Promise<string[]> {
    const tables = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`domain_id`%' ORDER BY 1",
    ).all<{ name: string }>();
    const found: string[] = [];
    for (const { name } of tables.results) {
      const row = env.DB.prepare(`SELECT 1 FROM ${name} WHERE domain_id = ? LIMIT 1`).bind(domainId);
      if (await row.first()) found.push(name);
    }
    return found;
  }

  /** Gives a domain an audit, a visit, a prompt, a key and a token. */
  async function fill(account: TestAccount, site: TestSite, session: Headers) {
    await audit(account, site);
    const visit = { id: "1", at: new Date().toISOString(), path: "/", userAgent: "GPTBot/1.0", servedBy: "cache" };
    const send = (path: string, json: unknown) => call("POST", path, { headers: account.auth, json });
    await send("/api/analytics/visits", { domain: site.host, events: [visit] });
    const question = { promptText: "Which?", intent: "info", providers: ["claude"] };
    await send("/api/ai-mentions/prompts", { action: "create", domain: site.host, ...question });
    const { key } = (await post(session, "/api-keys", { name: "scoped", domain: site.host })).body;
    const { token } = (await post(session, "/stats-tokens", { domain: site.host })).body;
    const id = await idOf(site.host);
    await until(async () => (await countedVisits(id)) > 0);
    return { id, key: key as string, token: token as string };
  }

  it("deletes its keys, tokens, runs, visits, prompts and snapshots, but nothing of the account's other domains", async () => {
    const [goneSite, keptSite] = [await newSite({ "/": { body: html() } }), await newSite({ "/": { body: html() } })];
    const account = await newAccount("pro", [goneSite.host, keptSite.host]);
    const session = await signIn(account.email);
    const gone = await fill(account, goneSite, session);
    const kept = await fill(account, keptSite, session);
    const keptTables = await tablesWith(kept.id);
    expect(keptTables).toEqual(expect.arrayContaining(["api_key", "audit_run", "prompt", "stats_token"]));
    const index = env.SNAPSHOT_INDEX.getByName(gone.id);
    const begun = await index.begin("/", Date.now());

    expect((await remove(session, `/domains/${goneSite.host}`)).status).toBe(204);
    const refused = await call("GET", "/api/seo-spider/runs", { headers: { "x-service-api-key": gone.key } });
    expect(refused.status).toBe(401);
    expect((await call("GET", `/api/analytics/bots/daily?token=${gone.token}`)).status).toBe(401);
    expect(outcome(await remove(session, `/domains/${goneSite.host}`))).toEqual([403, "domain_not_owned"]);
    expect((await post(session, "/domains", { domain: goneSite.host })).status).toBe(201);

    await until(async () => (await tablesWith(gone.id)).join() === "api_key,stats_token");
    expect([await countedVisits(gone.id), await countedVisits(kept.id)]).toEqual([0, 1]);
    expect("token" in begun && (await index.begin("/", Date.now()))).toMatchObject({ token: expect.any(String) });

    await tick("resendPurges", "*/15 * * * *", Date.now() + 2 * HOUR_MS);
    await until(async () => !(await env.DB.prepare("SELECT 1 FROM domain WHERE id = ?").bind(gone.id).first()));
    expect(await tablesWith(gone.id)).toEqual([]);
    expect(await tablesWith(kept.id)).toEqual(keptTables);
    expect((await get(session, `/domains/${goneSite.host}`)).status).toBe(200);
  });

  it("is completed by the cron if its message was lost", async () => {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    await audit(account, site);
    const id = await idOf(site.host);
    await env.DB.prepare("UPDATE domain SET deleted_at = ?, verified_at = NULL WHERE id = ?")
      .bind(Date.now(), id)
      .run();
    await tick("resendPurges", "*/15 * * * *", Date.now());
    await until(async () => !(await tablesWith(id)).includes("audit_run"));
  });

  it("can be verified by the operator after they were added, with the given settings", async () => {
    const account = await newAccount("pro");
    const session = await signIn(account.email);
    const domain = newHost();
    expect((await post(session, "/domains", { domain, brandName: "Ours" })).status).toBe(201);
    const vouch = () =>
      call("POST", `/api/admin/accounts/${account.accountId}/domains`, {
        headers: OPERATOR,
        json: { domain, verified: true, origin: "http://127.0.0.1:9" },
      });
    expect(await vouch()).toMatchObject({
      status: 201,
      body: { domain, verified: true, brandName: "Ours", origin: "http://127.0.0.1:9" },
    });
    expect(outcome(await vouch())).toEqual([409, "domain_taken"]);
    const log = (await get(session, "/audit-log")).body.entries.map((entry: { action: string }) => entry.action);
    expect(log.slice(0, 3).sort()).toEqual(["domain.added", "domain.changed", "domain.verified"]);
    const other = await newAccount("pro");
    const theirs = await signIn(other.email);
    expect((await post(theirs, "/domains", { domain })).status).toBe(201);
    const json = { domain, verified: true };
    const taken = await call("POST", `/api/admin/accounts/${other.accountId}/domains`, { headers: OPERATOR, json });
    expect(outcome(taken)).toEqual([409, "domain_taken"]);
  });

  it("does not refund this month's audits", async () => {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host], { onDemandAuditsPerMonth: 1 });
    const session = await signIn(account.email);
    await audit(account, site);
    const id = await idOf(site.host);
    await remove(session, `/domains/${site.host}`);
    await until(async () => !(await tablesWith(id)).includes("audit_run"));
    const { usage } = (await get(session, "")).body;
    expect(usage).toMatchObject({ onDemandAuditsPerMonth: 1, pagesPerMonth: 1, domains: 0 });
    const json = { domain: site.host, verified: true };
    await call("POST", `/api/admin/accounts/${account.accountId}/domains`, { headers: OPERATOR, json });
    const again = await call("POST", "/api/seo-spider/runs", {
      headers: account.auth,
      json: { domain: site.host, urls: [`${site.origin}/`], mode: "follow" },
    });
    expect(outcome(again)).toEqual([403, "on_demand_limit_reached"]);
  });
});

describe("keys and tokens", () => {
  it("are shown once, listed by prefix with their last use, and revoked immediately", async () => {
    const domain = newHost();
    const account = await newAccount("pro", [domain]);
    const session = await signIn(account.email);
    const made = (await post(session, "/api-keys", { name: "ci", domain })).body;
    expect(made).toMatchObject({ name: "ci", domain, key: expect.stringMatching(/^crk_[0-9A-Za-z]{43}$/) });
    const use = () => call("GET", "/api/seo-spider/runs", { headers: { "x-service-api-key": made.key } });
    expect((await use()).status).toBe(200);
    const listed = await until(async () => {
      const { apiKeys } = (await get(session, "/api-keys")).body;
      return apiKeys.find((each: { id: string; lastUsedAt: number }) => each.id === made.id && each.lastUsedAt);
    });
    expect(listed).toMatchObject({ name: "ci", domain, prefix: made.key.slice(0, 12), revokedAt: null });
    expect(JSON.stringify((await get(session, "/api-keys")).body)).not.toContain(made.key);
    expect((await remove(session, `/api-keys/${made.id}`)).status).toBe(204);
    expect((await use()).status).toBe(401);
    expect((await remove(session, `/api-keys/${made.id}`)).status).toBe(204);
    const stranger = await signIn((await newAccount("pro")).email);
    expect(outcome(await remove(stranger, `/api-keys/${made.id}`))).toEqual([404, "key_not_found"]);

    const token = (await post(session, "/stats-tokens", { domain })).body;
    const read = () => call("GET", `/api/analytics/bots/daily?token=${token.token}`);
    expect((await read()).status).toBe(200);
    expect(outcome(await remove(stranger, `/stats-tokens/${token.id}`))).toEqual([404, "token_not_found"]);
    expect((await remove(session, `/stats-tokens/${token.id}`)).status).toBe(204);
    expect((await read()).status).toBe(401);
  });

  it("of every plan work for the cache, deploys and reported visits, and below Pro for nothing else", async () => {
    for (const plan of ["free", "starter"] as const) {
      const domain = newHost();
      const session = await signIn((await newAccount(plan, [domain])).email);
      const { status, body } = await post(session, "/api-keys", { name: "nginx", domain });
      expect([plan, status]).toEqual([plan, 201]);
      const headers = { "x-service-api-key": body.key };
      const events = [{ id: "1", at: new Date().toISOString(), path: "/", userAgent: "GPTBot", servedBy: "cache" }];
      const works = await Promise.all([
        call("POST", "/api/prerender/cache/invalidate-page-cache", { headers, json: { domain, path: "/" } }),
        call("GET", `/api/deploys?domain=${domain}`, { headers }),
        call("POST", "/api/analytics/visits", { headers, json: { domain, events } }),
        call("POST", `/api/analytics/logs?domain=${domain}`, { headers: { ...headers, "content-type": "text/plain" } }),
      ]);
      expect([plan, ...works.map((each) => each.status)]).toEqual([plan, 200, 200, 202, 202]);
      for (const path of [
        "seo-spider/runs",
        `analytics/bots?domain=${domain}`,
        `ai-mentions/prompts?domain=${domain}`,
      ]) {
        const refused = await call("GET", `/api/${path}`, { headers });
        expect([path, ...outcome(refused), refused.body.requiredPlan]).toEqual([path, 403, "plan_required", "pro"]);
      }
    }
  });

  it("need the domain if they are limited to one", async () => {
    const pro = await signIn((await newAccount("pro")).email);
    expect(outcome(await post(pro, "/api-keys", { name: "ci", domain: "no.example" }))).toEqual([
      403,
      "domain_not_owned",
    ]);
    expect(outcome(await post(pro, "/stats-tokens", { domain: "no.example" }))).toEqual([403, "domain_not_owned"]);
  });

  it("return plan_required after a downgrade and work again after an upgrade", async () => {
    const account = await newAccount("pro", [newHost()]);
    const plan = (name: string) =>
      call("PATCH", `/api/admin/accounts/${account.accountId}`, { headers: OPERATOR, json: { plan: name } });
    const use = () => call("GET", "/api/seo-spider/runs", { headers: account.auth });
    await plan("starter");
    expect(outcome(await use())).toEqual([403, "plan_required"]);
    await plan("business");
    expect((await use()).status).toBe(200);
  });
});

describe("the action log", () => {
  it("holds who did what, newest first, in pages", async () => {
    const account = await newAccount("pro");
    const session = await signIn(account.email);
    const domain = newHost();
    await post(session, "/domains", { domain });
    const key = (await post(session, "/api-keys", { name: "ci" })).body;
    await remove(session, `/api-keys/${key.id}`);
    await remove(session, `/domains/${domain}`);
    const { entries } = (await get(session, "/audit-log")).body;
    expect(entries.map((each: { action: string }) => each.action)).toEqual([
      "domain.removed",
      "api_key.revoked",
      "api_key.created",
      "domain.added",
      "session.opened",
      "api_key.created",
      "account.changed",
      "account.created",
    ]);
    expect(entries[0]).toMatchObject({ actor: { kind: "user", id: account.userId }, target: domain });
    expect(entries.at(-1)).toMatchObject({ actor: { kind: "operator", id: null } });
    expect(JSON.stringify(entries)).not.toContain(key.key);

    const pages: unknown[] = [];
    for (let cursor = ""; ;) {
      const page = (await get(session, `/audit-log?limit=3${cursor}`)).body;
      pages.push(...page.entries);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(pages).toEqual(entries);
    expect(outcome(await get(session, "/audit-log?cursor=nonsense"))).toEqual([400, "invalid_request"]);
    const stranger = await signIn((await newAccount("pro")).email);
    expect(JSON.stringify((await get(stranger, "/audit-log")).body)).not.toContain(account.userId);
  });

  it("names changed settings without their values, and stays small however large the change is", async () => {
    const { email, accountId } = await newAccount("pro");
    const session = await signIn(email);
    const domain = newHost();
    await post(session, "/domains", { domain });
    const brandAliases = Array.from({ length: 50 }, (_, i) => `alias ${i}`.padEnd(120, "ü"));
    const startedAt = Date.now();
    for (let i = 0; i < 20; i++) await patch(session, `/domains/${domain}`, { brandName: "Secret", brandAliases });
    const [entry] = (await get(session, "/audit-log?action=domain.changed")).body.entries;
    expect(entry.detail).toEqual({ settings: ["brandName", "brandAliases"] });
    const bytes = await env.DB.prepare(
      "SELECT sum(octet_length(detail)) AS n FROM action_log WHERE account_id = ? AND action = 'domain.changed'",
    )
      .bind(accountId)
      .first<number>("n");
    const sent = 20 * JSON.stringify(brandAliases).length;
    console.log(`20 changes of ${sent} characters wrote ${bytes} bytes in ${Date.now() - startedAt} ms`);
    expect(bytes).toBeLessThan(20 * 100);
  });

  it("answers less than a megabyte, however much is stored", async () => {
    const { email, accountId } = await newAccount("pro");
    const session = await signIn(email);
    const fill = (count: number, bytes: number, at: number) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         INSERT INTO action_log (id, account_id, actor_kind, actor_id, action, target, detail, at)
         SELECT printf('00000000-0000-4000-8000-%012d', ?2 * 1000 + i), ?3, 'user', ?4, 'domain.changed', ?5, json_object('x', printf('%.*c', ?6, 'x')), ?2 FROM n`,
      )
        .bind(count, at, accountId, crypto.randomUUID(), `${"a".repeat(60)}.${"b".repeat(60)}.example`, bytes)
        .run();
    await fill(500, 1_010, 2);
    await fill(300, 1_010, 1);
    const most: number[] = [];
    let seen = 0;
    for (let cursor = ""; ;) {
      const { body } = await get(session, `/audit-log?action=domain.changed&limit=500${cursor}`);
      most.push(JSON.stringify(body).length);
      seen += body.entries.length;
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(seen).toBe(800);
    console.log(`pages of the log: ${most.join(", ")} bytes`);
    expect(Math.max(...most)).toBeLessThan(1_000_000);
  });

  it("keeps the latest 5,000 entries of each action, so that none pushes out another", async () => {
    const { email, accountId } = await newAccount("pro");
    const session = await signIn(email);
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5300)
       INSERT INTO action_log (id, account_id, actor_kind, action, at) SELECT hex(randomblob(16)), ?1, 'key', 'cache.site_invalidated', ?2 + i FROM n`,
    )
      .bind(accountId, Date.now() + HOUR_MS)
      .run();
    const { n, first } = (await env.DB.prepare(
      "SELECT count(*) AS n, min(at) AS first FROM action_log WHERE account_id = ? AND action = 'cache.site_invalidated'",
    )
      .bind(accountId)
      .first<{ n: number; first: number }>())!;
    expect(n).toBeGreaterThanOrEqual(5_000);
    expect(n).toBeLessThan(5_064);
    expect(first).toBeGreaterThan(Date.now() + HOUR_MS);
    const { entries } = (await get(session, "/audit-log?action=account")).body;
    expect(entries.map((each: { action: string }) => each.action)).toEqual(["account.changed", "account.created"]);
  });

  it("records invalidations made with a key", async () => {
    const domain = newHost();
    const account = await newAccount("pro", [domain]);
    const json = { domain, path: "/" };
    await call("POST", "/api/prerender/cache/invalidate-page-cache", { headers: account.auth, json });
    const { entries } = (await get(await signIn(account.email), "/audit-log")).body;
    const entry = entries.find((each: { action: string }) => each.action.startsWith("cache."));
    expect(entry).toMatchObject({ actor: { kind: "key" }, target: domain });
  });
});

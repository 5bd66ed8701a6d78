import { exports } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDb } from "../../../src/db/client";
import { claimHostnames, dueHostnames, recordChanges } from "../../../src/hostnames/hostname-repo";
import { followHostnames } from "../../../src/hostnames/follow-hostnames";
import { CustomHostnamesApi } from "../../support/custom-hostnames-api.ts";
import { call, env, newAccount, OPERATOR, signIn, until } from "../support/api.ts";

const TOKEN = "a-token-that-nobody-may-see";
const API = "https://api.cloudflare.dev/client/v4";
const SETTINGS = {
  CUSTOM_HOSTNAMES_ZONE: "zone1",
  CUSTOM_HOSTNAMES_TOKEN: TOKEN,
  CUSTOM_HOSTNAMES_TARGET: "customers.saas.dev",
  CUSTOM_HOSTNAMES_API_URL: API,
  CUSTOM_HOSTNAMES_PER_MINUTE: "6000",
};
const cloudflare = new CustomHostnamesApi({ zone: "zone1", token: TOKEN, perMinute: 6000 });
const realFetch = globalThis.fetch;

beforeAll(() => {
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith(API) ? cloudflare.answer(request) : realFetch(request);
  };
});
afterAll(() => void (globalThis.fetch = realFetch));

const isOn = (on: boolean) => {
  for (const [name, value] of Object.entries(SETTINGS)) Object.assign(env, { [name]: on ? value : undefined });
};

/** A turn at once, without waiting for the time that there is between turns. */
const turn = () =>
  followHostnames(
    { ...env, RATE_LIMITER: { getByName: () => ({ take: async () => ({ allowed: true }) }) } as never },
    Date.now(),
    null,
  );

/** An account with a session, and what it does with its domains. */
async function customer(plan = "pro") {
  const account = await newAccount(plan);
  const session = await signIn(account.email);
  const add = (domain: string, settings: object = {}) =>
    call("POST", "/api/account/domains", { headers: session, json: { domain, ...settings } });
  const change = (domain: string, json: object) =>
    call("PATCH", `/api/account/domains/${domain}`, { headers: session, json });
  const remove = (domain: string) => call("DELETE", `/api/account/domains/${domain}`, { headers: session });
  const read = (domain: string) => call("GET", `/api/domains/${domain}/hostname`, { headers: session });
  const check = (domain: string) => call("POST", `/api/domains/${domain}/hostname/check`, { headers: session });
  const reaches = (domain: string, state: string) =>
    until(async () => {
      await turn();
      const { body } = await read(domain);
      return body.state === state && body;
    });
  return { account, session, add, change, remove, read, check, reaches };
}

describe("custom hostnames that the operator has not set up", () => {
  it("are refused, and no domain has one", async () => {
    isOn(false);
    const { add, change, read } = await customer();
    expect((await add("plain.shop.dev")).body).toMatchObject({ customHostname: false });
    expect(await read("plain.shop.dev")).toMatchObject({ status: 404, body: { error: "hostname_not_found" } });
    expect(await change("plain.shop.dev", { customHostname: true })).toMatchObject({
      status: 409,
      body: { error: "custom_hostnames_unavailable" },
    });
  });

  it("can be had by a domain from before, once the operator sets them up", async () => {
    isOn(false);
    const { add, change, reaches } = await customer();
    await add("earlier.shop.dev");
    isOn(true);
    expect((await change("earlier.shop.dev", { customHostname: true })).status).toBe(200);
    await reaches("earlier.shop.dev", "pending");
  });
});

describe("a custom hostname", () => {
  it("is created with its domain, followed until it is active, and deleted with it", async () => {
    isOn(true);
    const { account, add, remove, check, reaches } = await customer();
    expect((await add("www.shop.dev")).body).toMatchObject({ customHostname: true });
    const pending = await reaches("www.shop.dev", "pending");
    const { id } = cloudflare.find("www.shop.dev")!;
    expect(pending).toMatchObject({
      managed: true,
      records: [
        { purpose: "routing", type: "CNAME", name: "www.shop.dev", value: "customers.saas.dev" },
        { purpose: "ownership", type: "TXT", name: "_cf-custom-hostname.www.shop.dev", value: `token-${id}` },
      ],
      problems: ["DNS does not point here yet: set the CNAME record, or the TXT record for ownership."],
    });
    cloudflare.pointing.add("www.shop.dev");
    for (let asked = 0; asked < 3; asked++) {
      expect((await check("www.shop.dev")).status).toBe(202);
      await until(
        async () =>
          (await env.DB.prepare("SELECT asked FROM custom_hostname WHERE hostname = 'www.shop.dev'").first("asked")) ===
          0,
      );
    }
    const active = await reaches("www.shop.dev", "active");
    expect(active).toMatchObject({ problems: [], records: [{ purpose: "routing" }], certificateStatus: "active" });
    const { body: names } = await call("GET", "/api/domains", { headers: account.auth });
    expect(names.domains).toMatchObject([{ domain: "www.shop.dev", hostname: "active" }]);
    expect(JSON.stringify([pending, active, names])).not.toContain(TOKEN);
    await remove("www.shop.dev");
    await until(async () => (await turn(), cloudflare.find("www.shop.dev") === undefined));
    await until(async () => (await turn(), await rowOf("www.shop.dev")) === null);
  });

  it("that the operator made by hand is shown, and neither changed nor deleted", async () => {
    isOn(true);
    const { id } = cloudflare.addByHand("hand.shop.dev");
    const { add, check, remove, reaches } = await customer();
    await add("hand.shop.dev");
    expect(await reaches("hand.shop.dev", "pending")).toMatchObject({ managed: false });
    await check("hand.shop.dev");
    await remove("hand.shop.dev");
    await until(async () => (await turn(), await rowOf("hand.shop.dev")) === null);
    expect(cloudflare.find("hand.shop.dev")?.id).toBe(id);
    expect(cloudflare.touched.has(id)).toBe(false);
  });

  it("is not created for a stranger's domain before it is verified", async () => {
    isOn(true);
    const { account, add } = await customer("free");
    expect((await add("free.shop.dev")).body).toMatchObject({ customHostname: true });
    await turn();
    expect(await rowOf("free.shop.dev")).toBeNull();
    const path = `/api/admin/accounts/${account.accountId}/domains`;
    await call("POST", path, { headers: OPERATOR, json: { domain: "free.shop.dev", verified: true } });
    await until(async () => (await turn(), await rowOf("free.shop.dev"))?.["state"] === "pending");
  });

  it("stays while another account wants it", async () => {
    isOn(true);
    const [first, second] = [await customer(), await customer()];
    await first.add("both.shop.dev");
    await second.add("both.shop.dev");
    await second.reaches("both.shop.dev", "pending");
    await first.remove("both.shop.dev");
    await turn();
    expect(await rowOf("both.shop.dev")).toMatchObject({ unwanted: 0 });
    await second.change("both.shop.dev", { customHostname: false });
    await until(async () => (await turn(), await rowOf("both.shop.dev")) === null);
    expect(cloudflare.find("both.shop.dev")).toBeUndefined();
  });

  it("that Cloudflare refuses says why", async () => {
    isOn(true);
    const { add, reaches } = await customer();
    cloudflare.elsewhere.add("elsewhere.shop.dev");
    await add("elsewhere.shop.dev", {});
    await until(async () => {
      await turn();
      await env.DB.prepare("UPDATE custom_hostname SET not_before = 0 WHERE hostname = 'elsewhere.shop.dev'").run();
      return (await rowOf("elsewhere.shop.dev"))?.["state"] === "refused";
    });
    expect(await reaches("elsewhere.shop.dev", "refused")).toMatchObject({
      problems: [expect.stringContaining("Another zone at Cloudflare has this hostname")],
    });
  });
});

describe("turns at the same time", () => {
  const now = 1_800_000_000_000;
  const add = async (hostname: string) => {
    const columns = "(hostname, account_id, not_before, looks) VALUES (?, 'race', -1, 0)";
    await env.DB.prepare(`INSERT INTO custom_hostname ${columns}`).bind(hostname).run();
    const due = await dueHostnames(openDb(env.DB), 0, false, { limit: 1_000, after: "" });
    return due.find((row) => row.hostname === hostname)!;
  };

  // The simulation's `--hostnames 4000 --seed 1`: an attempt that nobody noted made a hostname of ours a foreign one.
  it("claim only a row that is still as it was read", async () => {
    const db = openDb(env.DB);
    const row = await add("read.race.dev");
    await env.DB.prepare("UPDATE custom_hostname SET looks = 1, not_before = 0 WHERE hostname = ?")
      .bind(row.hostname)
      .run();
    expect(await claimHostnames(db, { created: [], others: [row] }, now)).toEqual([]);
    const created = [{ ...row, looks: 1, notBefore: 0 }];
    expect(await claimHostnames(db, { created, others: [] }, now)).toEqual(created);
    expect(await rowOf(row.hostname)).toMatchObject({ tried_from: now, tried_until: now });
  });

  it("don't take back what a later attempt has noted", async () => {
    const db = openDb(env.DB);
    const row = { ...(await add("late.race.dev")), looks: 1 };
    await env.DB.prepare("UPDATE custom_hostname SET tried_from = ?1, tried_until = ?1 WHERE hostname = ?2")
      .bind(now + 1, row.hostname)
      .run();
    const set = { triedFrom: null, triedUntil: null, isOurs: false };
    await recordChanges(db, [{ row, change: { drop: false, set, isAnswered: false } }], now);
    expect(await rowOf(row.hostname)).toMatchObject({ tried_from: now + 1, is_ours: null });
  });
});

describe("the dashboard", () => {
  it("shows how far a hostname is and the records to set, and has it checked again", async () => {
    isOn(true);
    const { account, session, add, reaches } = await customer();
    await add("card.shop.dev");
    const path = `/api/admin/accounts/${account.accountId}/domains`;
    await call("POST", path, { headers: OPERATOR, json: { domain: "card.shop.dev", verified: true } });
    await reaches("card.shop.dev", "pending");
    const open = (address: string, method = "GET") =>
      exports.default.fetch(`http://api.test/app/site/card.shop.dev/settings/${address}`, {
        redirect: "manual",
        method,
        headers: { ...session, "content-type": "application/x-www-form-urlencoded" },
      });
    const html = await (await open("ownership")).text();
    expect(html).toContain("waits for its records or its certificate");
    expect(html).toContain('data-copy="customers.saas.dev"');
    expect(html).toContain('data-copy="_cf-custom-hostname.card.shop.dev"');
    expect(html).toContain("DNS does not point here yet");
    const checked = await open("hostname", "POST");
    expect(checked.status).toBe(303);
    const { id } = cloudflare.find("card.shop.dev")!;
    await until(async () => (await turn(), cloudflare.touched.has(id)));
  });
});

const rowOf = (hostname: string) =>
  env.DB.prepare("SELECT * FROM custom_hostname WHERE hostname = ?").bind(hostname).first();

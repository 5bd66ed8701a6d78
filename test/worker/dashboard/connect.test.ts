import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { GUIDES } from "../../../src/dashboard/pages/cache/connect/guides";
import { call, html, newAccount, newSite, PASSWORD, signIn } from "../support/api.ts";

const KEY = /<input type="hidden" name="key" value="(crk_\w+)"/;
const chosen = (page: string) => /value="(\w+)" id="platform-\w+" checked/.exec(page)?.[1];

async function opened() {
  const site = await newSite({ "*": { body: html() } });
  const account = await newAccount("free", [site.host]);
  const session = await signIn(account.email);
  const path = `/app/site/${site.host}/cache/connect`;
  const send = async (fields: Record<string, string>, headers = session) => {
    const answer = await exports.default.fetch(`http://api.test${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    return { status: answer.status, page: await answer.text() };
  };
  const keys = async () => (await call("GET", "/api/account/api-keys", { headers: session })).body.apiKeys;
  return { site, session, path, send, keys };
}

it("the key that was made once stays on the page from form to form, with the platform, and is made once", async () => {
  const { site, send, keys } = await opened();
  const before = (await keys()).length;
  const made = await send({ do: "key", platform: "caddy" });
  const key = KEY.exec(made.page)![1]!;
  expect([made.status, chosen(made.page)]).toEqual([200, "caddy"]);
  // In the code of every guide that needs one.
  expect(made.page.split(key).length).toBeGreaterThan(2 * GUIDES.filter(({ noKey }) => !noKey).length);
  expect(made.page).not.toContain("crk_YOUR_KEY");
  const tested = await send({ do: "test", platform: "caddy", key });
  expect([KEY.exec(tested.page)?.[1], chosen(tested.page)]).toEqual([key, "caddy"]);
  expect(tested.page).toContain("Your site answered Googlebot itself.");
  const again = await send({ do: "key", platform: "caddy", key });
  expect(KEY.exec(again.page)?.[1]).toBe(key);
  expect((await keys()).length).toBe(before + 1);
  expect((await keys()).filter(({ domain }: { domain: string }) => domain === site.host)).toHaveLength(1);
});

it("shows nothing that is no key, and opens the address's platform or the first", async () => {
  const { session, path, send } = await opened();
  const { page } = await send({ do: "test", key: `"><script>alert(1)</script>`, platform: "<b>" });
  expect(page).not.toMatch(/<script>alert|value="crk_/);
  expect(chosen(page)).toBe(GUIDES[0]!.id);
  const named = await exports.default.fetch(`http://api.test${path}?platform=nginx`, { headers: session });
  expect(chosen(await named.text())).toBe("nginx");
});

it("lets members test, and tells them who makes keys", async () => {
  const { session, send, path } = await opened();
  const member = { email: `m-${crypto.randomUUID()}@example.com`, password: PASSWORD, role: "member" };
  const added = await call("POST", "/api/account/members", { headers: session, json: member });
  expect(added.status).toBe(201);
  const own = await signIn(member.email);
  const seen = await (await exports.default.fetch(`http://api.test${path}`, { headers: own })).text();
  expect(seen).toContain("Only owners of the account can make keys.");
  expect((await send({ do: "test" }, own)).page).toContain("Your site answered Googlebot itself.");
  expect((await send({ do: "key" }, own)).page).not.toMatch(KEY);
});

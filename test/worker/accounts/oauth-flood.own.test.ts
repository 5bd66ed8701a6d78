import { beforeEach, expect, it } from "vitest";
import { call, env } from "../support/api.ts";
import { RETURN } from "./oauth-app.ts";

const MINUTE_MS = 60_000;
const OLD = Date.now() - 16 * MINUTE_MS;
const registered = (address: string) =>
  call("POST", "/oauth/register", {
    headers: { "cf-connecting-ip": address },
    json: { client_name: "Assistant", redirect_uris: [RETURN] },
  });
/** As many registrations as if they had come before. */
const fill = (count: number, address: string | null, at: number, prefix = "crc_filled") =>
  env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO oauth_client (id, name, redirect_uris, address, created_at, expires_at)
     SELECT ?2 || '_' || i, 'x', '[]', replace(?3, '%', i), ?4, ?4 + 86400000 FROM n`,
  )
    .bind(count, prefix, address, at)
    .run();
const count = (prefix: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM oauth_client WHERE id LIKE ? || '%'").bind(prefix).first("n");

beforeEach(() => env.DB.prepare("DELETE FROM oauth_client").run());

it("counts all addresses of an IPv6 /48 together, and leaves the registrations of others", async () => {
  await fill(1_000, "2001:db8:1::/48", OLD);
  await fill(1, "192.0.2.1", OLD - MINUTE_MS, "crc_other");
  for (let i = 0; i < 3; i++) expect((await registered(`2001:db8:1:${i}::1`)).status).toBe(201);
  expect([await count("crc_filled"), await count("crc_other")]).toEqual([997, 1]);
});

it("replaces none that a person may still be about to allow: it answers 429", async () => {
  await fill(1_000, "2001:db8:2::/48", Date.now());
  const { status, body, headers } = await registered("2001:db8:2:ffff::1");
  expect([status, body.error, headers.get("retry-after")]).toEqual([429, "rate_limited", "900"]);
  expect(await count("crc_")).toBe(1_000);
  expect((await registered("2001:db8:3::1")).status).toBe(201);
});

it("does so too when many blocks flood together, and never replaces one that is in use", async () => {
  await fill(20, null, OLD, "crc_used");
  await fill(10_000, "2001:db8:%::/48", Date.now());
  expect((await registered("192.0.2.7")).status).toBe(429);
  expect([await count("crc_used"), await count("crc_filled")]).toEqual([20, 10_000]);
  await env.DB.prepare("UPDATE oauth_client SET created_at = ? WHERE address IS NOT NULL").bind(OLD).run();
  expect((await registered("192.0.2.7")).status).toBe(201);
  expect([await count("crc_used"), await count("crc_filled")]).toEqual([20, 9_999]);
});

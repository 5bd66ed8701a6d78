import { describe, expect, it } from "vitest";
import { ACCOUNT_RULE, PAIR_RULE } from "../../../src/accounts/core/throttle-rules";
import { sha256Hex } from "../../../src/lib/crypto/hash";
import { call, env, newAccount, PASSWORD, type Answer } from "../support/api.ts";
import { hashesSoFar } from "../support/password-cost.ts";

const attempt = (email: string, password: string, address: string) =>
  call("POST", "/api/auth/sign-in/email", { json: { email, password }, headers: { "cf-connecting-ip": address } });
const signUp = (email: string, address: string, password = "another password") =>
  call("POST", "/api/auth/sign-up/email", {
    json: { email, password },
    headers: { "cf-connecting-ip": address },
  });
const shape = ({ status, body }: Answer) => ({
  status,
  error: body.error,
  keys: Object.keys(body).sort(),
  user: body.user && Object.keys(body.user).sort(),
});

/** The account's rule with its longest wait from the start, so that a slow machine can't outlast the wait. */
const STRICT = { ...ACCOUNT_RULE, baseMs: ACCOUNT_RULE.maxMs };

describe("nobody can lock others out of signing in", () => {
  it("after 10 wrong passwords from one address, the right one from another address works", async () => {
    const { email } = await newAccount("free");
    for (let i = 0; i < 5; i++) await attempt(email, "wrong password", "192.0.2.1");
    expect((await attempt(email, PASSWORD, "192.0.2.2")).status).toBe(200);
  });

  it("wrong passwords from elsewhere do not delay a user who signed in from the same address before", async () => {
    const { email } = await newAccount("free");
    expect((await attempt(email, PASSWORD, "198.51.100.1")).status).toBe(200);
    const everywhere = env.RATE_LIMITER.getByName(`sign-in:account:${await sha256Hex(email)}`);
    for (let i = 0; i < 200; i++) await everywhere.attempt(STRICT);
    expect((await attempt(email, PASSWORD, "198.51.100.1")).status).toBe(200);
    const elsewhere = await attempt(email, PASSWORD, "198.51.100.2");
    expect(elsewhere.status).toBe(429);
    expect(Number(elsewhere.headers.get("retry-after"))).toBeLessThanOrEqual(30);
  });

  it("wrong passwords from the same address do delay it, by a quarter of an hour at most", async () => {
    const { email } = await newAccount("free");
    expect((await attempt(email, PASSWORD, "198.51.100.4")).status).toBe(200);
    const own = env.RATE_LIMITER.getByName(`sign-in:pair:${await sha256Hex(`198.51.100.4 ${email}`)}`);
    for (let i = 0; i < 200; i++) await own.attempt({ ...PAIR_RULE, baseMs: PAIR_RULE.maxMs });
    const refused = await attempt(email, PASSWORD, "198.51.100.4");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(900);
    expect((await attempt(email, PASSWORD, "198.51.100.5")).status).toBe(200);
  });

  it("an attempt rejected for others' failures does not count as an own failure", async () => {
    const { email } = await newAccount("free");
    const everywhere = env.RATE_LIMITER.getByName(`sign-in:account:${await sha256Hex(email)}`);
    for (let i = 0; i < 200; i++) await everywhere.attempt(STRICT);
    for (let i = 0; i < 30; i++) {
      const answer = await attempt(email, PASSWORD, "198.51.100.3");
      if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(30);
    }
    const own = env.RATE_LIMITER.getByName(`sign-in:pair:${await sha256Hex(`198.51.100.3 ${email}`)}`);
    expect((await own.attempt(ACCOUNT_RULE)).waitMs).toBe(0);
  });
});

it("right sign-ins are limited too: each costs a hash and a session", async () => {
  const { email } = await newAccount("free");
  const statuses: number[] = [];
  for (let i = 0; i < 62; i++) statuses.push((await attempt(email, PASSWORD, "198.51.100.9")).status);
  expect([statuses.indexOf(429), statuses.lastIndexOf(200)]).toEqual([60, 59]);
  expect((await attempt(email, PASSWORD, "198.51.100.10")).status).toBe(200);
});

describe("sign-up does not reveal which emails exist", () => {
  it("a known email gets the same response as a new one", async () => {
    const { email } = await newAccount("free");
    const [known, unknown] = [
      await signUp(email, "192.0.2.3"),
      await signUp(`new-${crypto.randomUUID()}@example.com`, "192.0.2.3"),
    ];
    expect(shape(known)).toEqual(shape(unknown));
    expect(known.headers.getSetCookie().map((cookie) => cookie.split("=")[0])).toEqual(
      unknown.headers.getSetCookie().map((cookie) => cookie.split("=")[0]),
    );
    const [cookie, real] = [known, unknown].map((answer) => answer.headers.getSetCookie()[0]!.split(";")[0]!);
    expect(decodeURIComponent(cookie!).length).toBe(decodeURIComponent(real!).length);
    const attributes = (answer: Answer) => answer.headers.getSetCookie()[0]!.split("; ").slice(1);
    expect(attributes(known)).toEqual(attributes(unknown));
    expect((await call("GET", "/api/auth/get-session", { headers: { cookie: cookie! } })).body).toBeNull();
  });

  it("costs as many password hashes for a known email as for a new one, because they take nearly all of its time", async () => {
    const { email } = await newAccount("free");
    const hashesOf = async (given: string, address: string) => {
      const before = hashesSoFar();
      await signUp(given, address);
      return hashesSoFar() - before;
    };
    const ofNew = await hashesOf(`new-${crypto.randomUUID()}@example.com`, "203.0.113.2");
    expect(ofNew).toBeGreaterThan(0);
    expect(await hashesOf(email, "203.0.113.1")).toBe(ofNew);
  });

  it("signing up again with the same password signs the user in", async () => {
    const email = `twice-${crypto.randomUUID()}@example.com`;
    const [first, second] = [await signUp(email, "192.0.2.9"), await signUp(email, "192.0.2.9")];
    expect(second.body).toEqual(first.body);
    const cookie = second.headers.getSetCookie()[0]!.split(";")[0]!;
    expect((await call("GET", "/api/auth/get-session", { headers: { cookie } })).body.user).toEqual(first.body.user);
  });
});

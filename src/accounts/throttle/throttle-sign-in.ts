import type { Bindings } from "../../env";
import { sha256Hex } from "../../lib/crypto/hash";
import { objectStub } from "../../lib/platform/object-stub";
import { SECOND_MS } from "../../lib/time/time";
import { addressKey } from "../core/address-key";
import type { ThrottleRule } from "../core/attempt-throttle";
import {
  ACCOUNT_RULE,
  ADDRESS_RULE,
  CODE_RULE,
  LINKLESS_RULE,
  MAIL_RULE,
  PAIR_RULE,
  TRUST_MS,
} from "../core/throttle-rules";
import { rateLimitError } from "./limit-rate";

type LimiterEnv = Pick<Bindings, "RATE_LIMITER">;

/** The request's address in the form that limits use. */
export const addressOf = (request: Request): string => addressKey(request.headers.get("cf-connecting-ip"));

/** An accepted attempt. It counts as a failure until `passed` is called. */
export interface Attempt {
  /** The password was right: clears this address's failures and keeps those of others. */
  passed: () => Promise<void>;
}

/** Sign-ins per minute for one email from one address, right or wrong: each costs a hash and a session. */
const SIGN_INS_PER_MINUTE = 60;

/** Failures are counted per email as typed, so unknown and known emails are throttled alike. */
async function namesOf(request: Request, email: string) {
  const address = addressOf(request);
  return {
    pair: `sign-in:pair:${await sha256Hex(`${address} ${email}`)}`,
    account: `sign-in:account:${await sha256Hex(email)}`,
    address: `sign-in:address:${address}`,
  };
}

function refusal(waitMs: number) {
  return rateLimitError("Too many failed attempts", Math.ceil(waitMs / SECOND_MS));
}

/**
 * Accepts a sign-in attempt or rejects it with the time to wait. Failures of this address for this email always count.
 * Failures for the email from elsewhere, or of the address for other emails, only delay clients that have not signed in
 * to this account from this address before. So nobody can lock an owner out from elsewhere.
 * @throws ApiError `rate_limited`.
 */
export async function throttleSignIn(env: LimiterEnv, request: Request, email: string): Promise<Attempt> {
  const names = await namesOf(request, email);
  const own = objectStub(env.RATE_LIMITER, names.pair);
  const { allowed, retryAfterSeconds } = await own.take(SIGN_INS_PER_MINUTE);
  if (!allowed) throw rateLimitError(`The limit is ${SIGN_INS_PER_MINUTE} sign-ins per minute`, retryAfterSeconds);
  const { waitMs, trusted } = await own.attempt(PAIR_RULE);
  if (waitMs > 0) throw refusal(waitMs);
  const taken = trusted ? [] : await takeShared(env, names, () => own.giveBackAttempt());
  return {
    passed: async () => {
      await Promise.all([own.succeed(PAIR_RULE, 0), ...taken.map((each) => each.giveBackAttempt())]);
    },
  };
}

/** Counts the attempt against the limits shared with strangers: against both or neither. */
async function takeShared(
  env: LimiterEnv,
  names: { account: string; address: string },
  giveBackOwn: () => Promise<void>,
) {
  const taken = await takeAttempts(env, [
    [names.account, ACCOUNT_RULE],
    [names.address, ADDRESS_RULE],
  ]);
  if (taken.waitMs === 0) return taken.stubs;
  await giveBackOwn();
  throw refusal(taken.waitMs);
}

/** Counts an attempt against every rule, or against none if one rejects it; returns how long to wait. */
export async function takeAttempts(env: LimiterEnv, rules: ReadonlyArray<[name: string, rule: ThrottleRule]>) {
  const asked = await Promise.all(
    rules.map(async ([name, rule]) => {
      const stub = objectStub(env.RATE_LIMITER, name);
      return { stub, waitMs: (await stub.attempt(rule)).waitMs };
    }),
  );
  const stubs = asked.filter((each) => each.waitMs === 0).map((each) => each.stub);
  if (stubs.length === asked.length) return { waitMs: 0, stubs };
  await Promise.all(stubs.map((each) => each.giveBackAttempt()));
  return { waitMs: Math.max(...asked.map((each) => each.waitMs)), stubs: [] };
}

/** Remembers that this address signed in to this email's account, or set its password with a mailed link. */
export async function trustAddress(env: LimiterEnv, request: Request, email: string, now: number): Promise<void> {
  const { pair } = await namesOf(request, email);
  await objectStub(env.RATE_LIMITER, pair).succeed(PAIR_RULE, now + TRUST_MS);
}

/**
 * Accepts an attempt to check a signed-in user's password. Only requests with a session of the user can use up the
 * attempts.
 * @throws ApiError `rate_limited`.
 */
export async function throttlePassword(env: LimiterEnv, userId: string): Promise<Attempt> {
  const own = objectStub(env.RATE_LIMITER, `password:${userId}`);
  const { waitMs } = await own.attempt(PAIR_RULE);
  if (waitMs > 0) throw refusal(waitMs);
  return { passed: () => own.succeed(PAIR_RULE, 0) };
}

/** Uses up a correct authenticator code. Returns false if this user has signed in with it before. */
export async function useCode(env: LimiterEnv, userId: string, code: string): Promise<boolean> {
  const stub = objectStub(env.RATE_LIMITER, `code:${await sha256Hex(`${userId} ${code}`)}`);
  return (await stub.attempt(CODE_RULE)).waitMs === 0;
}

/** What one address can be mailed. Each kind is counted apart, so that none uses up another. */
export type MailKind = "reset" | "proof" | "change_email" | "invitation" | "notice" | "own_account" | "webhook";

/** Whether one more mail of this kind may go to this address. */
export async function mayMail(env: LimiterEnv, kind: MailKind, email: string): Promise<boolean> {
  const stub = objectStub(env.RATE_LIMITER, `mail:${kind}:${await sha256Hex(email)}`);
  return (await stub.attempt(MAIL_RULE)).waitMs === 0;
}

/**
 * Whether one more link of this kind may go to this address. Strangers may use up the address's mails, but never so that
 * it is left without a working link: then a few more may go.
 */
export async function mayMailLink(
  env: LimiterEnv,
  kind: "reset" | "proof",
  email: string,
  hasLink: () => Promise<boolean>,
): Promise<boolean> {
  if (await mayMail(env, kind, email)) return true;
  if (await hasLink()) return false;
  const stub = objectStub(env.RATE_LIMITER, `mail:linkless-${kind}:${await sha256Hex(email)}`);
  return (await stub.attempt(LINKLESS_RULE)).waitMs === 0;
}

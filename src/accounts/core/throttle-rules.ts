import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time/time";
import type { ThrottleRule } from "./attempt-throttle";

/**
 * Wrong passwords for one email from one address: 1 s after the eleventh, growing to 15 minutes from the twenty-first
 * on.
 */
export const PAIR_RULE: ThrottleRule = {
  free: 10,
  baseMs: SECOND_MS,
  maxMs: 15 * MINUTE_MS,
  forgetMs: 10 * MINUTE_MS,
};

/**
 * Wrong passwords for one email from all addresses. Soft: it slows down distributed guessing and delays an owner by at
 * most half a minute.
 */
export const ACCOUNT_RULE: ThrottleRule = { free: 100, baseMs: SECOND_MS, maxMs: 30 * SECOND_MS, forgetMs: MINUTE_MS };

/** Wrong passwords from one address for any email. A shared office makes a few; someone trying a list makes many. */
export const ADDRESS_RULE: ThrottleRule = {
  free: 50,
  baseMs: SECOND_MS,
  maxMs: 5 * MINUTE_MS,
  forgetMs: MINUTE_MS,
};

/** Mails of one kind to one recipient. Beyond the limit we silently send nothing. */
export const MAIL_RULE: ThrottleRule = { free: 4, baseMs: MINUTE_MS, maxMs: 6 * HOUR_MS, forgetMs: HOUR_MS };

/**
 * Links beyond `MAIL_RULE` to a recipient who has none that works: three at once, then four an hour. A working link ends
 * this, so strangers can't use it up; a recipient who uses each link at once can't use up the service's mails.
 */
export const LINKLESS_RULE: ThrottleRule = {
  free: 2,
  baseMs: 15 * MINUTE_MS,
  maxMs: 15 * MINUTE_MS,
  forgetMs: 15 * MINUTE_MS,
};

/** An authenticator code signs in only once. Without this rule it would stay valid for 90 seconds. */
export const CODE_RULE: ThrottleRule = {
  free: 0,
  baseMs: 2 * MINUTE_MS,
  maxMs: 2 * MINUTE_MS,
  forgetMs: 2 * MINUTE_MS,
};

/**
 * Failed verifications of one domain by one account: 5 s after the eleventh, doubling to about ten minutes, because a
 * failure is forgotten in ten.
 */
export const VERIFY_PAIR_RULE: ThrottleRule = {
  free: 10,
  baseMs: 5 * SECOND_MS,
  maxMs: 15 * MINUTE_MS,
  forgetMs: 10 * MINUTE_MS,
};

/** Failed verifications of one account, whatever the domain. */
export const VERIFY_ACCOUNT_RULE: ThrottleRule = {
  free: 50,
  baseMs: 5 * SECOND_MS,
  maxMs: 15 * MINUTE_MS,
  forgetMs: MINUTE_MS,
};

/** Failed verifications of one host by all accounts. Soft: it delays an honest account by at most half a minute. */
export const VERIFY_HOST_RULE: ThrottleRule = {
  free: 60,
  baseMs: SECOND_MS,
  maxMs: 30 * SECOND_MS,
  forgetMs: MINUTE_MS,
};

/** How long after a sign-in other people's failures do not delay the same address. */
export const TRUST_MS = 30 * DAY_MS;

/**
 * How we learned of a person: the request passed through the edge, the site reported it (or its log), or the snippet
 * on the page did, which anybody can imitate.
 */
export const REFERRAL_WAYS = ["edge", "reported", "snippet"] as const;
export type ReferralWay = (typeof REFERRAL_WAYS)[number];

/**
 * How we learned of a person: the request passed through the edge, the site or its log reported it, or the snippet on
 * the page did. Anybody can imitate the snippet.
 */
export const REFERRAL_WAYS = ["edge", "reported", "snippet"] as const;
export type ReferralWay = (typeof REFERRAL_WAYS)[number];

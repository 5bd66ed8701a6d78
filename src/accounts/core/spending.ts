export interface SpendingFacts {
  domain: string;
  verified: boolean;
  suspended: boolean;
  emailProven: boolean;
}

export type SpendingRefusal = "account_suspended" | "email_unproven" | "domain_unverified";

/** Why we may not spend money on an account's domain, with a message that says how to fix it; null if we may. */
export function refuseSpending(facts: SpendingFacts): { code: SpendingRefusal; message: string } | null {
  if (facts.suspended) return { code: "account_suspended", message: "The operator has suspended the account." };
  if (!facts.emailProven) {
    const message = "An owner must confirm their email before we query AI providers; the sign-up mail explains how.";
    return { code: "email_unproven", message };
  }
  if (!facts.verified) {
    return {
      code: "domain_unverified",
      message: `Verify ${facts.domain} first: we query AI providers only about verified domains.`,
    };
  }
  return null;
}

export interface SpendingFacts {
  domain: string;
  verified: boolean;
  suspended: boolean;
  emailProven: boolean;
}

export type SpendingRefusal = "account_suspended" | "email_unproven" | "domain_unverified";

/** Why nothing may be spent on an account's domain, with what mends it; null: it may. */
export function refuseSpending(facts: SpendingFacts): { code: SpendingRefusal; message: string } | null {
  if (facts.suspended) return { code: "account_suspended", message: "The operator has suspended the account." };
  if (!facts.emailProven) {
    const message = "Prove an owner's email address to have AI providers asked; the mail after sign-up says how.";
    return { code: "email_unproven", message };
  }
  if (!facts.verified) {
    return { code: "domain_unverified", message: `Verify ${facts.domain} to have AI providers asked about it.` };
  }
  return null;
}

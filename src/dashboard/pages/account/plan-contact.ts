import type { WorkerVariables } from "../../../settings/values";

/** An email address, alone or as in `Name <address>`. */
const ADDRESS = /^(?:[^<>]*<)?([^\s<>@]+@[^\s<>@]+)>?$/;

/** Where a user of an account asks for more than its plan has: a URL for a link; null: the operator named no way. */
export function planContact(
  { PLAN_CONTACT, EMAIL_FROM }: Pick<WorkerVariables, "PLAN_CONTACT" | "EMAIL_FROM">,
  account: { id: string; plan: string },
): string | null {
  const contact = PLAN_CONTACT?.trim() || EMAIL_FROM?.trim() || "";
  if (/^https?:\/\/./i.test(contact) && URL.canParse(contact)) return contact;
  const address = ADDRESS.exec(contact)?.[1];
  if (address === undefined) return null;
  const subject = encodeURIComponent(`More for account ${account.id} (plan: ${account.plan})`);
  return `mailto:${encodeURIComponent(address).replace("%40", "@")}?subject=${subject}`;
}

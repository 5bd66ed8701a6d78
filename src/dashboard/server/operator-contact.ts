import type { WorkerVariables } from "../../settings/values";

/** An email address, alone or as in `Name <address>`. */
const ADDRESS = /^(?:[^<>]*<)?([^\s<>@]+@[^\s<>@]+)>?$/;

/** Where people reach the operator: a URL for a link; null: the operator named no way. `subject`: of a mail. */
export function operatorContact(
  { PLAN_CONTACT, EMAIL_FROM }: Pick<WorkerVariables, "PLAN_CONTACT" | "EMAIL_FROM">,
  subject: string,
): string | null {
  const contact = PLAN_CONTACT?.trim() || EMAIL_FROM?.trim() || "";
  if (/^https?:\/\/./i.test(contact) && URL.canParse(contact)) return contact;
  const address = ADDRESS.exec(contact)?.[1];
  if (address === undefined) return null;
  return `mailto:${encodeURIComponent(address).replace("%40", "@")}?subject=${encodeURIComponent(subject)}`;
}

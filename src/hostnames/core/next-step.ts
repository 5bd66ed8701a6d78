import type { HostnameRow, HostnameStep } from "./remote";

/**
 * What is to be done for a hostname. It is looked for before each attempt to create it, so one that is there is never created again,
 * and one that was there before is known to be somebody else's. Only what this service created is changed or deleted.
 */
export function nextStep(row: HostnameRow): HostnameStep {
  const { cloudflareId, isOurs, triedFrom, looks, unwanted, asked } = row;
  if (cloudflareId === null) {
    if (unwanted) return triedFrom === null ? "forget" : "find";
    return looks > 0 ? "create" : "find";
  }
  if (unwanted) return isOurs ? "delete" : "forget";
  return asked && isOurs ? "validate" : "read";
}

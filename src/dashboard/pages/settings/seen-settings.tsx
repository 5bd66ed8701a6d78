import { hash53 } from "../../../lib/crypto/hash";
import type { DomainFacts } from "../../server/read";

/** A mark of these settings as they are now. */
export function settingsMark(domain: DomainFacts, fields: readonly (keyof DomainFacts)[]): string {
  return hash53(JSON.stringify(fields.map((field) => domain[field] ?? null))).toString(36);
}

/** Tells the form's receiver which settings the form showed, so that it replaces no others. */
export const SeenSettings = ({ domain, of }: { domain: DomainFacts; of: readonly (keyof DomainFacts)[] }) => (
  <input type="hidden" name="seen" value={settingsMark(domain, of)} />
);

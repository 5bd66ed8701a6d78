import { schemaError, type SchemaIssue } from "../../errors/api-error";
import { judgeDomain } from "../core/domains/domain-rules";
import { MOST_SETTINGS_BYTES, oversized, type SettingTexts } from "../core/domains/settings-size";
import type { DomainPatch } from "./domain-schemas";

/**
 * The origin and the sitemap must be public too, because we fetch them for the customer.
 * @throws ApiError `invalid_request`.
 */
export function refusePrivateUrls(settings: DomainPatch, allowPrivateHosts: boolean): void {
  const issues: SchemaIssue[] = [];
  for (const path of ["origin", "sitemapUrl"] as const) {
    const url = settings[path] ? URL.parse(settings[path]) : null;
    const verdict = url && judgeDomain(url.host, allowPrivateHosts);
    if (verdict && !verdict.ok) issues.push({ path, message: `${url.host} ${verdict.reason}` });
  }
  if (issues.length > 0) throw schemaError(issues);
}

/**
 * All settings of a domain are bounded together, because lists and every analysis read them.
 * @throws ApiError `invalid_request`.
 */
export function refuseOversized(before: SettingTexts, change: SettingTexts): void {
  const found = oversized(before, change);
  if (!found) return;
  const { bytes, largest, largestBytes } = found;
  const path = largest === "wantedOrigin" ? "origin" : largest;
  const message = `all settings of a domain may have ${MOST_SETTINGS_BYTES} bytes together as JSON; this makes ${bytes}, ${largestBytes} of them here`;
  throw schemaError([{ path, message }]);
}

import { jsonBytes } from "../../../lib/text/json";

/** The most UTF-8 bytes that a domain's settings may have together, as JSON. */
export const MOST_SETTINGS_BYTES = 65_536;

/** The settings that hold text or lists of the customer's. The others are numbers, switches and single words. */
const TEXTS = [
  "origin",
  "wantedOrigin",
  "sitemapUrl",
  "brandName",
  "brandAliases",
  "category",
  "excludePhrases",
  "competitors",
  "ignoredParameters",
  "renderRules",
  "crawlRouter",
  "auditScope",
  "auditExtractors",
  "auditAccess",
] as const;
type Text = (typeof TEXTS)[number];
export type SettingTexts = Partial<Record<Text, unknown>>;

function bytesOf(settings: SettingTexts, name: Text): number {
  const value = settings[name];
  return value === undefined || value === null ? 0 : jsonBytes(value);
}

const total = (settings: SettingTexts) => TEXTS.reduce((sum, name) => sum + bytesOf(settings, name), 0);

/**
 * Null if the settings may change like this. Otherwise their size, and the largest of the changed settings.
 */
export function oversized(
  before: SettingTexts,
  change: SettingTexts,
): { bytes: number; largest: Text; largestBytes: number } | null {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as SettingTexts;
  const bytes = total({ ...before, ...given });
  if (bytes <= MOST_SETTINGS_BYTES) return null;
  const changed = TEXTS.filter((name) => name in given);
  const largest = changed.toSorted((a, b) => bytesOf(given, b) - bytesOf(given, a))[0]!;
  return { bytes, largest, largestBytes: bytesOf(given, largest) };
}

import type { DescribedSchema } from "./described";

/** What formats mean, in words. Others repeat the pattern or are the validator's own. */
const FORMATS: Record<string, string> = {
  "date-time": "date and time such as `2026-11-21T10:00:00Z`",
  date: "date such as `2026-11-21`",
  email: "email address",
  uri: "absolute URL",
  uuid: "UUID",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
};
/** A longer pattern explains nothing. */
const LONGEST_PATTERN = 60;

/** The bounds of a value in words. Code is between backticks. */
export function wordLimits(schema: DescribedSchema): string[] {
  const { format = "", pattern, propertyNames, default: preset } = schema;
  const named = FORMATS[format];
  return [
    named,
    range(schema.minLength, schema.maxLength, "character"),
    range(schema.minItems, schema.maxItems, "item"),
    range(safe(schema.minimum), safe(schema.maximum)),
    schema.exclusiveMinimum !== undefined && `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum !== undefined && `less than ${schema.exclusiveMaximum}`,
    !named && pattern !== undefined && matching(pattern),
    propertyNames?.pattern !== undefined && `names: ${matching(propertyNames.pattern) || "restricted"}`,
    preset !== undefined &&
      preset !== "" &&
      `default \`${typeof preset === "string" ? preset : JSON.stringify(preset)}\``,
  ].filter((limit) => typeof limit === "string" && limit !== "") as string[];
}

const matching = (pattern: string) =>
  pattern.length <= LONGEST_PATTERN && !pattern.includes("`") ? `matches \`${pattern}\`` : "";

/** The bounds that every integer of JavaScript has say nothing. */
const safe = (bound: number | undefined) =>
  bound !== undefined && Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound;

const grouped = new Intl.NumberFormat("en");

function range(least: number | undefined, most: number | undefined, unit = ""): string {
  const count = (n: number) => `${grouped.format(n)}${unit && ` ${unit}${n === 1 ? "" : "s"}`}`;
  if (least !== undefined && least === most) return `exactly ${count(least)}`;
  if (least !== undefined && most !== undefined && !(unit && least === 0))
    return `${grouped.format(least)} to ${count(most)}`;
  if (most !== undefined) return `at most ${count(most)}`;
  return least !== undefined && !(unit && least === 0) ? `at least ${count(least)}` : "";
}

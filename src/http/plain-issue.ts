import type * as z from "zod";

const TYPES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const FORMATS: Record<string, string> = {
  email: "is not an email address",
  url: "is not a URL",
  datetime: "is not a date and time in ISO 8601",
  date: "is not a date in the form yyyy-mm-dd",
  ipv4: "is not an IP address",
  ipv6: "is not an IP address",
};

/** What a limit counts: characters of a text, entries of a list; nothing of a number. */
const counted = (origin: string, limit: number | bigint): string => {
  if (origin === "string") return ` ${limit === 1 ? "character" : "characters"}`;
  return origin === "array" || origin === "set" ? ` ${limit === 1 ? "entry" : "entries"}` : "";
};

function limitWords(least: boolean, origin: string, limit: number | bigint, inclusive = true): string {
  const unit = counted(origin, limit);
  if (least && unit !== "" && limit === 1) return "must not be empty";
  if (!inclusive) return `must be ${least ? "more" : "less"} than ${limit}`;
  return `must ${unit === "" ? "be" : "have"} at ${least ? "least" : "most"} ${limit}${unit}`;
}

/** Names as strangers wrote them, cut. */
const named = (names: readonly unknown[], most: number) =>
  names
    .slice(0, most)
    .map((name) => String(name).slice(0, 60))
    .join(", ");

/**
 * A validator's finding in words that go after a field's name: "must be a number".
 * A message that a schema itself has goes before this one.
 */
export function plainIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return issue.expected in TYPES ? `must be ${TYPES[issue.expected]}` : "has the wrong form";
    case "too_small":
      return limitWords(true, issue.origin, issue.minimum, issue.inclusive);
    case "too_big":
      return limitWords(false, issue.origin, issue.maximum, issue.inclusive);
    case "invalid_format":
      return FORMATS[issue.format] ?? "does not have the expected form";
    case "invalid_value":
      if (issue.input === undefined) return "is required";
      return `must be ${issue.values.length === 1 ? "" : "one of "}${named(issue.values, 30)}`;
    case "unrecognized_keys":
      return `has unknown fields: ${named(issue.keys, 5)}`;
    case "invalid_union":
      return "has none of the accepted forms";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    default:
      return "is not valid";
  }
}

/** What the rules for requests refuse, by its code in a failure. */
const REFUSED: Readonly<Record<string, string>> = {
  scheme: "it leads to an address that is not http or https",
  credentials: "it leads to an address with a password in it",
  too_long: "it leads to an address that is too long",
  foreign_host: "it leads to another host, which is not a part of this domain",
  port: "it leads to an address with a port, and only the usual ones are requested",
  ip_literal: "it leads to an address of a private network",
  local_name: "it leads to a name of a private network",
};

/** A failed request in words for people. */
export function failureWords(failure: string): string {
  const code = /may not be requested \((\w+)\)$/.exec(failure)?.[1];
  const [, ms] = /^no response within (\d+) ms$/.exec(failure) ?? [];
  if (ms !== undefined) return `it did not answer within ${Math.round(Number(ms) / 1_000)} seconds`;
  return (code !== undefined && REFUSED[code]) || failure;
}

/** Why only the beginning of a page was read, as a sentence; null: all of it was. */
export function cutWords(cut: "too_large" | "timeout" | "broken" | null): string | null {
  switch (cut) {
    case "too_large":
      return "The page has more than 2 MB: this is of its first 2 MB.";
    case "timeout":
      return "The page took too long: this is of what had arrived when we gave up.";
    case "broken":
      return "The connection broke off: this is of what had arrived until then.";
    case null:
      return null;
  }
}

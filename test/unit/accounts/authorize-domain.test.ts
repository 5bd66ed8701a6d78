import { describe, expect, it } from "vitest";
import { authorizeRow } from "../../../src/accounts/callers/authorize-domain";
import type { Caller } from "../../../src/accounts/core/caller";

type Change = { accountId?: string; scope?: string | null; domains?: string[] | null };
const key = (change: Change = {}) => ({ kind: "key", accountId: "own", scope: null, ...change }) as Caller;
const member = (change: Change = {}) => ({ kind: "session", accountId: "own", domains: null, ...change }) as Caller;

/** What a caller gets of a domain: its row, or the code of the refusal. */
async function outcome(
  caller: Caller,
  row: { accountId: string; verifiedAt: number | null } | null,
  name = "a.example",
) {
  try {
    return await authorizeRow(caller, name, () => Promise.resolve(row));
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("a caller reaches a domain", () => {
  const row = { accountId: "own", verifiedAt: 1 };

  it("that is verified and its account's own", async () => {
    for (const caller of [key(), member()]) {
      expect(await outcome(caller, row)).toBe(row);
      expect(await outcome(caller, { ...row, accountId: "other" })).toBe("domain_not_owned");
      expect(await outcome(caller, { ...row, verifiedAt: null })).toBe("domain_not_owned");
      expect(await outcome(caller, null)).toBe("domain_not_owned");
    }
  });

  it("that its credential is limited to, and is not told whose another is", async () => {
    expect(await outcome(key({ scope: "a.example" }), row)).toBe(row);
    expect(await outcome(key({ scope: "b.example" }), row)).toBe("api_key_domain_scope_mismatch");
    expect(await outcome(key({ scope: "b.example" }), null)).toBe("api_key_domain_scope_mismatch");
  });

  it("that it is a member of, and is told so only of its account's", async () => {
    expect(await outcome(member({ domains: ["a.example"] }), row)).toBe(row);
    expect(await outcome(member({ domains: ["b.example"] }), row)).toBe("domain_access_forbidden");
    expect(await outcome(member({ domains: [] }), row)).toBe("domain_access_forbidden");
    expect(await outcome(member({ domains: ["b.example"] }), { ...row, accountId: "other" })).toBe("domain_not_owned");
  });
});

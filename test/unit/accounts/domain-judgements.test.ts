import { describe, expect, it } from "vitest";
import { isPrivateHost, isPublicName, judgeDomain } from "../../../src/accounts/core/domains/domain-rules";
import { linkOrigin } from "../../../src/accounts/core/domains/link-origin";
import { nameWarnings } from "../../../src/accounts/core/domains/name-warnings";
import { isOwnOrigin } from "../../../src/accounts/core/domains/origin-rules";
import { CLAIMABLE_AFTER_MS, isClaimable, proofAfter } from "../../../src/accounts/core/domains/ownership";
import {
  dnsNameOf,
  failureMessage,
  judgeReading,
  type ProofReading,
} from "../../../src/accounts/core/domains/verification";
import { hashPassword, verifyPassword } from "../../../src/accounts/core/password";

describe("a domain", () => {
  const NAME = "is not a host name such as example.com";
  const PUBLIC = "is not a public host name";
  it.each<[string, boolean, string | null, string?]>([
    ["Shop.Example.com", false, null, "shop.example.com"],
    ["a b", false, NAME],
    ["a b", true, NAME],
    ["example.com:8080", false, "must not contain a port"],
    ["[2001:db8::1]:8080", false, "must not contain a port"],
    ["[2001:db8::1]", false, "must be a name, not an IP address"],
    ["8.8.8.8", false, "must be a name, not an IP address"],
    ["127.0.0.1", false, "must be a name, not an IP address"],
    ["intranet", false, PUBLIC],
    ...["localhost", "local", "internal", "home.arpa", "onion", "test", "invalid"].map(
      (end): [string, boolean, string] => [`a.${end}`, false, PUBLIC],
    ),
    ["a.locals.com", false, null, "a.locals.com"],
    ["test.example.com", false, null, "test.example.com"],
    ["co.uk", false, "is a public suffix, under which others have their names"],
    ["com:8080", true, "is a public suffix, under which others have their names"],
    ["github.io", false, null, "github.io"],
    ["intranet:9000", true, null, "intranet:9000"],
    ["[::1]:8080", true, null, "[::1]:8080"],
    ["8.8.8.8", true, null, "8.8.8.8"],
  ])("%s, private hosts allowed: %s, is refused because it %s", (input, allowed, reason, domain = "") => {
    expect(judgeDomain(input, allowed)).toEqual(reason === null ? { ok: true, domain } : { ok: false, reason });
  });

  it.each([
    ["localhost", true],
    ["10.0.0.5", true],
    ["[::1]", true],
    ["8.8.8.8", false],
    ["[2606:4700::1]", false],
    ["example.com", false],
    ["intranet", true],
    ["co.uk", false],
  ])("is of this machine or its network: %s, %s", (host, expected) => expect(isPrivateHost(host)).toBe(expected));

  it("can be a custom hostname if it is a public name", () => {
    expect(["example.com", "com", "localhost", "8.8.8.8"].map(isPublicName)).toEqual([true, false, false, false]);
  });

  it.each([
    ["a.example.com", "http://a.example.com:81", false, true],
    ["a.example.com", "https://b.example.com", false, true],
    ["localhost:1", "http://localhost:2", false, true],
    ["a.example.com", "http://10.0.0.1", false, false],
    ["a.example.com", "http://10.0.0.1", true, true],
    ["a.example.com", "http://8.8.8.8", true, false],
    ["8.8.8.8", "http://8.8.4.4", false, false],
    ["com", "http://net", false, false],
    ["a b", "http://a.example.com", true, false],
    ["a.example.com", "x", true, false],
  ])("%s may have the origin %s without a proof, private hosts allowed: %s, %s", (domain, origin, allowed, own) => {
    expect(isOwnOrigin(domain, origin, allowed)).toBe(own);
  });

  it("is in the links of mails as the service has it", () => {
    const hosts = new Set(["api.example", "b.example"]);
    expect(linkOrigin(hosts, "http://b.example/x")).toBe("https://b.example");
    expect(linkOrigin(hosts, "http://c.example/x")).toBe("https://api.example");
    expect(linkOrigin(new Set(), "http://localhost:8787/x")).toBe("http://localhost:8787");
  });
});

describe("a proof", () => {
  const TOKEN = "crawlready-abc";
  const found = (reading: ProofReading) => judgeReading("file", "a.example", TOKEN, reading).found;

  it.each([
    ["dns", undefined, `a TXT record at _crawlready.a.example with the value ${TOKEN}`],
    ["dns", "www.a.example", `a TXT record at _crawlready.a.example with the value ${TOKEN}`],
    ["file", undefined, `${TOKEN} as the content of /.well-known/crawlready-verification.txt`],
    ["file", "www.a.example", `${TOKEN} as the content of /.well-known/crawlready-verification.txt of www.a.example`],
    ["meta", undefined, `<meta name="crawlready-verification" content="${TOKEN}"> on the home page`],
    [
      "meta",
      "www.a.example",
      `<meta name="crawlready-verification" content="${TOKEN}"> on the home page of www.a.example`,
    ],
  ] as const)("by %s at %s is told where it was looked for", (method, at, lookedFor) => {
    expect(judgeReading(method, "a.example:8080", TOKEN, { values: [` ${TOKEN}\n`] }, at)).toEqual({
      method,
      ok: true,
      lookedFor,
      found: `"${TOKEN}"`,
    });
  });

  it.each<[ProofReading, string]>([
    [{ problem: "status 500", passing: true }, "status 500"],
    [{ values: [] }, "nothing"],
    [{ values: [], isCut: true }, "nothing, and the response broke off"],
    [{ values: ["a"], isCut: true }, '"a", and the response broke off'],
    [{ values: [" a \n\t b "] }, '"a b"'],
    [{ values: ["1", "2", "3", "4", "5"] }, '"1", "2", "3", "4", "5"'],
    [
      { values: ["1", "2", "3", "4", "5", "6"], isCut: true },
      '"1", "2", "3", "4", "5" and 1 more, and the response broke off',
    ],
    [{ values: ["x".repeat(120)] }, `"${"x".repeat(120)}"`],
    [{ values: ["x".repeat(121)] }, `"${"x".repeat(120)}…"`],
  ])("of %j is said to be %s", (reading, text) => expect(found(reading)).toBe(text));

  it("that was not found is told for each place", () => {
    const attempts = (["dns", "file"] as const).map((method) =>
      judgeReading(method, "a.example", TOKEN, { values: [] }),
    );
    expect(attempts.map(({ ok }) => ok)).toEqual([false, false]);
    expect(failureMessage(attempts)).toBe(
      `None of the three verification methods succeeded. Looked for a TXT record at _crawlready.a.example with the value ${TOKEN}; found nothing. Looked for ${TOKEN} as the content of /.well-known/crawlready-verification.txt; found nothing.`,
    );
    expect(judgeReading("dns", "a.example", TOKEN, { problem: TOKEN, passing: false }).ok).toBe(false);
    expect([dnsNameOf("a.example:80"), dnsNameOf("a80.example")]).toEqual([
      "_crawlready.a.example",
      "_crawlready.a80.example",
    ]);
  });

  const at = 100 * 86_400_000;
  it.each<[Parameters<typeof proofAfter>[0], "seen" | "gone" | "unclear", Parameters<typeof proofAfter>[0]]>([
    [{ proofSeenAt: 1, proofLostAt: 2 }, "seen", { proofSeenAt: at, proofLostAt: null }],
    [{ proofSeenAt: null, proofLostAt: null }, "gone", { proofSeenAt: at, proofLostAt: at }],
    [{ proofSeenAt: 5, proofLostAt: 7 }, "gone", { proofSeenAt: 5, proofLostAt: 7 }],
    [{ proofSeenAt: null, proofLostAt: null }, "unclear", { proofSeenAt: at, proofLostAt: null }],
    [
      { proofSeenAt: at - CLAIMABLE_AFTER_MS + 1, proofLostAt: null },
      "unclear",
      { proofSeenAt: at - CLAIMABLE_AFTER_MS + 1, proofLostAt: null },
    ],
    [
      { proofSeenAt: at - CLAIMABLE_AFTER_MS, proofLostAt: null },
      "unclear",
      { proofSeenAt: at - CLAIMABLE_AFTER_MS, proofLostAt: at },
    ],
    [{ proofSeenAt: at - 1, proofLostAt: 7 }, "unclear", { proofSeenAt: at - 1, proofLostAt: 7 }],
  ])("%j that is %s becomes %j", (before, state, after) => expect(proofAfter(before, state, at)).toEqual(after));

  it("is missing for fourteen days before others may claim the domain", () => {
    expect(CLAIMABLE_AFTER_MS).toBe(14 * 86_400_000);
    expect(isClaimable({ verificationMethod: null, proofLostAt: at - CLAIMABLE_AFTER_MS }, at)).toBe(true);
  });
});

describe("names of a domain", () => {
  const warnings = (change: Partial<Parameters<typeof nameWarnings>[0]>) =>
    nameWarnings({ domain: "zyxelqua.example", brandName: null, category: null, competitors: null, ...change });
  const everyday = (name: string, advice: string) =>
    `"${name}" is also an everyday word or another name. It counts only where the answer shows that the company is meant; ${advice}.`;
  const [SET, PHRASES] = [
    "set category and excludePhrases to count more of them",
    "excludePhrases can name phrases that mean something else",
  ];

  it.each<[Partial<Parameters<typeof nameWarnings>[0]>, string[]]>([
    [{}, []],
    [{ brandName: "Apple" }, [everyday("Apple", SET)]],
    [{ brandName: "Apple", category: "phones" }, [everyday("Apple", PHRASES)]],
    [{ competitors: [{ name: "Orange", category: "phones" }] }, [everyday("Orange", PHRASES)]],
    [{ category: "phones", competitors: [{ name: "Orange" }] }, [everyday("Orange", PHRASES)]],
    [
      { competitors: [{ name: "Zyxelquo" }, { name: " zyxelquo" }, { name: " zyxelquo" }] },
      [`The competitor " zyxelquo" is on the list twice.`],
    ],
    [
      { competitors: [{ name: "Zyxelqua.example " }] },
      [`The competitor "Zyxelqua.example " has the name of your own brand.`],
    ],
    [
      { brandName: "Zyxelqui", competitors: [{ name: "zyxelqua.example" }, { name: "ZYXELQUI" }] },
      [`The competitor "ZYXELQUI" has the name of your own brand.`],
    ],
  ])("%j are warned of as %j", (change, expected) => expect(warnings(change)).toEqual(expected));
});

describe("a password's hash", () => {
  it("has its scheme, a salt of its own of 16 bytes, and a key of 32", async () => {
    const [one, two] = await Promise.all([hashPassword("Å"), hashPassword("Å")]);
    const [scheme, salt, key, ...more] = one.split("$");
    expect([scheme, Buffer.from(salt!, "base64").length, Buffer.from(key!, "base64").length, more]).toEqual([
      "scrypt",
      16,
      32,
      [],
    ]);
    expect(one).not.toBe(two);
    expect(await verifyPassword({ hash: one, password: "A\u030a" })).toBe(true);
  });

  it.each(["", "scrypt$", "scrypt$$a", "scrypt$a$", "bcrypt$BwcH$JJbC"])(
    "of another format is nobody's: %j",
    async (hash) => {
      expect(await verifyPassword({ hash, password: "" })).toBe(false);
    },
  );

  it("of another length is nobody's", async () => {
    expect(await verifyPassword({ hash: "scrypt$BwcH$JJbC", password: "x" })).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { lookupDns } from "../../../../src/web/fetch/dns";
import { guardedFetch } from "../../../../src/web/fetch/guarded-fetch";
import {
  accessHeaders,
  egressRules,
  homeOf,
  refuseEgress,
  viaOrigin,
  withAccess,
} from "../../../../src/web/fetch/egress";

const strict = egressRules({ domain: "shop.example", origin: null }, false);
const url = (text: string) => new URL(text);

describe("refuseEgress", () => {
  it.each([
    ["https://shop.example/a", null],
    ["http://shop.example/", null],
    ["ftp://shop.example/", "scheme"],
    ["data:text/html,x", "scheme"],
    ["https://user@shop.example/", "credentials"],
    ["https://other.example/", "foreign_host"],
    ["https://sub.shop.example/", "foreign_host"],
    ["https://shop.example:8443/", "foreign_host"],
    [`https://shop.example/${"x".repeat(3000)}`, "too_long"],
  ])("%s → %s", (target, expected) => expect(refuseEgress(url(target), strict)).toBe(expected));

  it("refuses private hosts even if the account added them", () => {
    for (const [host, reason] of [
      ["127.0.0.1", "ip_literal"],
      ["localhost", "local_name"],
      ["db.internal", "local_name"],
      ["[::1]", "ip_literal"],
      ["shop.example:9000", "port"],
    ] as const) {
      expect(refuseEgress(url(`http://${host}/`), egressRules({ domain: host, origin: null }, false))).toBe(reason);
      expect(refuseEgress(url(`http://${host}/`), egressRules({ domain: host, origin: null }, true))).toBeNull();
    }
  });
});

describe("link-local addresses", () => {
  it.each([
    "169.254.169.254",
    "0xa9fea9fe",
    "[fe80::1]",
    "[febf::1]",
    "[::ffff:169.254.169.254]",
    "[64:ff9b::a9fe:a9fe]",
  ])("%s is refused wherever private hosts are allowed", (host) => {
    const target = url(`http://${host}/latest/meta-data/`);
    expect(refuseEgress(target, egressRules({ domain: target.host, origin: null }, true))).toBe("ip_literal");
  });

  it("leaves their neighbours alone", () => {
    for (const host of ["169.253.255.255", "169.255.0.0", "[fec0::1]", "[fe7f::1]", "10.0.0.1"])
      expect(refuseEgress(url(`http://${host}/`), egressRules({ domain: host, origin: null }, true))).toBeNull();
  });
});

describe("what can't be requested", () => {
  it("is reported in our own words, without the runtime's message or the resolver's address", async () => {
    const closed = { rules: egressRules({ domain: "127.0.0.1:1", origin: null }, true), timeoutMs: 5_000 };
    expect(await guardedFetch(url("http://127.0.0.1:1/"), closed)).toMatchObject({
      failure: "unreachable",
      detail: "the connection failed",
    });
    for (const resolver of ["http://127.0.0.1:1/dns", "http://dns.internal:8053/dns"])
      expect(await lookupDns("a.example", "TXT", url(resolver), resolver.includes("127"))).toEqual({
        ok: false,
        by: "resolver",
        detail: "the DNS resolver could not be reached",
      });
  });
});

describe("viaOrigin", () => {
  const rules = egressRules({ domain: "shop.example", origin: "http://127.0.0.1:9000" }, true);

  it("sends requests for the domain to its origin, and leaves others unchanged", () => {
    expect(viaOrigin(url("https://shop.example/a?b=1"), rules).href).toBe("http://127.0.0.1:9000/a?b=1");
    expect(viaOrigin(url("https://other.example/a"), rules).href).toBe("https://other.example/a");
    expect(refuseEgress(viaOrigin(url("https://shop.example/a"), rules), rules)).toBeNull();
  });
});

it("uses http only for local domains", () => {
  expect(homeOf("shop.example").href).toBe("https://shop.example/");
  expect(homeOf("127.0.0.1:9000").href).toBe("http://127.0.0.1:9000/");
  expect(homeOf("localhost").href).toBe("http://localhost/");
});

describe("headers that open a site", () => {
  const headers = { authorization: "Basic x" };
  const sent = (rules: Parameters<typeof withAccess>[0], target: string) =>
    accessHeaders(viaOrigin(url(target), rules), withAccess(rules, "shop.example", headers));

  it.each([
    ["https://shop.example/a", true],
    ["http://shop.example/a", false],
    ["https://www.shop.example/", false],
    ["https://shop.example.evil.example/", false],
    ["https://shop.example:8443/", false],
    ["https://shop.example./", false],
    ["https://other.example/", false],
  ])("to %s: %s", (target, expected) => {
    expect(sent({ ...strict, anyPublicHost: true }, target)).toEqual(expected ? headers : {});
  });

  it("do not go to a server behind the domain over plain http", () => {
    const rules = egressRules({ domain: "shop.example", origin: "http://origin.example" }, false);
    expect(sent(rules, "https://shop.example/a")).toEqual({});
  });

  it("go to the server behind the domain with the scheme that it was given", () => {
    const rules = egressRules({ domain: "shop.example", origin: "https://origin.example" }, false);
    expect(sent(rules, "https://shop.example/a")).toEqual(headers);
    expect(sent(rules, "https://origin.example/a")).toEqual(headers);
    expect(sent(rules, "http://origin.example/a")).toEqual({});
  });

  it("are none without them", () => expect(accessHeaders(url("https://shop.example/"), strict)).toEqual({}));
});

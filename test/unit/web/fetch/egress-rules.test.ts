import { describe, expect, it } from "vitest";
import type { RequestSigner } from "../../../../src/lib/crypto/request-signer";
import {
  egressRules,
  hasEmptyLabel,
  homeOf,
  isSpent,
  refuseEgress,
  refusePrivateHost,
  viaOrigin,
  withAccess,
} from "../../../../src/web/fetch/egress";
import { redirectTarget } from "../../../../src/web/fetch/guarded-fetch";

const url = (text: string) => new URL(text);
const own = egressRules({ domain: "shop.example", origin: null }, false);

describe("a job that may make only so many requests", () => {
  it.each([
    [undefined, false],
    [{ made: 9, most: 10 }, false],
    [{ made: 10, most: 10 }, true],
    [{ made: 11, most: 10 }, true],
  ])("%o has made them: %s", (tally, expected) => {
    expect(isSpent(tally === undefined ? own : { ...own, tally })).toBe(expected);
  });
});

describe("what may be requested", () => {
  const address = (length: number) => `https://shop.example/${"x".repeat(length - "https://shop.example/".length)}`;
  it.each([
    [address(2_048), null],
    [address(2_049), "too_long"],
    ["https://:secret@shop.example/", "credentials"],
    ["http://shop.example/", null],
    ["ws://shop.example/", "scheme"],
    ["file:///etc/passwd", "scheme"],
  ])("of the own host, %.40s: %s", (target, expected) => expect(refuseEgress(url(target), own)).toBe(expected));

  it("is any other public host, only if the rules say so", () => {
    for (const [anyPublicHost, target, expected] of [
      [undefined, "https://cdn.example/", "foreign_host"],
      [false, "https://cdn.example/", "foreign_host"],
      [true, "https://cdn.example/", null],
      [true, "http://10.0.0.1/", "ip_literal"],
      [true, "http://db.internal/", "local_name"],
      [true, "https://cdn.example:8443/", "port"],
      [true, "ftp://cdn.example/", "scheme"],
    ] as const)
      expect(refuseEgress(url(target), { ...own, ...(anyPublicHost !== undefined && { anyPublicHost }) })).toBe(
        expected,
      );
  });

  it.each([
    ["https://shop.example/", null, null],
    ["https://shop.example./", null, null],
    ["https://shop.example:443/", null, null],
    ["https://shop.example:80/", "port", null],
    ["http://8.8.8.8/", "ip_literal", null],
    ["http://10.0.0.1/", "ip_literal", null],
    ["http://10.0.0.1:9000/", "port", null],
    ["http://169.254.169.254/", "ip_literal", "ip_literal"],
    ["http://169.254.169.254:9000/", "ip_literal", "ip_literal"],
    ["http://intranet/", "local_name", null],
    ["http://intranet./", "local_name", null],
    ["http://a.localhost/", "local_name", null],
    ["http://a.local/", "local_name", null],
    ["http://a.internal/", "local_name", null],
    ["http://a.internal./", "local_name", null],
    ["http://a.home.arpa/", "local_name", null],
    ["http://a.onion/", "local_name", null],
    ["http://shop.example../", "local_name", null],
    ["http://localhost../", "local_name", null],
    ["http://a.internal../", "local_name", null],
    ["http://127.0.0.1../", "local_name", null],
    ["http://shop..example/", "local_name", null],
    ["http://alocal.example/", null, null],
    ["http://internal.example/", null, null],
  ])("%s is refused as %s, where private hosts are allowed as %s", (target, strict, allowed) => {
    expect([refusePrivateHost(url(target)), refusePrivateHost(url(target), true)]).toEqual([strict, allowed]);
  });

  it.each([
    ["a.example", false],
    ["a.example.", false],
    ["a.example..", true],
    ["a..example", true],
    [".example", true],
  ])("%s has two dots in a row, or begins with one: %s", (host, expected) =>
    expect(hasEmptyLabel(host)).toBe(expected),
  );
});

describe("the rules of a domain", () => {
  const signer = {} as RequestSigner;

  it("name its host, and the server behind it", () => {
    expect(egressRules({ domain: "shop.example", origin: null }, true, signer)).toEqual({
      hosts: new Set(["shop.example"]),
      via: null,
      allowPrivateHosts: true,
      signer,
    });
    expect(egressRules({ domain: "shop.example", origin: "https://origin.example:8443" }, false)).toEqual({
      hosts: new Set(["shop.example", "origin.example:8443"]),
      via: { host: "shop.example", origin: url("https://origin.example:8443") },
      allowPrivateHosts: false,
      signer: null,
    });
    const unreadable = egressRules({ domain: "shop.example", origin: "no origin" }, false);
    expect([unreadable.hosts, unreadable.via]).toEqual([new Set(["shop.example"]), null]);
  });

  it("send requests for the domain, with its port, to the server behind it", () => {
    const rules = egressRules({ domain: "shop.example", origin: "https://origin.example" }, false);
    for (const [target, expected] of [
      ["http://shop.example/a?b=1#c", "https://origin.example/a?b=1"],
      ["https://shop.example:8443/a", "https://shop.example:8443/a"],
      ["https://www.shop.example/a", "https://www.shop.example/a"],
    ] as const)
      expect(viaOrigin(url(target), rules).href).toBe(expected);
    const other = url("https://shop.example/a#b");
    expect(viaOrigin(other, own)).toBe(other);
  });

  it.each([
    ["shop.example", null, ["https://shop.example"]],
    ["shop.example", "https://origin.example/", ["https://shop.example", "https://origin.example"]],
    ["shop.example", "http://origin.example", ["https://shop.example"]],
    ["127.0.0.1:9000", "http://127.0.0.1:9001", ["http://127.0.0.1:9000", "http://127.0.0.1:9001"]],
    ["localhost", "https://origin.example", ["http://localhost", "https://origin.example"]],
  ])("for %s with the server %s give secret headers to %j alone", (domain, origin, origins) => {
    const rules = egressRules({ domain, origin }, true);
    const headers = { authorization: "Basic x" };
    expect(withAccess(rules, domain, headers)).toEqual({ ...rules, access: { origins: new Set(origins), headers } });
  });

  it.each([
    ["shop.example", "https://shop.example/"],
    ["shop.example:8080", "http://shop.example:8080/"],
    ["localhost", "http://localhost/"],
    ["127.0.0.1", "http://127.0.0.1/"],
    ["[::1]", "http://[::1]/"],
    ["my-localhost.example", "https://my-localhost.example/"],
    ["a127.0.example", "https://a127.0.example/"],
    ["1271.example", "https://1271.example/"],
  ])("have %s at home at %s", (domain, home) => expect(homeOf(domain).href).toBe(home));
});

describe("where a response redirects to", () => {
  const answer = (status: number, location?: string) => ({
    status,
    headers: new Headers(location === undefined ? {} : { location }),
  });
  it.each([
    [301, "/b", "https://shop.example/b"],
    [302, "?b", "https://shop.example/a/c?b"],
    [303, "b", "https://shop.example/a/b"],
    [307, "https://other.example/", "https://other.example/"],
    [308, "//other.example/x", "https://other.example/x"],
    [300, "/b", null],
    [304, "/b", null],
    [200, "/b", null],
    [301, "https://", null],
    [301, undefined, null],
  ])("status %i, location %s: %s", (status, location, expected) => {
    expect(redirectTarget(answer(status, location), url("https://shop.example/a/c"))?.href ?? null).toBe(expected);
  });
});

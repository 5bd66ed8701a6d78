import { expect, it } from "vitest";
import { DnsHolds } from "../../../src/analytics/verify/core/dns-holds";

const reverse = (n: number) => `${n % 256}.${(n >> 8) % 256}.${(n >> 16) % 256}.5.in-addr.arpa`;

it("any number of failing addresses leaves reverse DNS on", () => {
  const holds = new DnsHolds();
  for (let n = 0; n < 30_000; n++) holds.nameFailed(reverse(n), n);
  expect(holds.mayAsk("1.2.3.66.in-addr.arpa", 30_000)).toBe(true);
  expect(holds.size).toBeLessThanOrEqual(10_000);
});

it("a resolver that answers occasionally does not count as down", () => {
  const holds = new DnsHolds();
  for (let n = 0; n < 10; n++) {
    holds.resolverFailed(reverse(n << 8), n);
    holds.resolverFailed(reverse((n + 100) << 8), n);
    holds.answered();
  }
  expect(holds.mayAsk(reverse(0), 10)).toBe(true);
});

it("failures in one zone do not make the resolver count as down", () => {
  const holds = new DnsHolds();
  for (let n = 0; n < 200; n++) holds.resolverFailed(reverse(n), n);
  expect(holds.mayAsk(reverse(0), 200)).toBe(true);
});

it("a zone is the /24 of an IPv4 address or the /48 of an IPv6 address", () => {
  const holds = new DnsHolds();
  const six = (host: string, net: string) => `${host}.${"0.".repeat(18)}${net}.ip6.arpa`;
  const net = "1.0.0.0.8.b.d.0.1.0.0.2";
  for (const host of ["1", "2", "3"]) holds.nameFailed(six(host, net), 0);
  expect(holds.mayAsk(six("4", net), 1)).toBe(false);
  expect(holds.mayAsk(six("4", `2${net.slice(1)}`), 1)).toBe(true);
});

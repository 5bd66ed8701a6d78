import { expect, it } from "vitest";
import { ceilingsOf, settingsOf } from "../../src/env";
import { plainHost } from "../../src/lib/hosts/domain";
import { isSwitchedOn, numberSetting, textSetting, urlSetting } from "../../src/settings/values";

const hosts = (API_HOSTS: string) => [...settingsOf({ API_HOSTS }).apiHosts];

it("API_HOSTS accepts hosts in any spelling", () => {
  expect(hosts(" API.Example.com., https://b.example ,,localhost:8787,c.example.:9000")).toEqual([
    "api.example.com",
    "b.example",
    "localhost:8787",
    "c.example:9000",
  ]);
  expect(hosts("")).toEqual([]);
});

it.each([
  ["example.com", "example.com"],
  ["Example.COM.", "example.com"],
  ["example.com.:8080", "example.com:8080"],
  ["127.0.0.1:80", "127.0.0.1:80"],
  ["[::1]:8080", "[::1]:8080"],
])("%s is the host %s", (given, host) => expect(plainHost(given)).toBe(host));

it("a number that is missing, no whole number or too small is the default", () => {
  const seconds = (AI_TIMEOUT_SECONDS?: string) => numberSetting({ AI_TIMEOUT_SECONDS }, "AI_TIMEOUT_SECONDS");
  expect([undefined, "", "many", "-1", "2.5", "0", "1", " 30 "].map(seconds)).toEqual([
    120, 120, 120, 120, 120, 120, 1, 30,
  ]);
  expect(ceilingsOf({ AI_CALLS_PER_DAY: "0" })).toEqual({
    aiCallsPerDay: 0,
    analysisCallsPerDay: 20_000,
    browserSecondsPerDay: 172_800,
  });
});

it("an empty text is the default, and only `true` turns a switch on", () => {
  const resolver = (DNS_RESOLVER_URL?: string) => textSetting({ DNS_RESOLVER_URL }, "DNS_RESOLVER_URL");
  const usual = "https://cloudflare-dns.com/dns-query";
  expect([undefined, " ", "https://dns.example/q"].map(resolver)).toEqual([usual, usual, "https://dns.example/q"]);
  expect([undefined, "1", "true"].map((EMAIL_PRINT) => isSwitchedOn({ EMAIL_PRINT }, "EMAIL_PRINT"))).toEqual([
    false,
    false,
    true,
  ]);
});

it("a URL that is none is the default, so a typing error can't stop the service", () => {
  const resolver = (DNS_RESOLVER_URL?: string) => urlSetting({ DNS_RESOLVER_URL }, "DNS_RESOLVER_URL").href;
  const usual = "https://cloudflare-dns.com/dns-query";
  expect([undefined, "", "notaurl", "file:///x", "https://", "http://127.0.0.1:9/q"].map(resolver)).toEqual([
    usual,
    usual,
    usual,
    usual,
    usual,
    "http://127.0.0.1:9/q",
  ]);
});

import { expect, it } from "vitest";
import { settingsOf } from "../../src/env";
import { plainHost } from "../../src/lib/domain";

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

import { describe, expect, it } from "vitest";
import { COOKIE_PREFIX } from "../../../../src/accounts";
import { withoutCredentials, withoutKeys } from "../../../../src/prerender/serve/service-credentials.ts";

const BODY = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg";
const KEY = `crk_${BODY}`;
const escaped = (text: string, lower = false) =>
  Array.from(text, (char) => `%${char.charCodeAt(0).toString(16)}`)
    .map((each) => (lower ? each : each.toUpperCase()))
    .join("");

describe("a path for an origin", () => {
  it.each([
    ["as it is", KEY],
    ["with its first letter escaped", `%63rk_${BODY}`],
    ["with its underscore escaped", `crs%5f${BODY}`],
    ["with a digit escaped", `crk_%30${BODY.slice(1)}`],
    ["escaped as a whole", escaped(KEY)],
    ["escaped as a whole, in small letters", escaped(KEY, true)],
  ])("has no key %s", (_name, key) => expect(withoutKeys(`/p/${key}/x?a=1&e=${key}&b=2`)).toBe("/p//x?a=1&e=&b=2"));

  it.each([`crk_${BODY.slice(1)}`, `%63rk-${BODY}`, `crk_${BODY.slice(1)}%2F`, `%43rk_${BODY}`])("keeps %s", (text) =>
    expect(withoutKeys(text)).toBe(text),
  );
});

describe("the headers for an origin", () => {
  const sent = (headers: Record<string, string>) => Object.fromEntries(withoutCredentials(new Headers(headers)));
  const basic = (text: string, scheme = "Basic") => `${scheme} ${btoa(text)}`;

  it.each([
    basic(`${KEY}:`),
    basic(`user:${KEY}`, "basic "),
    basic(`${escaped(KEY)}:x`),
    basic(`${KEY}:`).replaceAll("=", ""),
    `Bearer ${KEY}`,
  ])("have no %s", (authorization) =>
    expect(sent({ authorization, "proxy-authorization": authorization, accept: "*/*" })).toEqual({ accept: "*/*" }),
  );

  it("have no header that carries a key, whatever it says", () =>
    expect(sent({ "x-service-api-key": "no key", "x-prerender-token": "another service's" })).toEqual({}));

  it("have no session cookie, and keep the site's own", () => {
    const session = `${COOKIE_PREFIX}.session_token=x`;
    expect(sent({ cookie: `a=1; __Secure-${session}; b=2` })).toEqual({ cookie: "a=1; b=2" });
    expect(sent({ cookie: `${session}; __Host-${session}` })).toEqual({});
    expect(sent({ cookie: `my-${session}` })).toEqual({ cookie: `my-${session}` });
  });

  it("keep the site's own authorization", () => {
    for (const authorization of [basic("x:y"), "Basic not!base64", "Basic", "Digest a=b"])
      expect(sent({ authorization })).toEqual({ authorization });
  });

  it("have no escaped key", () =>
    expect(sent({ referer: `https://x.example/?t=%63rk_${BODY}`, cookie: `a=1; t=${escaped(KEY)}` })).toEqual({
      referer: "https://x.example/?t=",
      cookie: "a=1; t=",
    }));
});

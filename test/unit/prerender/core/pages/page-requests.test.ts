import { describe, expect, it } from "vitest";
import {
  breaksPage,
  deniedInWords,
  failureInWords,
  saysBroken,
} from "../../../../../src/prerender/core/pages/page-failures";
import { purposeOf, streamKindOf } from "../../../../../src/prerender/core/pages/request-purpose";

describe("a request that failed", () => {
  const failed = (change: object) => ({
    type: "Fetch",
    url: "https://shop.example/api",
    method: "GET",
    own: true,
    status: 0,
    isReport: false,
    ...change,
  });
  it.each([
    [{ type: "Script" }, true],
    [{ type: "Script", own: false }, false],
    [{ type: "Stylesheet" }, false],
    [{ type: "XHR" }, true],
    [{ isReport: true }, false],
    [{ own: false }, true],
    [{ own: false, status: 500 }, true],
    [{ own: false, status: 499 }, false],
    [{ status: 403 }, true],
    [{ status: 429 }, true],
    [{ status: 401 }, false],
    [{ status: 404 }, false],
    [{ own: false, status: 403 }, false],
    [{ own: false, status: 429 }, false],
  ])("%o breaks the page: %s", (change, expected) => expect(breaksPage(failed(change))).toBe(expected));

  it("is told to the page's owner", () => {
    const words = (change: object) => failureInWords(failed(change), "net::ERR");
    expect(words({ type: "Script", status: 1 })).toBe("a script of the page answered 1: https://shop.example/api");
    expect(words({})).toBe("the page's own API did not answer (net::ERR): GET https://shop.example/api");
    expect(words({ own: false, status: 502, method: "POST" })).toBe(
      "another site's API answered 502: POST https://shop.example/api",
    );
    expect(words({ status: 403 })).toBe(
      "the page's own API answered 403 (forbidden) to the renderer. Let it through, or have a rule send the header that it needs: GET https://shop.example/api",
    );
    expect(words({ status: 429 })).toBe(
      "the page's own API answered 429 (too many requests): GET https://shop.example/api",
    );
    expect(deniedInWords({ method: "GET", url: "/a" })).toBe(
      "the page's own API answered 401 (unauthorized), so the snapshot shows what visitors see who are not signed in: GET /a",
    );
  });

  const page = (change: object) => ({ title: "Shop", heading: "Chairs", text: "all of them", ...change });
  it.each([
    [{ heading: "Something went wrong" }, 150, true],
    [{ heading: "Something went wrong" }, 151, false],
    [{ title: "Etwas ist schiefgelaufen" }, 9, true],
    [{ text: "a\n  Application error: a client-side exception \nb" }, 9, true],
    [{ text: "An unexpected error" }, 9, true],
    [{ text: "An error has occurred." }, 9, true],
    [{ text: "Unable to load the page" }, 9, true],
    [{ text: "We couldn’t load it" }, 9, true],
    [{ text: "Loading chunk 5 failed" }, 9, true],
    [{ text: "Oops!" }, 9, true],
    [{ text: "Oops, we did it again" }, 9, false],
    [{ text: "Errors" }, 9, false],
    [{ text: "A big error!" }, 9, false],
    [{ text: `${"x".repeat(176)} application error here`.slice(0, 200) }, 9, true],
    [{ text: `${"x".repeat(177)} application error here!` }, 9, false],
    [{ text: `${"x\n".repeat(1_490)}error occurred` }, 9, true],
    [{ text: `${"x\n".repeat(1_500)}error occurred` }, 9, false],
    [{}, 9, false],
  ])("shows in %.60o, of %i words: %s", (change, words, expected) => {
    expect(saysBroken(page(change), words)).toBe(expected);
  });
});

describe("a request for data", () => {
  const purpose = (url: string, method = "GET", headers: Record<string, string> = {}) =>
    purposeOf({ url: `https://shop.example${url}`, method, headers });
  const json = { "content-type": "application/json" };
  it.each([
    ["/api", "GET", {}, "answer"],
    ["/api", "GET", { accept: "text/event-stream" }, "lasting"],
    ["/api", "GET", { accept: "text/event-streams" }, "answer"],
    ["/api", "POST", {}, "report"],
    ["/api", "POST", { "content-type": "text/plain;charset=UTF-8" }, "report"],
    ["/api", "POST", json, "answer"],
    ["/api", "PUT", {}, "answer"],
    ["/graphql", "POST", {}, "answer"],
    ["/v1/Search.php", "POST", {}, "answer"],
    ["/v1/collect", "POST", json, "report"],
    ["/v1/Collect.php/", "POST", json, "report"],
    ["/v1/collect", "GET", {}, "answer"],
    ["/collect/7", "POST", json, "answer"],
    ["/poll", "GET", {}, "lasting"],
    ["/poll/7", "GET", {}, "answer"],
    ["/Socket.IO/x", "GET", {}, "lasting"],
    ["/heartbeat/x", "POST", json, "lasting"],
    ["/a?transport=polling", "GET", {}, "lasting"],
    ["/a?b&transport=longPolling&c", "GET", {}, "lasting"],
    ["/a?transport=pollings", "GET", {}, "answer"],
    ["/a?mytransport=polling", "GET", {}, "answer"],
    ["/a?feed=continuous", "GET", {}, "lasting"],
    ["/a?feed=news", "GET", {}, "answer"],
    [`${"/a".repeat(48)}/sse`, "GET", {}, "lasting"],
    [`${"/a".repeat(49)}/sse`, "GET", {}, "answer"],
  ] as const)("%.40s, %s, %o is for: %s", (url, method, headers, expected) => {
    expect(purpose(url, method, headers)).toBe(expected);
  });

  it.each([
    [{}, null],
    [{ "content-type": "application/json" }, null],
    [{ "content-type": " Text/Event-Stream; charset=utf-8" }, "events"],
    [{ "content-type": "multipart/x-mixed-replace;boundary=x" }, "events"],
    [{ "content-type": "application/x-ndjson", "content-length": "5" }, "response"],
    [{ "content-type": "application/grpc-web+proto" }, "response"],
    [{ "content-type": "text/plain" }, "response"],
    [{ "content-type": "text/plain", "content-length": "5" }, null],
    [{ "content-type": "application/octet-stream" }, "response"],
    [{ "content-type": "x application/jsonl" }, null],
  ])("with the headers %o is the stream: %s", (headers, expected) => {
    expect(streamKindOf(headers as Record<string, string>)).toBe(expected);
  });
});

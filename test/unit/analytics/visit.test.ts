import { describe, expect, it } from "vitest";
import { packVisits, type VisitEvent } from "../../../src/analytics/count/record-visits";
import { classifyUserAgent } from "../../../src/analytics/catalogue/classify";
import { trialHeaders } from "../../../src/web";
import { visitOf } from "../../../src/analytics/count/visit-of";

const served = { domainId: "d", domain: "shop.example", path: "/p", servedBy: "cache" } as const;
const request = (url: string, headers: Record<string, string>) => new Request(url, { headers });
const GPTBOT = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";

describe("visitOf", () => {
  it("identifies the crawler and uses the client's address on the domain's own host", () => {
    const visit = visitOf(
      request("https://shop.example/p", { "user-agent": GPTBOT, "cf-connecting-ip": "20.15.240.64" }),
      served,
      5,
    );
    expect(visit).toMatchObject({ at: 5, path: "/p", token: "GPTBot", provider: "openai", ip: "20.15.240.64" });
    expect(visit).not.toHaveProperty("domain");
  });

  it("is none of a trial of what a crawler gets, which middlewares still take for the crawler", () => {
    const headers = trialHeaders("Googlebot");
    expect(classifyUserAgent(headers["user-agent"]!)).toMatchObject({ token: "Googlebot" });
    expect(visitOf(request("https://shop.example/p", headers), served, 5)).toBeNull();
  });

  it("uses the forwarded client otherwise, never the customer's server or a private address", () => {
    const visit = visitOf(
      request("https://api.example/render/https://shop.example/p", {
        "user-agent": GPTBOT,
        "cf-connecting-ip": "198.41.0.4",
        "x-forwarded-for": "10.0.0.1, 20.15.240.64",
      }),
      served,
      5,
    );
    expect(visit?.ip).toBe("20.15.240.64");
    const local = request("http://shop.example/p", { "user-agent": GPTBOT, "cf-connecting-ip": "127.0.0.1" });
    expect(visitOf(local, served, 5)).not.toHaveProperty("ip");
  });

  it("ignores forwarded clients on the domain's own host, however the host is spelled", () => {
    for (const host of ["shop.example", "shop.example.", "SHOP.example."]) {
      const headers = { "user-agent": GPTBOT, "cf-connecting-ip": "198.41.0.4", "x-forwarded-for": "20.15.240.64" };
      expect(visitOf(request(`https://${host}/p`, headers), served, 5)?.ip, host).toBe("198.41.0.4");
    }
  });

  it("identifies an agent with a browser's user agent by its signature's host", () => {
    const headers = { "user-agent": "Mozilla/5.0 (Macintosh) Chrome/140.0.0.0 Safari/537.36" };
    expect(visitOf(request("https://shop.example/p", headers), served, 5)).toBeNull();
    const signed = { ...headers, "signature-agent": '"https://chatgpt.com"', "signature-input": "a", signature: "b" };
    expect(visitOf(request("https://shop.example/p", signed), served, 5)).toMatchObject({
      token: "ChatGPT Agent",
      signature: { authority: "shop.example", method: "GET" },
    });
  });
});

describe("packVisits", () => {
  const event = (i: number, path = "/"): VisitEvent => ({
    id: `${i}`,
    domainId: "d",
    at: 0,
    path,
    token: null,
    provider: "other",
    kind: "other",
    servedBy: "cache",
  });

  it("keeps all events in order, in messages that fit the queue's limits", () => {
    const events = Array.from({ length: 1_000 }, (_, i) => event(i, `/${"x".repeat(i % 2 ? 2_000 : 1)}`));
    const messages = packVisits(events);
    expect(messages.flat()).toEqual(events);
    for (const message of messages) {
      expect(message.length).toBeLessThanOrEqual(200);
      // From 64 KiB on, the queue counts a message as two.
      expect(JSON.stringify(message).length).toBeLessThan(65_000);
    }
    expect(packVisits([])).toEqual([]);
  });
});

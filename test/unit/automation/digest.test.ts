import { describe, expect, it } from "vitest";
import { digestOf, digestWeek, firstLine } from "../../../src/automation/digest/core/digest";
import { digestMail } from "../../../src/mail/core/digest-mail";

const runs = (change: object = {}) => ({
  runId: "r",
  health: 82.4,
  issueCount: 20,
  before: { health: 79.1, issueCount: 24 },
  ...change,
});
const texts = (...given: Parameters<typeof digestOf>) => digestOf(...given)?.lines.map(({ text }) => text) ?? null;

describe("a digest", () => {
  it("says what changed", () => {
    expect(digestOf("a.example", runs(), { now: 1_240, before: 1_632 })).toEqual({
      subject: "a.example: Health 82 (+3), crawlers −24%",
      lines: [
        { text: "Health is 82 of 100, 3 more than a week ago, with 20 issues, 4 fewer than a week ago.", page: "run" },
        { text: "Crawlers came 1,240 times, 24% less than the week before.", page: "crawlers" },
      ],
    });
  });

  it.each([
    [runs({ before: { health: 81.9, issueCount: 20 } }), { now: 100, before: 95 }],
    [null, { now: 19, before: 0 }],
    [null, { now: 0, before: 0 }],
    [null, null],
  ])("is not sent when nothing changed: %j %j", (audit, visits) => {
    expect(digestOf("a.example", audit, visits)).toBeNull();
  });

  it.each([
    [runs({ before: null }), "The first audit: Health is 82 of 100, with 20 issues."],
    [runs({ before: null, health: null, issueCount: 1 }), "The first audit found 1 issue."],
    [
      runs({ before: { health: 82, issueCount: 19 } }),
      "Health is 82 of 100, as a week ago, with 20 issues, 1 more than a week ago.",
    ],
    [
      runs({ before: { health: 90, issueCount: 20 } }),
      "Health is 82 of 100, 8 less than a week ago, with still 20 issues.",
    ],
    [
      runs({ health: null, before: { health: 90, issueCount: 22 } }),
      "The latest audit found 20 issues, 2 fewer than a week ago.",
    ],
  ])("has words for every audit", (audit, text) => {
    expect(texts("a.example", audit, null)).toEqual([text]);
  });

  it("names the one thing to do", () => {
    expect(firstLine({ title: "The page has no title", todo: "Write one." })).toBe(
      "Do this first: The page has no title. Write one.",
    );
  });

  it("tells of crawlers alone", () => {
    expect(texts("a.example", null, { now: 25, before: 0 })).toEqual([
      "Crawlers came 25 times, after a week without any.",
    ]);
  });

  it("goes out on Mondays, or a day later", () => {
    const day = (text: string) => digestWeek(Date.parse(`${text}T00:10:00Z`));
    expect(["2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02"].map(day)).toEqual([
      null,
      "2026-11-30",
      "2026-11-30",
      null,
    ]);
  });
});

describe("its mail", () => {
  const parts = [{ text: "Fix <this> first.", url: "https://api.example/app/site/a.example/audits/r" }];
  const mail = digestMail("ada@example.com", {
    domain: "a.example",
    subject: "a.example: Health 82",
    parts,
    unsubscribeUrl: "https://api.example/unsubscribe?domain=d&user=u&key=k",
  });

  it("reads well as plain text", () => {
    expect(mail.text).toBe(`a.example in the last seven days

Fix <this> first.
https://api.example/app/site/a.example/audits/r

You get this mail on Mondays if something has changed. No more mails about a.example:
https://api.example/unsubscribe?domain=d&user=u&key=k

Crawlready
`);
    expect(mail.html).toContain("Fix &lt;this&gt; first.");
  });

  it("has the headers of RFC 8058", () => {
    expect(mail.headers).toEqual({
      "List-Unsubscribe": "<https://api.example/unsubscribe?domain=d&user=u&key=k>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });
});

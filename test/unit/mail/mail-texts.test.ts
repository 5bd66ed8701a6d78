import { describe, expect, it } from "vitest";
import { digestMail } from "../../../src/mail/core/digest-mail";
import {
  auditEndedMail,
  changeEmailMail,
  claimMail,
  emailChangedMail,
  invitationMail,
  knownEmailMail,
  passwordChangedMail,
  proofMail,
  resetMail,
  testMail,
  twoFactorMail,
  webhookDisabledMail,
  type Mail,
} from "../../../src/mail/core/mails";

const TO = "ada@example.com";
const URL_ = "https://api.example/x?a=1&b=2";

/** A mail as it should be: its paragraphs, with the link after the first. */
function mail(subject: string, paragraphs: string[], label?: string): Mail {
  const [first, ...rest] = paragraphs as [string, ...string[]];
  const html = (text: string) => `<p>${text.replaceAll("'", "&#39;")}</p>`;
  const link = label === undefined ? "" : `<p><a href="https://api.example/x?a=1&amp;b=2">${label}</a></p>`;
  return {
    to: TO,
    subject,
    text: `${[first, ...(label === undefined ? [] : [URL_]), ...rest].join("\n\n")}\n\nCrawlready\n`,
    html: `<!doctype html><html lang="en"><body>${html(first)}${link}${rest.map(html).join("")}<p>Crawlready</p></body></html>`,
  };
}

const audit = { domain: "shop.example", url: URL_, failed: false, pages: 1, health: null };
const asked = "You get this mail because you asked for it when you started the audit.";
const again =
  "The account's webhooks show which one, and how it responded. Turn it on again there once it works; deliveries of the last 30 days can be sent again.";

describe("a mail says what happened and what to do", () => {
  it.each<[Mail, Mail]>([
    [
      testMail(TO),
      mail("A test of this service's mail", [
        "The operator of this service has tested whether it can send mail. It can. You need not do anything.",
      ]),
    ],
    [
      proofMail(TO, URL_),
      mail(
        "Confirm your email",
        [
          "Someone signed up for Crawlready with this address. If it was you, confirm it within 24 hours:",
          "If it was not you, ignore this email. Nobody can use your address without this link.",
        ],
        "Confirm the address",
      ),
    ],
    [
      claimMail(TO, URL_),
      mail(
        "Choose your password",
        [
          "Somebody signed up for Crawlready with this address more than once, with different passwords. If it was you, choose your password within 24 hours:",
          "Earlier links no longer work. If it was not you, ignore this email. Nobody can use the address without this link.",
        ],
        "Choose a password",
      ),
    ],
    ...(
      [
        [invitationMail(TO, URL_), "Then sign in with the password that the account's owner gives you, and change it"],
        [invitationMail(TO, URL_, true), "You choose your password there"],
      ] as const
    ).map(([given, how]): [Mail, Mail] => [
      given,
      mail(
        "Join an account",
        [
          "Someone invited this address to their Crawlready account. If you were expecting this, join within 7 days:",
          `${how}. If you were not expecting this, ignore this email. You can still use the address for your own account.`,
        ],
        "Join the account",
      ),
    ]),
    [
      knownEmailMail(TO),
      mail("You already have an account", [
        "Someone entered this address at Crawlready to sign up, to add a member or to change an email address, but it already has an account. Nothing was changed.",
        "If it was you, sign in with your password or request a new one. If it was not you, ignore this email.",
      ]),
    ],
    [
      resetMail(TO, URL_),
      mail(
        "Set a new password",
        [
          "Someone requested a new password for your Crawlready account. If it was you, set it within an hour:",
          "If it was not you, ignore this email. Your password stays unchanged.",
        ],
        "Set a new password",
      ),
    ],
    [
      passwordChangedMail(TO),
      mail("Your password was changed", [
        "The password of your Crawlready account was changed. All other sessions have ended.",
        "If it was not you, request a new password immediately.",
      ]),
    ],
    [
      changeEmailMail(TO, URL_),
      mail(
        "Confirm your new email",
        [
          "Someone wants to use this address to sign in to Crawlready. If it was you, confirm it within 24 hours, in the browser where you are signed in:",
          "If it was not you, ignore this email.",
        ],
        "Confirm the new address",
      ),
    ],
    [
      emailChangedMail(TO),
      mail("Your email was changed", [
        "The email address of your Crawlready account was changed. You can no longer sign in with this address.",
        "If it was not you, contact the operator of the service.",
      ]),
    ],
    ...(
      [
        [true, "Two-factor sign-in is on", "now requires a code from your authenticator app"],
        [false, "Two-factor sign-in is off", "no longer requires a code"],
      ] as const
    ).map(([isOn, subject, said]): [Mail, Mail] => [
      twoFactorMail(TO, isOn),
      mail(subject, [
        `Signing in to your Crawlready account ${said}.`,
        "If it was not you, change your password immediately.",
      ]),
    ]),
    ...(
      [
        [{}, "has ended. It read 1 page."],
        [{ pages: 1_200, health: 0 }, "has ended. It read 1,200 pages. Health is 0 of 100."],
      ] as const
    ).map(([change, said]): [Mail, Mail] => [
      auditEndedMail(TO, { ...audit, ...change }),
      mail(
        "The audit of shop.example has ended",
        [`The audit of shop.example that you started ${said}`, asked],
        "See the result",
      ),
    ]),
    [
      auditEndedMail(TO, { ...audit, failed: true }),
      mail(
        "The audit of shop.example failed",
        ["The audit of shop.example that you started failed; its page says why", asked],
        "See why",
      ),
    ],
    ...(
      [
        ["gone", "answered that it no longer exists (HTTP 410), so it gets no more events."],
        ["failing", "has accepted nothing for three days, so it gets no more events."],
      ] as const
    ).map(([reason, said]): [Mail, Mail] => [
      webhookDisabledMail(TO, reason),
      mail("A webhook was turned off", [`A webhook of your Crawlready account ${said}`, again]),
    ]),
  ])("%# $subject", (given, expected) => expect(given).toEqual(expected));
});

it("the mail of a week has each part with its link, and two ways to end it", () => {
  const parts = [
    { text: "1 < 2", url: "https://a.example/?x=1&y=2" },
    { text: "New", url: "https://a.example/n" },
  ];
  const end = "https://a.example/end?t=1&u=2";
  expect(digestMail(TO, { domain: "shop.example", subject: "A\nweek", parts, unsubscribeUrl: end })).toEqual({
    to: TO,
    subject: "A week",
    text: `shop.example in the last seven days\n\n1 < 2\nhttps://a.example/?x=1&y=2\n\nNew\nhttps://a.example/n\n\nYou get this mail on Mondays if something has changed. No more mails about shop.example:\n${end}\n\nCrawlready\n`,
    html: '<!doctype html><html lang="en"><body><h1>shop.example in the last seven days</h1><p>1 &lt; 2<br><a href="https://a.example/?x=1&amp;y=2">Show it</a></p><p>New<br><a href="https://a.example/n">Show it</a></p><p>You get this mail on Mondays if something has changed. No more mails about shop.example: <a href="https://a.example/end?t=1&amp;u=2">unsubscribe</a></p><p>Crawlready</p></body></html>',
    headers: { "List-Unsubscribe": `<${end}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  });
});

import { escapeHtml } from "../../lib/text/html";
import { oneLine, visibleText } from "../../lib/text/strangers-text";

/** A mail that is ready to send. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Headers of its own, such as how to unsubscribe. */
  headers?: Record<string, string>;
}

interface Content {
  subject: string;
  paragraphs: readonly string[];
  /** The mail's only link and its label. */
  link?: { url: string; label: string };
}

/**
 * Builds a mail as plain text and simple HTML with the same content. Mails contain nothing that strangers typed, so
 * nobody can send their own text through us. Everything is cleaned and escaped nevertheless.
 */
function compose(to: string, content: Content): Mail {
  const { link } = content;
  const subject = oneLine(content.subject);
  const paragraphs = content.paragraphs.map(visibleText);
  const lines = [...paragraphs.slice(0, 1), ...(link ? [link.url] : []), ...paragraphs.slice(1)];
  const html = [
    ...paragraphs.slice(0, 1).map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    ...paragraphs.slice(1).map((text) => `<p>${escapeHtml(text)}</p>`),
  ];
  return {
    to,
    subject,
    text: `${lines.join("\n\n")}\n\nCrawlready\n`,
    html: `<!doctype html><html lang="en"><body>${html.join("")}<p>Crawlready</p></body></html>`,
  };
}

/** Shows the operator that mail arrives. */
export function testMail(to: string): Mail {
  return compose(to, {
    subject: "A test of this service's mail",
    paragraphs: ["The operator of this service has tested whether it can send mail. It can. You need not do anything."],
  });
}

/** Asks the person who signed up to prove the address. */
export function proofMail(to: string, url: string): Mail {
  return compose(to, {
    subject: "Confirm your email",
    paragraphs: [
      "Someone signed up for Crawlready with this address. If it was you, confirm it within 24 hours:",
      "If it was not you, ignore this email. Nobody can use your address without this link.",
    ],
    link: { url, label: "Confirm the address" },
  });
}

/** Sent after a second sign-up with an unproven address: the reader chooses the password. */
export function claimMail(to: string, url: string): Mail {
  return compose(to, {
    subject: "Choose your password",
    paragraphs: [
      "Somebody signed up for Crawlready with this address more than once, with different passwords. If it was you, choose your password within 24 hours:",
      "Earlier links no longer work. If it was not you, ignore this email. Nobody can use the address without this link.",
    ],
    link: { url, label: "Choose a password" },
  });
}

/** Invites the recipient to join an account. `chooses`: the link's page asks them for a password. */
export function invitationMail(to: string, url: string, chooses = false): Mail {
  return compose(to, {
    subject: "Join an account",
    paragraphs: [
      "Someone invited this address to their Crawlready account. If you were expecting this, join within 7 days:",
      `${chooses ? "You choose your password there" : "Then sign in with the password that the account's owner gives you, and change it"}. If you were not expecting this, ignore this email. You can still use the address for your own account.`,
    ],
    link: { url, label: "Join the account" },
  });
}

/** Tells the owner that somebody entered the account's address. */
export function knownEmailMail(to: string): Mail {
  return compose(to, {
    subject: "You already have an account",
    paragraphs: [
      "Someone entered this address at Crawlready to sign up, to add a member or to change an email address, but it already has an account. Nothing was changed.",
      "If it was you, sign in with your password or request a new one. If it was not you, ignore this email.",
    ],
  });
}

export function resetMail(to: string, url: string): Mail {
  return compose(to, {
    subject: "Set a new password",
    paragraphs: [
      "Someone requested a new password for your Crawlready account. If it was you, set it within an hour:",
      "If it was not you, ignore this email. Your password stays unchanged.",
    ],
    link: { url, label: "Set a new password" },
  });
}

export function passwordChangedMail(to: string): Mail {
  return compose(to, {
    subject: "Your password was changed",
    paragraphs: [
      "The password of your Crawlready account was changed. All other sessions have ended.",
      "If it was not you, request a new password immediately.",
    ],
  });
}

export function changeEmailMail(to: string, url: string): Mail {
  return compose(to, {
    subject: "Confirm your new email",
    paragraphs: [
      "Someone wants to use this address to sign in to Crawlready. If it was you, confirm it within 24 hours, in the browser where you are signed in:",
      "If it was not you, ignore this email.",
    ],
    link: { url, label: "Confirm the new address" },
  });
}

/** Goes to the old address. */
export function emailChangedMail(to: string): Mail {
  return compose(to, {
    subject: "Your email was changed",
    paragraphs: [
      "The email address of your Crawlready account was changed. You can no longer sign in with this address.",
      "If it was not you, contact the operator of the service.",
    ],
  });
}

export function twoFactorMail(to: string, isOn: boolean): Mail {
  return compose(to, {
    subject: isOn ? "Two-factor sign-in is on" : "Two-factor sign-in is off",
    paragraphs: [
      isOn
        ? "Signing in to your Crawlready account now requires a code from your authenticator app."
        : "Signing in to your Crawlready account no longer requires a code.",
      "If it was not you, change your password immediately.",
    ],
  });
}

/** What a mail says of an audit that ended. */
export interface EndedAudit {
  domain: string;
  /** The page of the result. */
  url: string;
  failed: boolean;
  pages: number;
  /** 0 to 100; null: it has none. */
  health: number | null;
}

/** Tells a member that the audit has ended that they started. */
export function auditEndedMail(to: string, { domain, url, failed, pages, health }: EndedAudit): Mail {
  const seen = `${pages.toLocaleString("en")} ${pages === 1 ? "page" : "pages"}`;
  const result = `It read ${seen}.${health === null ? "" : ` Health is ${health} of 100.`}`;
  return compose(to, {
    subject: failed ? `The audit of ${domain} failed` : `The audit of ${domain} has ended`,
    paragraphs: [
      `The audit of ${domain} that you started ${failed ? "failed; its page says why" : `has ended. ${result}`}`,
      "You get this mail because you asked for it when you started the audit.",
    ],
    link: { url, label: failed ? "See why" : "See the result" },
  });
}

/** Tells an owner that an endpoint gets no more events. */
export function webhookDisabledMail(to: string, reason: "gone" | "failing"): Mail {
  return compose(to, {
    subject: "A webhook was turned off",
    paragraphs: [
      reason === "gone"
        ? "A webhook of your Crawlready account answered that it no longer exists (HTTP 410), so it gets no more events."
        : "A webhook of your Crawlready account has accepted nothing for three days, so it gets no more events.",
      "The account's webhooks show which one, and how it responded. Turn it on again there once it works; deliveries of the last 30 days can be sent again.",
    ],
  });
}

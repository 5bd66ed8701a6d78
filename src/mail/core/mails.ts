/** A mail, ready to go. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

interface Content {
  subject: string;
  paragraphs: readonly string[];
  /** The one link, and what it says. */
  link?: { url: string; label: string };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char]!);

/**
 * Plain text and simple HTML of the same words. Nothing that a stranger typed stands in a mail, so nobody can send words of
 * their own through us; what stands there is escaped all the same.
 */
function compose(to: string, { subject, paragraphs, link }: Content): Mail {
  const lines = [...paragraphs.slice(0, 1), ...(link ? [link.url] : []), ...paragraphs.slice(1)];
  const html = [
    ...paragraphs.slice(0, 1).map((text) => `<p>${escape(text)}</p>`),
    ...(link ? [`<p><a href="${escape(link.url)}">${escape(link.label)}</a></p>`] : []),
    ...paragraphs.slice(1).map((text) => `<p>${escape(text)}</p>`),
  ];
  return {
    to,
    subject,
    text: `${lines.join("\n\n")}\n\nCrawlready\n`,
    html: `<!doctype html><html lang="en"><body>${html.join("")}<p>Crawlready</p></body></html>`,
  };
}

/** Asks whoever signed up to prove the address. */
export function proofMail(to: string, url: string): Mail {
  return compose(to, {
    subject: "Confirm your email",
    paragraphs: [
      "Somebody signed up for Crawlready with this address. If it was you, confirm it within 24 hours:",
      "If it was not you, do nothing. Nobody can use the address without this link.",
    ],
    link: { url, label: "Confirm the address" },
  });
}

/** Follows a second sign-up with an address that waits for its proof: whoever reads it chooses the password. */
export function claimMail(to: string, url: string): Mail {
  return compose(to, {
    subject: "Choose your password",
    paragraphs: [
      "Somebody signed up for Crawlready with this address more than once, with different passwords. If it was you, choose your password within 24 hours:",
      "Links that were mailed before work no more. If it was not you, do nothing. Nobody can use the address without this link.",
    ],
    link: { url, label: "Choose a password" },
  });
}

/** Asks somebody to join another's account. */
export function invitationMail(to: string, url: string): Mail {
  return compose(to, {
    subject: "Join an account",
    paragraphs: [
      "An account of Crawlready wants this address as a member. If you expect it, join within 7 days:",
      "Then sign in with the password that the account's owner gives you, and change it. If you don't expect it, do nothing: the address stays free for an account of your own.",
    ],
    link: { url, label: "Join the account" },
  });
}

/** Tells the owner of an account that somebody signed up with its address. */
export function knownEmailMail(to: string): Mail {
  return compose(to, {
    subject: "You have an account already",
    paragraphs: [
      "Somebody gave Crawlready this address for a new account, a member or a change, but it has an account already. Nothing was changed.",
      "If it was you, sign in with your password, or ask for a new one. If it was not you, do nothing.",
    ],
  });
}

export function resetMail(to: string, url: string): Mail {
  return compose(to, {
    subject: "Set a new password",
    paragraphs: [
      "Somebody asked for a new password for your Crawlready account. If it was you, set it within an hour:",
      "If it was not you, do nothing: your password stays as it is.",
    ],
    link: { url, label: "Set a new password" },
  });
}

export function passwordChangedMail(to: string): Mail {
  return compose(to, {
    subject: "Your password was changed",
    paragraphs: [
      "The password of your Crawlready account was changed, and every other session was ended.",
      "If it was not you, ask for a new password at once.",
    ],
  });
}

export function changeEmailMail(to: string, url: string): Mail {
  return compose(to, {
    subject: "Confirm your new email",
    paragraphs: [
      "Somebody wants to sign in to Crawlready with this address from now on. If it was you, confirm it within 24 hours:",
      "If it was not you, do nothing.",
    ],
    link: { url, label: "Confirm the new address" },
  });
}

/** Goes to the address before the change. */
export function emailChangedMail(to: string): Mail {
  return compose(to, {
    subject: "Your email was changed",
    paragraphs: [
      "Your Crawlready account has another email from now on. This address signs in no more.",
      "If it was not you, tell the people who run the service.",
    ],
  });
}

export function twoFactorMail(to: string, isOn: boolean): Mail {
  return compose(to, {
    subject: isOn ? "Two-factor sign-in is on" : "Two-factor sign-in is off",
    paragraphs: [
      isOn
        ? "Signing in to your Crawlready account takes a code from your app from now on."
        : "Signing in to your Crawlready account takes no code any more.",
      "If it was not you, change your password at once.",
    ],
  });
}

import { Hono, type Context, type MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import { ApiError } from "../errors/api-error";
import type { AppEnv } from "../http/app-env";
import { readText } from "../http/body";
import { laterOf } from "../http/later";
import { proveEmail } from "./prove-email";
import { resetPassword } from "./reset-password";
import { ResetBody, TokenBody } from "./sign-in-schemas";

/** These pages run no scripts and load nothing. No referrer is sent, because the URL contains the token. */
const policy = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'unsafe-inline'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: "no-referrer",
});

type Content = ReturnType<typeof html>;

const page = (title: string, content: Content) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – Crawlready</title>
        <style>
          body {
            font:
              1rem/1.5 system-ui,
              sans-serif;
            max-width: 28rem;
            margin: 4rem auto;
            padding: 0 1rem;
          }
          input,
          button {
            font: inherit;
            padding: 0.4rem 0.8rem;
            margin: 0.5rem 0;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html>`;

// Opening the link changes nothing, because mail scanners open links too. Only the button does.
const proofPage = (token: string) =>
  page(
    "Confirm your email",
    html`<p>Confirm only if you requested this yourself.</p>
      <form method="post" action="/verify-email">
        <input type="hidden" name="token" value="${token}" />
        <button>Confirm</button>
      </form>`,
  );

const resetPage = (token: string, problem = "") =>
  page(
    "Set a new password",
    html`<p role="alert">${problem}</p>
      <form method="post" action="/reset-password">
        <input type="hidden" name="token" value="${token}" />
        <label>
          New password, 8 to 128 characters<br />
          <input
            type="password"
            name="newPassword"
            minlength="8"
            maxlength="128"
            autocomplete="new-password"
            required
          /> </label
        ><br />
        <button>Set the password</button>
      </form>`,
  );

const done = (title: string, text: string) => page(title, html`<p>${text}</p>`);

const tokenOf = (c: Context) => (c.req.query("token") ?? "").slice(0, 100);

async function fieldsOf(c: Context<AppEnv>): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await readText(c.req.raw)));
}

/** Shows an expected error as a page; anything else is handled like any other error. */
async function show(c: Context<AppEnv>, work: () => Promise<Content>) {
  try {
    return c.html(await work());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
    return c.html(done("This did not work", error.message), error.status as 400);
  }
}

const noStore: MiddlewareHandler<AppEnv> = (c, next) => {
  c.header("cache-control", "no-store");
  return next();
};

/** The pages that mailed links open. Their forms carry the token, which is the credential; no cookie is read or set. */
export const mailLinkRoutes = new Hono<AppEnv>()
  .use("/verify-email", policy, noStore)
  .use("/reset-password", policy, noStore)
  .get("/verify-email", (c) => c.html(proofPage(tokenOf(c))))
  .post("/verify-email", (c) =>
    show(c, async () => {
      const given = TokenBody.safeParse(await fieldsOf(c));
      if (!given.success) throw new ApiError("invalid_token");
      await proveEmail(c.env, c.req.raw, given.data.token, laterOf(c), Date.now());
      return done("Your email is confirmed", "You can sign in now.");
    }),
  )
  .get("/reset-password", (c) => c.html(resetPage(tokenOf(c))))
  .post("/reset-password", (c) =>
    show(c, async () => {
      const fields = await fieldsOf(c);
      const given = ResetBody.safeParse(fields);
      if (!given.success) return resetPage((fields["token"] ?? "").slice(0, 100), "Choose 8 to 128 characters.");
      await resetPassword(c.env, c.req.raw, given.data, laterOf(c), Date.now());
      return done("Your password is set", "All your sessions have ended. You can sign in now.");
    }),
  );

import type { Context } from "hono";
import { COOKIE_PREFIX } from "../../../accounts";
import { readText } from "../../../http/body";
import { APP_ROOT, appPath } from "../../../lib/hosts/page-paths";
import type { FormFields } from "../../server/form";
import { ownPath } from "../../server/own-path";
import { page } from "../../server/page";
import type { PageEnv } from "../../server/page-env";
import { Button, Form } from "../../ui/form";
import { SignInForm } from "./forms";
import { Introduction } from "./introduction";

/** A form that was sent after the session had ended. */
export interface KeptForm {
  /** Where it was sent: a path of ours. */
  to: string;
  /** What it held, URL-encoded, without secrets. */
  fields: string;
}

const MAX_LENGTH = 100_000;
/** Fields whose text is not written into a page. Their form asks for them again. */
const SECRETS = /password|code|secret|token|headers/i;

/** Null if the form is too long to keep. */
function keptForm(to: string, body: string): KeptForm | null {
  if (body.length > MAX_LENGTH || ownPath(to) !== to) return null;
  const fields = [...new URLSearchParams(body)].filter(([name]) => !SECRETS.test(name));
  return { to, fields: new URLSearchParams(fields).toString() };
}

/** The form that a sign-in page kept; null if it kept none. */
export const keptOf = (form: FormFields): KeptForm | null =>
  form.text("resume") === "" ? null : keptForm(form.text("resume"), form.raw("kept"));

/** What follows a sign-in that interrupted a form: one button sends it. */
export const ResumeForm = ({ kept }: { kept: KeptForm }) => (
  <Introduction>
    <h1>You are signed in again</h1>
    <p>What you typed is kept, except for passwords and codes. Nothing was sent yet.</p>
    <Form action={kept.to}>
      {[...new URLSearchParams(kept.fields)].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Button>Send it now</Button>
    </Form>
    <p>
      <a href={appPath("")}>Don’t send it</a>
    </p>
  </Introduction>
);

/** Lets a reader whose session has ended sign in, and go on where they were. */
export async function signInAgain(c: Context<PageEnv>): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  const ended = (c.req.header("cookie") ?? "").includes(`${COOKIE_PREFIX}.session_token=`) ? "yes" : undefined;
  if (c.req.method === "GET" || c.req.method === "HEAD") {
    const next = pathname === APP_ROOT ? undefined : pathname + search;
    return c.redirect(appPath("sign-in", { next, ended }), 303);
  }
  const kept = keptForm(pathname + search, await readText(c.req.raw));
  return page(
    c,
    { title: "Sign in again", plain: true, status: 401 },
    <SignInForm next={APP_ROOT} ended kept={kept} />,
  );
}

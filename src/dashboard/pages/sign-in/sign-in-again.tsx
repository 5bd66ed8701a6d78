import type { Context } from "hono";
import { COOKIE_PREFIX } from "../../../accounts";
import { readText } from "../../../http/body";
import { mediaTypeOf } from "../../../lib/text/media-type";
import { APP_ROOT, appPath } from "../../../lib/hosts/page-paths";
import { page } from "../../server/page";
import type { PageEnv } from "../../server/page-env";
import { Button, Form } from "../../ui/form";
import { Facts } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";
import { SignInForm } from "./forms";
import { Introduction } from "./introduction";
import { keptForm, type KeptForm } from "./kept-form";

/** Marks that a form carries for itself. */
const HIDDEN = /^(?:seen|goneShown|resume|kept)$/;
const MOST_FIELDS = 40;

/** What somebody typed or chose, field by field. */
const typedIn = ({ fields }: KeptForm): [string, string][] =>
  [...new URLSearchParams(fields)].filter(([name, value]) => value !== "" && !HIDDEN.test(name)).slice(0, MOST_FIELDS);

/** What follows a sign-in that interrupted a form: one button sends it. */
export const ResumeForm = ({ kept }: { kept: KeptForm }) => (
  <Introduction>
    <h1>You are signed in again</h1>
    <p>
      What you typed is kept, except for passwords and codes. Nothing was sent yet. It goes to{" "}
      <code>
        <Untrusted text={kept.to} max={200} />
      </code>
      :
    </p>
    <Facts
      items={typedIn(kept).map(([name, value]) => [
        <Untrusted text={name} max={60} />,
        <Untrusted text={value} max={300} />,
      ])}
    />
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
  // What a person allows an app, they choose again: the form leads to another site, which the sign-in page's policy forbids.
  if (c.req.method === "GET" || c.req.method === "HEAD" || pathname === appPath("authorize")) {
    const next = pathname === APP_ROOT ? undefined : pathname + search;
    return c.redirect(appPath("sign-in", { next, ended }), 303);
  }
  // A file is chosen again.
  const isUpload = mediaTypeOf(c.req.header("content-type") ?? "") === "multipart/form-data";
  const kept = isUpload ? null : keptForm(pathname + search, await readText(c.req.raw));
  return page(
    c,
    { title: "Sign in again", plain: true, status: 401 },
    <SignInForm next={APP_ROOT} ended kept={kept} />,
  );
}

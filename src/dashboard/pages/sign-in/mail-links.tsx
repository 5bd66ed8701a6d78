import { Hono, type Context } from "hono";
import { submit, readForm } from "../../server/form";
import { page } from "../../server/page";
import type { PublicEnv } from "../../server/page-env";
import { read, type ApiProblem } from "../../server/read";
import { Button, ButtonLink, Field, Form } from "../../ui/form";
import { EmptyState, Notice } from "../../ui/panels";
import { Introduction } from "./introduction";

const tokenOf = (c: Context) => (c.req.query("token") ?? "").slice(0, 100);

/** Opening the link changes nothing, because mail scanners open links too. Only the button does. */
const ProofForm = ({ token }: { token: string }) => (
  <Introduction>
    <h1>Confirm your email</h1>
    <p>Confirm only if you requested this yourself.</p>
    <Form action="/verify-email">
      <input type="hidden" name="token" value={token} />
      <Button>Confirm</Button>
    </Form>
  </Introduction>
);

const ResetForm = ({ token, problem }: { token: string; problem?: ApiProblem }) => (
  <Introduction>
    <h1>Set a new password</h1>
    <Form action="/reset-password">
      <input type="hidden" name="token" value={token} />
      <Field
        label="New password"
        name="newPassword"
        type="password"
        required
        autocomplete="new-password"
        minlength={8}
        maxlength={128}
        hint="Choose 8 to 128 characters."
        error={problem?.fieldMessage("newPassword")}
      />
      <Button>Set the password</Button>
    </Form>
  </Introduction>
);

const signIn = (
  <ButtonLink tone="main" href="/app/sign-in">
    Sign in
  </ButtonLink>
);

function donePage(c: Context<PublicEnv>, title: string, text: string) {
  return page(
    c,
    { title, plain: true },
    <>
      <h1>{title}</h1>
      <Notice kind="good">{text}</Notice>
      {signIn}
    </>,
  );
}

function failedPage(c: Context<PublicEnv>, { message, status }: ApiProblem) {
  return page(
    c,
    { title: "This did not work", plain: true, status },
    <>
      <h1 class="visually-hidden">This did not work</h1>
      <EmptyState title="This did not work" action={signIn}>
        {message}
      </EmptyState>
    </>,
  );
}

/** The pages that mailed links open. Their forms carry the token, which is the credential. */
export const mailLinkPages = new Hono<PublicEnv>()
  .get("/verify-email", (c) => page(c, { title: "Confirm your email", plain: true }, <ProofForm token={tokenOf(c)} />))
  .post("/verify-email", async (c) => {
    const json = { token: (await readForm(c)).text("token") };
    return submit(c, {
      send: () => read(c.var.api.api.auth["verify-email"].$post({ json })),
      done: () => donePage(c, "Your email is confirmed", "You can sign in now."),
      again: (problem) => failedPage(c, problem),
    });
  })
  .get("/reset-password", (c) =>
    page(c, { title: "Set a new password", plain: true }, <ResetForm token={tokenOf(c)} />),
  )
  .post("/reset-password", async (c) => {
    const form = await readForm(c);
    const json = { token: form.text("token"), newPassword: form.raw("newPassword") };
    return submit(c, {
      send: () => read(c.var.api.api.auth["reset-password"].$post({ json })),
      done: () => donePage(c, "Your password is set", "All your sessions have ended. You can sign in now."),
      again: (problem) => {
        if (problem.fieldMessage("newPassword") === undefined) return failedPage(c, problem);
        const setup = { title: "Set a new password", plain: true, status: problem.status };
        return page(c, setup, <ResetForm token={json.token.slice(0, 100)} problem={problem} />);
      },
    });
  });

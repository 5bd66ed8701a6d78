import { Hono, type Context } from "hono";
import { authenticateVisitor } from "../../../accounts";
import { submit, readForm } from "../../server/form";
import { page } from "../../server/page";
import type { PublicEnv } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, ButtonLink, Form } from "../../ui/form";
import { EmptyState, Notice } from "../../ui/panels";
import { Introduction } from "./introduction";
import { appPath, MAIL_PAGES } from "../../../lib/hosts/page-paths";

type Visitor = NonNullable<Awaited<ReturnType<typeof authenticateVisitor>>>;

const tokenOf = (c: Context) => (c.req.query("token") ?? "").slice(0, 100);

/** Opening the link changes nothing, because mail scanners open links too. Only the button does. */
const ProofForm = ({ token }: { token: string }) => (
  <Introduction>
    <h1>Confirm your email</h1>
    <p>Confirm only if you requested this yourself.</p>
    <Form action={MAIL_PAGES.proof}>
      <input type="hidden" name="token" value={token} />
      <Button>Confirm</Button>
    </Form>
  </Introduction>
);

const RESET = {
  newPassword: {
    kind: "password",
    label: "Password",
    required: true,
    autocomplete: "new-password",
    minlength: 8,
    maxlength: 128,
    hint: "8 to 128 characters.",
  },
} as const satisfies FieldTable;

const ResetForm = ({ token, problem }: { token: string; problem?: ApiProblem }) => (
  <Introduction>
    <h1>Choose your password</h1>
    <Form action={MAIL_PAGES.reset}>
      <input type="hidden" name="token" value={token} />
      <TableFields table={RESET} problem={problem} />
      <Button>Set the password</Button>
    </Form>
  </Introduction>
);

const signIn = (
  <ButtonLink tone="main" href={appPath("sign-in")}>
    Sign in
  </ButtonLink>
);

/** Says that it worked. `session`: of the reader, if they are signed in. */
function donePage(c: Context<PublicEnv>, title: string, text: string, session: Visitor | null = null) {
  return page(
    c,
    { title, plain: true },
    <>
      <h1>{title}</h1>
      <Notice kind="good">{session ? `You are signed in as ${session.caller.email}.` : text}</Notice>
      {session ? (
        <ButtonLink tone="main" href={appPath("")}>
          Go on
        </ButtonLink>
      ) : (
        signIn
      )}
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
  .get(MAIL_PAGES.proof, (c) => page(c, { title: "Confirm your email", plain: true }, <ProofForm token={tokenOf(c)} />))
  .post(MAIL_PAGES.proof, async (c) => {
    const body = { token: (await readForm(c)).text("token") };
    return submit(c, {
      send: () => c.var.api.proveEmail({ body }),
      done: async () => {
        const session = await authenticateVisitor(c.env, c.req.raw, false, Date.now());
        return donePage(c, "Your email is confirmed", "You can sign in now.", session);
      },
      again: (problem) => failedPage(c, problem),
    });
  })
  .get(MAIL_PAGES.reset, (c) =>
    page(c, { title: "Choose your password", plain: true }, <ResetForm token={tokenOf(c)} />),
  )
  .post(MAIL_PAGES.reset, async (c) => {
    const form = await readForm(c);
    const body = { token: form.text("token"), ...readFields(form, RESET) };
    return submit(c, {
      send: () => c.var.api.resetPassword({ body }),
      done: () =>
        donePage(
          c,
          "Your password is set",
          "You can sign in with it now. If you were signed in anywhere, you no longer are.",
        ),
      again: (problem) => {
        if (problem.fieldMessage("newPassword") === undefined) return failedPage(c, problem);
        const setup = { title: "Choose your password", plain: true, status: problem.status };
        return page(c, setup, <ResetForm token={body.token.slice(0, 100)} problem={problem} />);
      },
    });
  });

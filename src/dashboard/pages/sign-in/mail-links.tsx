import { Hono, type Context } from "hono";
import type { Child } from "hono/jsx";
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
const ProofForm = ({ token, session }: { token: string; session: Visitor | null }) => (
  <Introduction>
    <h1>Confirm your email</h1>
    <p>
      This is about the address that the mail was sent to. If the mail was an invitation, you join that account. Confirm
      only if you requested this yourself or expected to be invited.
    </p>
    {session && (
      <p>
        In this browser you are signed in as <bdi>{session.caller.email}</bdi>. That does not change.
      </p>
    )}
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

/** Says that it worked. */
const donePage = (c: Context<PublicEnv>, title: string, text: string, next: Child = signIn) =>
  page(
    c,
    { title, plain: true },
    <>
      <h1>{title}</h1>
      <Notice kind="good">{text}</Notice>
      {next}
    </>,
  );

/** What follows a proof, for its user and for somebody else in whose browser the link was opened. */
function provenPage(c: Context<PublicEnv>, proven: { email: string; joined: boolean }, session: Visitor | null) {
  const { email, joined } = proven;
  const title = joined ? "You have joined the account" : "Your email is confirmed";
  const done = `${email} is confirmed.`;
  if (session === null) return donePage(c, title, `${done} You can sign in now.`);
  if (session.caller.email === email)
    return donePage(
      c,
      title,
      `${done} You are signed in.`,
      <ButtonLink tone="main" href={appPath("")}>
        Go on
      </ButtonLink>,
    );
  return donePage(
    c,
    title,
    done,
    <>
      <Notice kind="warn">
        <p>
          You are signed in as somebody else: <bdi>{session.caller.email}</bdi>. Sign out, then sign in as{" "}
          <bdi>{email}</bdi>.
        </p>
      </Notice>
      <Form action={appPath("sign-out")}>
        <Button>Sign out</Button>
      </Form>
      <ButtonLink href={appPath("")}>Stay signed in</ButtonLink>
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
  .get(MAIL_PAGES.proof, async (c) => {
    const session = await authenticateVisitor(c.env, c.req.raw, false, Date.now());
    return page(
      c,
      { title: "Confirm your email", plain: true },
      <ProofForm token={tokenOf(c)} session={session ?? null} />,
    );
  })
  .post(MAIL_PAGES.proof, async (c) => {
    const body = { token: (await readForm(c)).text("token") };
    return submit(c, {
      send: () => c.var.api.proveEmail({ body }),
      done: async (proven) => {
        const session = await authenticateVisitor(c.env, c.req.raw, false, Date.now());
        return provenPage(c, proven, session ?? null);
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

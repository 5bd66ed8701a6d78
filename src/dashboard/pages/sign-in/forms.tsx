import type { ApiProblem } from "../../server/read";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Form } from "../../ui/form";
import { Notice } from "../../ui/panels";
import type { KeptForm } from "./kept-form";
import { Introduction } from "./introduction";
import { appPath } from "../../../lib/hosts/page-paths";

const EMAIL = { kind: "email", label: "Email", required: true, autocomplete: "username" } as const;

export const SIGN_IN = {
  email: EMAIL,
  password: { kind: "password", label: "Password", required: true, autocomplete: "current-password" },
} as const satisfies FieldTable;

export const SIGN_UP = {
  email: { ...EMAIL, maxlength: 254 },
  password: {
    kind: "password",
    label: "Password",
    required: true,
    autocomplete: "new-password",
    minlength: 8,
    maxlength: 128,
    hint: "8 to 128 characters",
  },
  name: { kind: "text", label: "Your name", autocomplete: "name", maxlength: 120 },
} as const satisfies FieldTable;

export const CODE = {
  code: {
    kind: "text",
    label: "Code",
    required: true,
    autofocus: true,
    autocomplete: "one-time-code",
    maxlength: 20,
    hint: "The six digits that your authenticator app shows now, or one of your backup codes.",
  },
} as const satisfies FieldTable;

export const FORGOT = { email: EMAIL } as const satisfies FieldTable;

interface Entry {
  next: string;
  email?: string;
  name?: string;
  problem?: ApiProblem;
  /** The reader was signed in, and their session has ended. */
  ended?: boolean;
  /** A form of theirs that is sent after the sign-in. */
  kept?: KeptForm | null;
}

/** Carries a kept form through the sign-in. */
const KeptFields = ({ kept }: Pick<Entry, "kept">) =>
  kept ? (
    <>
      <input type="hidden" name="resume" value={kept.to} />
      <input type="hidden" name="kept" value={kept.fields} />
    </>
  ) : null;

/** Why the reader has to sign in, unless they came to do so. */
function Reason({ next, ended, kept }: Entry) {
  if (ended)
    return (
      <Notice kind="warn">
        Your session has ended. Sign in again to go on.
        {kept && " What you typed is kept, except for passwords and codes."}
      </Notice>
    );
  return next === appPath("") ? null : <Notice>Sign in to open that page.</Notice>;
}

/** The message of the whole form, unless a field has it. */
const general = (problem: ApiProblem | undefined, table: FieldTable) =>
  problem && Object.keys(table).every((name) => problem.fieldMessage(name) === undefined) ? problem.message : undefined;

const nextQuery = (next: string) => ({ next: next === appPath("") ? undefined : next });

export const SignInForm = ({ next, email, problem, ended, kept }: Entry) => (
  <Introduction>
    <h1>Sign in</h1>
    {!problem && <Reason next={next} ended={ended} kept={kept} />}
    <Form action={appPath("sign-in")} problem={general(problem, SIGN_IN)}>
      <input type="hidden" name="next" value={next} />
      <KeptFields kept={kept} />
      <TableFields table={SIGN_IN} values={{ email }} problem={problem} />
      <Button>Sign in</Button>
    </Form>
    <p>
      <a href={appPath("forgot-password")}>Forgot your password?</a>
    </p>
    <p>
      New here? <a href={appPath("sign-up", nextQuery(next))}>Create an account</a>
    </p>
  </Introduction>
);

export const SignUpForm = ({ next, email, name, problem }: Entry) => (
  <Introduction>
    <h1>Create an account</h1>
    <p class="muted">You start on the free plan.</p>
    <Form action={appPath("sign-up")} problem={general(problem, SIGN_UP)}>
      <input type="hidden" name="next" value={next} />
      <TableFields table={SIGN_UP} values={{ email, name }} problem={problem} />
      <Button>Create the account</Button>
    </Form>
    <p>
      Already have an account? <a href={appPath("sign-in", nextQuery(next))}>Sign in</a>
    </p>
  </Introduction>
);

export const CodeForm = ({ next, problem, kept }: Entry) => (
  <Introduction>
    <h1>Enter your code</h1>
    <Form action={appPath("sign-in/code")} problem={problem?.message}>
      <input type="hidden" name="next" value={next} />
      <KeptFields kept={kept} />
      <TableFields table={CODE} />
      <Button>Sign in</Button>
    </Form>
    <p>
      <a href={appPath("sign-in")}>Start again</a>
    </p>
  </Introduction>
);

export const ForgotForm = ({ email, problem }: Omit<Entry, "next">) => (
  <Introduction>
    <h1>Set a new password</h1>
    <p>We’ll email you a link that works for one hour.</p>
    <Form action={appPath("forgot-password")} problem={problem?.message}>
      <TableFields table={FORGOT} values={{ email }} />
      <Button>Email me the link</Button>
    </Form>
    <p>
      <a href={appPath("sign-in")}>Back to sign-in</a>
    </p>
  </Introduction>
);

export const CheckMail = ({ why }: { why: "sign-up" | "reset" }) => (
  <Introduction>
    <h1>Check your email</h1>
    <p>
      {why === "sign-up"
        ? "We sent you a link. Open it to confirm your email; then you can sign in."
        : "If this email has an account, a link is on its way. It works for one hour."}
    </p>
    <p class="muted">Nothing after a few minutes? Check your spam folder, or try again.</p>
    <p>
      <a href={appPath("sign-in")}>To the sign-in page</a>
    </p>
  </Introduction>
);

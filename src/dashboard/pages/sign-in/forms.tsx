import type { ApiProblem } from "../../server/read";
import { Button, Field, Form } from "../../ui/form";
import { pathWith } from "../../ui/paths";
import { Introduction } from "./introduction";

interface Entry {
  next: string;
  email?: string;
  name?: string;
  problem?: ApiProblem;
}

/** The message of the whole form, unless a field has it. */
const general = (problem: ApiProblem | undefined, fields: readonly string[]) =>
  problem && fields.every((name) => problem.fieldMessage(name) === undefined) ? problem.message : undefined;

const nextQuery = (next: string) => ({ next: next === "/app" ? undefined : next });

export const SignInForm = ({ next, email, problem }: Entry) => (
  <Introduction>
    <h1>Sign in</h1>
    <Form action="/app/sign-in" problem={general(problem, ["email"])}>
      <input type="hidden" name="next" value={next} />
      <Field
        label="Email"
        name="email"
        type="email"
        required
        autocomplete="username"
        value={email}
        error={problem?.fieldMessage("email")}
      />
      <Field label="Password" name="password" type="password" required autocomplete="current-password" />
      <Button>Sign in</Button>
    </Form>
    <p>
      <a href="/app/forgot-password">Forgot your password?</a>
    </p>
    <p>
      New here? <a href={pathWith("/app/sign-up", nextQuery(next))}>Create an account</a>
    </p>
  </Introduction>
);

export const SignUpForm = ({ next, email, name, problem }: Entry) => (
  <Introduction>
    <h1>Create an account</h1>
    <p class="muted">You start on the free plan.</p>
    <Form action="/app/sign-up" problem={general(problem, ["email", "password", "name"])}>
      <input type="hidden" name="next" value={next} />
      <Field
        label="Email"
        name="email"
        type="email"
        required
        autocomplete="username"
        maxlength={254}
        value={email}
        error={problem?.fieldMessage("email")}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        required
        autocomplete="new-password"
        minlength={8}
        maxlength={128}
        hint="8 to 128 characters"
        error={problem?.fieldMessage("password")}
      />
      <Field
        label="Your name"
        name="name"
        autocomplete="name"
        maxlength={120}
        value={name}
        error={problem?.fieldMessage("name")}
      />
      <Button>Create the account</Button>
    </Form>
    <p>
      You have one already? <a href={pathWith("/app/sign-in", nextQuery(next))}>Sign in</a>
    </p>
  </Introduction>
);

export const CodeForm = ({ next, problem }: Entry) => (
  <Introduction>
    <h1>Enter your code</h1>
    <Form action="/app/sign-in/code" problem={problem?.message}>
      <input type="hidden" name="next" value={next} />
      <Field
        label="Code"
        name="code"
        required
        autofocus
        autocomplete="one-time-code"
        maxlength={20}
        hint="The six digits that your authenticator app shows now, or one of your backup codes."
      />
      <Button>Sign in</Button>
    </Form>
    <p>
      <a href="/app/sign-in">Start again</a>
    </p>
  </Introduction>
);

export const ForgotForm = ({ email, problem }: Omit<Entry, "next">) => (
  <Introduction>
    <h1>Set a new password</h1>
    <p>We mail you a link that works for one hour.</p>
    <Form action="/app/forgot-password" problem={problem?.message}>
      <Field label="Email" name="email" type="email" required autocomplete="username" value={email} />
      <Button>Mail me the link</Button>
    </Form>
    <p>
      <a href="/app/sign-in">Back to sign-in</a>
    </p>
  </Introduction>
);

export const CheckMail = ({ why }: { why: "sign-up" | "reset" }) => (
  <Introduction>
    <h1>Check your mail</h1>
    <p>
      {why === "sign-up"
        ? "We mailed you a link. Open it to confirm your email; then you can sign in."
        : "If this email has an account, a link is on its way. It works for one hour."}
    </p>
    <p class="muted">Nothing there after some minutes? Look into the spam folder, or try again.</p>
    <p>
      <a href="/app/sign-in">To the sign-in page</a>
    </p>
  </Introduction>
);

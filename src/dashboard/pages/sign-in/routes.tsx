import { Hono } from "hono";
import { ownPath } from "../../server/context";
import { submit, readForm } from "../../server/form";
import { page } from "../../server/page";
import type { PublicEnv } from "../../server/page-env";
import { expectDone, type ApiProblem } from "../../server/read";
import { Button, Field, Form } from "../../ui/form";
import { PageHeader } from "../../ui/panels";
import { passCookies } from "../../server/cookies";

const SignInForm = ({ next, email, problem }: { next: string; email?: string; problem?: ApiProblem }) => (
  <>
    <PageHeader title="Sign in" />
    <Form action="/app/sign-in" problem={problem?.message}>
      <input type="hidden" name="next" value={next} />
      <Field label="Email" name="email" type="email" required autocomplete="username" value={email} />
      <Field label="Password" name="password" type="password" required autocomplete="current-password" />
      <Button>Sign in</Button>
    </Form>
  </>
);

/** Pages for people who are not signed in. */
export const signInPages = new Hono<PublicEnv>()
  .get("/sign-in", (c) =>
    page(c, { title: "Sign in", plain: true }, <SignInForm next={ownPath(c.req.query("next"))} />),
  )
  .post("/sign-in", async (c) => {
    const form = await readForm(c);
    const next = ownPath(form.text("next"));
    const email = form.text("email");
    const json = { email, password: form.raw("password") };
    return submit(c, {
      send: () => expectDone(c.var.api.api.auth["sign-in"].email.$post({ json })),
      done: (answer) => {
        passCookies(c, answer);
        return { to: next };
      },
      again: (problem) =>
        page(
          c,
          { title: "Sign in", plain: true, status: problem.status },
          <SignInForm next={next} email={email} problem={problem} />,
        ),
    });
  })
  .post("/sign-out", (c) =>
    submit(c, {
      send: () => expectDone(c.var.api.api.auth["sign-out"].$post()),
      done: (answer) => {
        passCookies(c, answer);
        return { to: "/app/sign-in", text: "You are signed out." };
      },
    }),
  );

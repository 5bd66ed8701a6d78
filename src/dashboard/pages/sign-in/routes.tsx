import { Hono } from "hono";
import { setCookies } from "../../../http/set-cookies";
import { ownPath } from "../../server/own-path";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { PublicEnv } from "../../server/page-env";
import { expectDone } from "../../server/read";
import { pathWith } from "../../ui/paths";
import { CheckMail, CodeForm, ForgotForm, SignInForm, SignUpForm } from "./forms";

/** A title for a page without navigation. */
const plain = (title: string, status?: number) => ({ title, plain: true, status });

/** Pages for people who are not signed in. */
export const signInPages = new Hono<PublicEnv>()
  .get("/sign-in", (c) => page(c, plain("Sign in"), <SignInForm next={ownPath(c.req.query("next"))} />))
  .post("/sign-in", async (c) => {
    const form = await readForm(c);
    const [next, email] = [ownPath(form.text("next")), form.text("email")];
    const json = { email, password: form.raw("password") };
    return submit(c, {
      send: async () => {
        const answer = await expectDone(c.var.api.api.auth["sign-in"].email.$post({ json }));
        setCookies(c, answer.headers);
        return answer.json<object>();
      },
      done: (answer) => ({ to: "twoFactorRedirect" in answer ? pathWith("/app/sign-in/code", { next }) : next }),
      again: (problem) =>
        page(c, plain("Sign in", problem.status), <SignInForm next={next} email={email} problem={problem} />),
    });
  })
  .get("/sign-in/code", (c) => page(c, plain("Enter your code"), <CodeForm next={ownPath(c.req.query("next"))} />))
  .post("/sign-in/code", async (c) => {
    const form = await readForm(c);
    const next = ownPath(form.text("next"));
    const code = form.text("code");
    // An authenticator shows six digits, which people may type with a space; backup codes have letters.
    const digits = code.replaceAll(/\s/g, "");
    const factor = c.var.api.api.auth["two-factor"];
    return submit(c, {
      send: () =>
        expectDone(
          /^\d{6}$/.test(digits)
            ? factor["verify-totp"].$post({ json: { code: digits } })
            : factor["verify-backup-code"].$post({ json: { code } }),
        ),
      done: (answer) => {
        setCookies(c, answer.headers);
        return { to: next };
      },
      again: (problem) => page(c, plain("Enter your code", problem.status), <CodeForm next={next} problem={problem} />),
    });
  })
  .get("/sign-up", (c) => page(c, plain("Create an account"), <SignUpForm next={ownPath(c.req.query("next"))} />))
  .post("/sign-up", async (c) => {
    const form = await readForm(c);
    const next = ownPath(form.text("next"));
    const [email, name] = [form.text("email"), form.some("name")];
    return submit(c, {
      send: async () => {
        const json = { email, password: form.raw("password"), name };
        const answer = await expectDone(c.var.api.api.auth["sign-up"].email.$post({ json }));
        setCookies(c, answer.headers);
        return answer.json<object>();
      },
      done: (answer) => {
        if ("status" in answer) return { to: "/app/check-mail?for=sign-up" };
        return { to: next === "/app" ? "/app/domains/new" : next, text: "Welcome. Your account is ready." };
      },
      again: (problem) =>
        page(
          c,
          plain("Create an account", problem.status),
          <SignUpForm next={next} email={email} name={name} problem={problem} />,
        ),
    });
  })
  .get("/forgot-password", (c) => page(c, plain("Set a new password"), <ForgotForm />))
  .post("/forgot-password", async (c) => {
    const email = (await readForm(c)).text("email");
    return submit(c, {
      send: () => expectDone(c.var.api.api.auth["request-password-reset"].$post({ json: { email } })),
      done: () => ({ to: "/app/check-mail" }),
      again: (problem) =>
        page(c, plain("Set a new password", problem.status), <ForgotForm email={email} problem={problem} />),
    });
  })
  .get("/check-mail", (c) =>
    page(c, plain("Check your mail"), <CheckMail why={c.req.query("for") === "sign-up" ? "sign-up" : "reset"} />),
  )
  .post("/sign-out", (c) =>
    submit(c, {
      send: () => expectDone(c.var.api.api.auth["sign-out"].$post()),
      done: (answer) => {
        setCookies(c, answer.headers);
        return { to: "/app/sign-in", text: "You are signed out." };
      },
    }),
  );

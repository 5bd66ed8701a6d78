import { Hono } from "hono";
import { setCookies } from "../../../http/set-cookies";
import { ownPath } from "../../server/own-path";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { PublicEnv } from "../../server/page-env";
import { readFields } from "../../server/read-fields";
import { keptOf } from "./kept-form";
import { ResumeForm } from "./sign-in-again";
import { CheckMail, CODE, CodeForm, FORGOT, ForgotForm, SIGN_IN, SIGN_UP, SignInForm, SignUpForm } from "./forms";
import { appPath } from "../../../lib/hosts/page-paths";

/** A title for a page without navigation. */
const plain = (title: string, status?: number) => ({ title, plain: true, status });

/** Pages for people who are not signed in. */
export const signInPages = new Hono<PublicEnv>()
  .get("/sign-in", (c) => {
    const ended = c.req.query("ended") !== undefined;
    return page(c, plain("Sign in"), <SignInForm next={ownPath(c.req.query("next"))} ended={ended} />);
  })
  .post("/sign-in", async (c) => {
    const form = await readForm(c);
    const next = ownPath(form.text("next"));
    const kept = keptOf(form);
    const body = readFields(form, SIGN_IN);
    const { email } = body;
    return submit(c, {
      send: async () => {
        const answer = await c.var.api.raw.signIn({ body });
        setCookies(c, answer.headers);
        return answer.json<object>();
      },
      done: (answer) => {
        const asksCode = "twoFactorRedirect" in answer;
        if (!kept) return { to: asksCode ? appPath("sign-in/code", { next }) : next };
        return asksCode
          ? page(c, plain("Enter your code"), <CodeForm next={next} kept={kept} />)
          : page(c, plain("You are signed in again"), <ResumeForm kept={kept} />);
      },
      again: (problem) =>
        page(
          c,
          plain("Sign in", problem.status),
          <SignInForm next={next} email={email} problem={problem} kept={kept} />,
        ),
    });
  })
  .get("/sign-in/code", (c) => page(c, plain("Enter your code"), <CodeForm next={ownPath(c.req.query("next"))} />))
  .post("/sign-in/code", async (c) => {
    const form = await readForm(c);
    const next = ownPath(form.text("next"));
    const kept = keptOf(form);
    const { code } = readFields(form, CODE);
    // An authenticator shows six digits, which people may type with a space; backup codes have letters.
    const digits = code.replaceAll(/\s/g, "");
    return submit(c, {
      send: () =>
        /^\d{6}$/.test(digits)
          ? c.var.api.raw.submitSecondFactor({ body: { code: digits } })
          : c.var.api.raw.submitBackupCode({ body: { code } }),
      done: (answer) => {
        setCookies(c, answer.headers);
        return kept ? page(c, plain("You are signed in again"), <ResumeForm kept={kept} />) : { to: next };
      },
      again: (problem) =>
        page(c, plain("Enter your code", problem.status), <CodeForm next={next} problem={problem} kept={kept} />),
    });
  })
  .get("/sign-up", (c) => page(c, plain("Create an account"), <SignUpForm next={ownPath(c.req.query("next"))} />))
  .post("/sign-up", async (c) => {
    const form = await readForm(c);
    const next = ownPath(form.text("next"));
    const body = readFields(form, SIGN_UP);
    const { email, name } = body;
    return submit(c, {
      send: async () => {
        const answer = await c.var.api.raw.signUp({ body });
        setCookies(c, answer.headers);
        return answer.json<object>();
      },
      done: (answer) => {
        if ("status" in answer) return { to: appPath("check-mail", { for: "sign-up" }) };
        return { to: next === appPath("") ? appPath("domains/new") : next, text: "Welcome. Your account is ready." };
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
    const { email } = readFields(await readForm(c), FORGOT);
    return submit(c, {
      send: () => c.var.api.requestPasswordReset({ body: { email } }),
      done: () => ({ to: appPath("check-mail") }),
      again: (problem) =>
        page(c, plain("Set a new password", problem.status), <ForgotForm email={email} problem={problem} />),
    });
  })
  .get("/check-mail", (c) =>
    page(c, plain("Check your email"), <CheckMail why={c.req.query("for") === "sign-up" ? "sign-up" : "reset"} />),
  )
  .post("/sign-out", (c) =>
    submit(c, {
      send: () => c.var.api.raw.signOut(),
      done: (answer) => {
        setCookies(c, answer.headers);
        return { to: appPath("sign-in"), text: "You are signed out." };
      },
    }),
  );

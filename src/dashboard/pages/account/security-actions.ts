import { setCookies } from "../../../http/set-cookies";
import { readForm, submit } from "../../server/form";
import type { OwnPageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { countWords } from "../../ui/count-words";
import { EMAIL, PASSWORD, securityPage } from "./security-page";
import { codesPage, heldSecret, setUpPage } from "./two-factor-page";
import { appPath } from "../../../lib/hosts/page-paths";

const back = appPath("account/security");

export async function changeOwnPassword(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const body = readFields(form, PASSWORD);
  return submit(c, {
    send: () => c.var.api.raw.changePassword({ body }),
    done: (answer) => {
      setCookies(c, answer.headers);
      return { to: back, text: "The password is changed. Your other sessions have ended." };
    },
    again: (password) => securityPage(c, { password }),
  });
}

export async function changeOwnEmail(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const { newEmail, "email-password": password } = readFields(form, EMAIL);
  return submit(c, {
    send: () => c.var.api.changeEmail({ body: { newEmail, password } }),
    done: () => ({ to: back, text: `Open the link that we sent to ${newEmail}, in this browser.` }),
    again: (email) => securityPage(c, { email, newEmail }),
  });
}

/** Runs what shows a secret at once, because it is shown only there. */
async function showing(
  work: () => Promise<Response>,
  again: (problem: ApiProblem) => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return again(error);
    throw error;
  }
}

export async function prepareTwoFactor(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const body = { password: form.raw("on-password") };
  return showing(
    async () => setUpPage(c, await c.var.api.prepareSecondFactor({ body })),
    (factor) => securityPage(c, { factor }),
  );
}

export async function confirmTwoFactor(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const body = { code: form.text("code").replace(/\s/g, "") };
  return submit(c, {
    send: () => c.var.api.raw.submitSecondFactor({ body }),
    done: (answer) => {
      setCookies(c, answer.headers);
      return { to: back, text: "The second factor is on." };
    },
    again: (problem) => setUpPage(c, heldSecret(form), problem),
  });
}

export async function stopTwoFactor(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const body = { password: form.raw("off-password") };
  return submit(c, {
    send: () => c.var.api.raw.disableSecondFactor({ body }),
    done: (answer) => {
      setCookies(c, answer.headers);
      return { to: back, text: "The second factor is off." };
    },
    again: (factor) => securityPage(c, { factor }),
  });
}

export async function renewCodes(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const body = { password: form.raw("codes-password") };
  return showing(
    async () => codesPage(c, (await c.var.api.renewBackupCodes({ body })).backupCodes),
    (factor) => securityPage(c, { factor }),
  );
}

export async function endSession(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  return submit(c, {
    send: () => c.var.api.endSession({ path: { id: form.text("id") } }),
    done: () => ({ to: back, text: "The session has ended." }),
    back,
  });
}

export function endOtherSessions(c: OwnPageContext): Promise<Response> {
  return submit(c, {
    send: () => c.var.api.endOtherSessions(),
    done: ({ ended }) => ({ to: back, text: `${countWords(ended, "session has", "sessions have")} ended.` }),
    back,
  });
}

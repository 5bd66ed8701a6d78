import { setCookies } from "../../../http/set-cookies";
import { readForm, submit } from "../../server/form";
import type { OwnPageContext } from "../../server/page-env";
import { ApiProblem, expectDone, read, segment } from "../../server/read";
import { countWords } from "../../ui/count-words";
import { accountPath } from "./frame";
import { securityPage } from "./security-page";
import { codesPage, setUpPage } from "./two-factor-page";

const back = accountPath("security");
const auth = (c: OwnPageContext) => c.var.api.api.auth;

export async function changeOwnPassword(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const json = { currentPassword: form.raw("currentPassword"), newPassword: form.raw("newPassword") };
  return submit(c, {
    send: () => expectDone(auth(c)["change-password"].$post({ json })),
    done: (answer) => {
      setCookies(c, answer.headers);
      return { to: back, text: "The password is changed. Your other sessions have ended." };
    },
    again: (password) => securityPage(c, { password }),
  });
}

export async function changeOwnEmail(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const newEmail = form.text("newEmail");
  return submit(c, {
    send: () => read(auth(c)["change-email"].$post({ json: { newEmail, password: form.raw("email-password") } })),
    done: () => ({ to: back, text: `Open the link that we mailed to ${newEmail}.` }),
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
  const json = { password: form.raw("on-password") };
  return showing(
    async () => setUpPage(c, await read(auth(c)["two-factor"].enable.$post({ json }))),
    (factor) => securityPage(c, { factor }),
  );
}

export async function confirmTwoFactor(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const json = { code: form.text("code").replace(/\s/g, "") };
  return submit(c, {
    send: () => expectDone(auth(c)["two-factor"]["verify-totp"].$post({ json })),
    done: (answer) => {
      setCookies(c, answer.headers);
      return { to: back, text: "The second factor is on." };
    },
    again: (problem) => setUpPage(c, null, problem),
  });
}

export async function stopTwoFactor(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const json = { password: form.raw("off-password") };
  return submit(c, {
    send: () => expectDone(auth(c)["two-factor"].disable.$post({ json })),
    done: (answer) => {
      setCookies(c, answer.headers);
      return { to: back, text: "The second factor is off." };
    },
    again: (factor) => securityPage(c, { factor }),
  });
}

export async function renewCodes(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const json = { password: form.raw("codes-password") };
  return showing(
    async () => codesPage(c, (await read(auth(c)["two-factor"]["backup-codes"].$post({ json }))).backupCodes),
    (factor) => securityPage(c, { factor }),
  );
}

export async function endSession(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  return submit(c, {
    send: () => expectDone(c.var.api.api.account.sessions[":id"].$delete({ param: { id: segment(form.text("id")) } })),
    done: () => ({ to: back, text: "The session has ended." }),
    back,
  });
}

export function endOtherSessions(c: OwnPageContext): Promise<Response> {
  return submit(c, {
    send: () => read(c.var.api.api.account.sessions.$delete()),
    done: ({ ended }) => ({ to: back, text: `${countWords(ended, "session has", "sessions have")} ended.` }),
    back,
  });
}

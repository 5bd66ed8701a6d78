import type { FormFields } from "../../server/form";
import { ownPath } from "../../server/own-path";

/** A form that was sent after the session had ended. */
export interface KeptForm {
  /** Where it was sent: a path of ours. */
  to: string;
  /** What it held, URL-encoded, without secrets. */
  fields: string;
}

const MAX_LENGTH = 100_000;
/** Fields whose text is not written into a page. Their form asks for them again. */
const SECRETS = /password|code|secret|token|headers/i;

/** Null if the form is too long to keep. */
export function keptForm(to: string, body: string): KeptForm | null {
  if (body.length > MAX_LENGTH || ownPath(to) !== to) return null;
  const fields = [...new URLSearchParams(body)].filter(([name]) => !SECRETS.test(name));
  return { to, fields: new URLSearchParams(fields).toString() };
}

/** The form that a sign-in page kept; null if it kept none. */
export const keptOf = (form: FormFields): KeptForm | null =>
  form.text("resume") === "" ? null : keptForm(form.text("resume"), form.raw("kept"));

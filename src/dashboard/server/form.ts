import { ApiError } from "../../errors/api-error";
import { readText } from "../../http/body";
import { mediaTypeOf } from "../../lib/text/media-type";
import type { Flash, PageContext } from "./page-env";
import { leaveFlash } from "./flash";
import { ApiProblem } from "./read";

/** The fields of a posted form. A missing field is an empty text. */
export class FormFields {
  constructor(private readonly fields: URLSearchParams) {}

  text(name: string): string {
    return this.fields.get(name)?.trim() ?? "";
  }

  /** As typed, for passwords. */
  raw(name: string): string {
    return this.fields.get(name) ?? "";
  }

  /** For optional settings: undefined if the field is empty. */
  some(name: string): string | undefined {
    return this.text(name) || undefined;
  }

  /** The text as typed if it is not a number. */
  number(name: string): number | string | undefined {
    const text = this.text(name);
    const number = Number(text);
    return text === "" ? undefined : Number.isFinite(number) ? number : text;
  }

  checked(name: string): boolean {
    return this.fields.has(name);
  }

  all(name: string): string[] {
    return this.fields.getAll(name).map((value) => value.trim());
  }

  /** A text area with one item per line. */
  lines(name: string): string[] {
    const lines = this.text(name)
      .split(/\r?\n/)
      .map((line) => line.trim());
    return lines.filter((line) => line !== "");
  }
}

/** Room for what a form with a file has besides it. */
const FIELDS_BYTES = 10_000;

export async function readForm(c: PageContext): Promise<FormFields> {
  try {
    return new FormFields(new URLSearchParams(await readText(c.req.raw)));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "invalid_json") throw error;
    throw new ApiProblem(400, "invalid_request", "The form could not be read. Go back, and send it again.", {});
  }
}

/** A file that somebody chose in a form; null: none. Only the form that has it is sent as multipart. @throws ApiProblem */
export async function readUpload(c: PageContext, name: string, maxBytes: number): Promise<File | null> {
  const type = c.req.header("content-type") ?? "";
  if (mediaTypeOf(type) !== "multipart/form-data" || !c.req.raw.body) return null;
  let room = maxBytes + FIELDS_BYTES;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      room -= chunk.byteLength;
      if (room < 0) controller.error(new Error("too large"));
      else controller.enqueue(chunk);
    },
  });
  const body = c.req.raw.body.pipeThrough(bounded);
  const form = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => null);
  if (form === null) {
    const why = room < 0 ? `The file is larger than ${maxBytes / 1_048_576} MiB.` : "The form could not be read.";
    throw new ApiProblem(room < 0 ? 413 : 400, "payload_too_large", why, {});
  }
  const file = form.get(name);
  return file instanceof File && file.size > 0 ? file : null;
}

/** Where a reader goes after a form, with a message; or a page. */
type Next = { to: string; text?: string; kind?: Flash["kind"] } | Response;

export interface Submission<T> {
  /** Calls the API. */
  send: () => Promise<T>;
  /** Where the reader goes afterwards, always a path of our own, and the message shown there; or a page. */
  done: (result: T) => Next | Promise<Next>;
  /** Shows the form again, with what was typed and the problem. Without it, the page at `back` shows the problem. */
  again?: (problem: ApiProblem) => Response | Promise<Response>;
  back?: string;
}

/** Failures of the customer's site, which the form can show like any other problem. */
const OF_THE_SITE = new Set(["sitemap_unreachable", "origin_unreachable"]);

/** A field's message goes after its name, and the API's names are not those of the form. */
const AFTER_A_NAME = /^(?:must|is|has|does|names|lists) /;

/** A problem as a form says it above its fields: the field at fault has the message, too. */
function forForm(problem: ApiProblem): ApiProblem {
  const [first] = (problem.extras["issues"] ?? []) as { message?: unknown }[];
  if (problem.code !== "invalid_request" || typeof first?.message !== "string") return problem;
  const { message } = first;
  const words = AFTER_A_NAME.test(message) ? `One of the fields ${message}` : message;
  return new ApiProblem(problem.status, problem.code, `Nothing was changed. ${words}.`, problem.extras);
}

/** Sends a form to the API and redirects the reader with 303, so that reloading sends nothing twice. */
export async function submit<T>(c: PageContext, { send, done, again, back }: Submission<T>): Promise<Response> {
  try {
    const next = await done(await send());
    if (next instanceof Response) return next;
    const { to, text, kind } = next;
    if (text) leaveFlash(c, { kind: kind ?? "done", text });
    return c.redirect(to, 303);
  } catch (error) {
    if (!(error instanceof ApiProblem) || (error.status >= 500 && !OF_THE_SITE.has(error.code))) throw error;
    if (again) return again(forForm(error));
    if (!back) throw error;
    leaveFlash(c, { kind: "problem", text: error.message });
    return c.redirect(back, 303);
  }
}

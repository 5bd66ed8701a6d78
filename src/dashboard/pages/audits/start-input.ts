import type { StartBody } from "../../../audit/schemas";
import type { FormFields } from "../../server/form";

/** What the form asks for. */
export type StartInput = Omit<StartBody, "domain" | "allowSampling" | "newPagesOnly" | "files" | "access"> &
  Partial<Pick<StartBody, "allowSampling" | "newPagesOnly" | "files">>;

/** The API's body of a posted form. Empty fields are left out. */
export function startInput(form: FormFields): StartInput {
  const lines = (name: string) => (form.lines(name).length > 0 ? form.lines(name) : undefined);
  const scope = {
    include: lines("include"),
    exclude: lines("exclude"),
    maxDepth: form.number("maxDepth"),
    ignoreParams: lines("ignoreParams"),
    crawler: form.some("crawler"),
  };
  return {
    urls: form.lines("urls"),
    mode: form.text("mode") as StartInput["mode"],
    sitemapUrl: form.some("sitemapUrl"),
    files: form.text("files") as StartInput["files"],
    allowSampling: form.checked("allowSampling"),
    newPagesOnly: form.checked("newPagesOnly"),
    scope: Object.values(scope).some((value) => value !== undefined) ? scope : undefined,
  };
}

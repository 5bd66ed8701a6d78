import type { ArgumentsOf } from "../../../client";
import { submit, type FormFields } from "../../server/form";
import type { SitePageContext } from "../../server/page-env";
import { ApiProblem, type DomainFacts } from "../../server/read";
import { settingsMark } from "./seen-settings";

export type DomainChange = ArgumentsOf<"changeDomain">["body"];

/** Settings that a form replaces whole, and the form. */
export interface SettingsForm {
  form: FormFields;
  fields: readonly (keyof DomainFacts)[];
}

/**
 * Saves settings of the domain and returns to their page. A form that replaces several settings does so only if they
 * are still as it showed them.
 */
export function changeOwnDomain(
  c: SitePageContext,
  body: DomainChange,
  to: string,
  again: (problem: ApiProblem) => Response | Promise<Response>,
  shown?: SettingsForm,
): Promise<Response> {
  const { api, domain } = c.var;
  return submit(c, {
    send: () => {
      if (shown && shown.form.text("seen") !== settingsMark(domain, shown.fields))
        throw new ApiProblem(409, "settings_changed", CHANGED, {});
      return api.changeDomain({ path: { domain: domain.domain }, body });
    },
    done: () => ({ to, text: "The settings are saved." }),
    again,
  });
}

const CHANGED =
  "These settings have changed in the meantime, in another window or by somebody else. Nothing was saved. Saving again replaces them with what is shown here.";

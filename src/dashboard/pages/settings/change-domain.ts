import type { InferRequestType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import { submit, type FormFields } from "../../server/form";
import type { SitePageContext } from "../../server/page-env";
import { ApiProblem, read, segment, type DomainFacts } from "../../server/read";
import { settingsMark } from "./seen-settings";

export type DomainChange = InferRequestType<OwnApi["api"]["account"]["domains"][":domain"]["$patch"]>["json"];

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
  json: DomainChange,
  to: string,
  again: (problem: ApiProblem) => Response | Promise<Response>,
  shown?: SettingsForm,
): Promise<Response> {
  const { api, domain } = c.var;
  const param = { domain: segment(domain.domain) };
  return submit(c, {
    send: () => {
      if (shown && shown.form.text("seen") !== settingsMark(domain, shown.fields))
        throw new ApiProblem(409, "settings_changed", CHANGED, {});
      return read(api.api.account.domains[":domain"].$patch({ param, json }));
    },
    done: () => ({ to, text: "The settings are saved." }),
    again,
  });
}

const CHANGED =
  "These settings were changed meanwhile, in another window or by somebody else. Nothing was saved. Saving again replaces them with what stands here.";

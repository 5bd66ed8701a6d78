import type { InferRequestType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import { submit } from "../../server/form";
import type { SitePageContext } from "../../server/page-env";
import { read, segment, type ApiProblem } from "../../server/read";

export type DomainChange = InferRequestType<OwnApi["api"]["account"]["domains"][":domain"]["$patch"]>["json"];

/** Saves settings of the domain and returns to their page. */
export function changeOwnDomain(
  c: SitePageContext,
  json: DomainChange,
  to: string,
  again: (problem: ApiProblem) => Response | Promise<Response>,
): Promise<Response> {
  const param = { domain: segment(c.var.domain.domain) };
  return submit(c, {
    send: () => read(c.var.api.api.account.domains[":domain"].$patch({ param, json })),
    done: () => ({ to, text: "The settings are saved." }),
    again,
  });
}

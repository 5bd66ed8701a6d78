import { ApiError } from "../../errors/api-error";
import { log } from "../../lib/text/log";
import { assetNames } from "../server/assets";
import { page } from "../server/page";
import type { PageContext } from "../server/page-env";
import { ApiProblem, ownFault } from "../server/read";
import { ButtonLink } from "../ui/form";
import { cleanText } from "../../lib/text/strangers-text";
import { EmptyState } from "../ui/panels";
import { appPath } from "../../lib/hosts/page-paths";

const TITLES: Record<number, string> = {
  400: "This address is not valid",
  403: "Not allowed",
  404: "There is nothing here",
  429: "Too many requests",
};

const MAX_MESSAGE = 1_000;

/** The API's own response names the request that its log names. */
function faultOf(error: Error, c: PageContext): string {
  const id = error instanceof ApiProblem ? error.extras["requestId"] : undefined;
  return ownFault(String(id ?? c.get("requestId")));
}

/** A list whose address names a page that doesn't exist begins again; other problems link to the domains. */
function WayOut({ c }: { c: PageContext }) {
  const url = new URL(c.req.url);
  if (url.pathname.startsWith(`${appPath("operator")}/`))
    return <ButtonLink href={appPath("operator")}>To the operator’s pages</ButtonLink>;
  if (!url.searchParams.has("cursor")) return <ButtonLink href={appPath("")}>To your domains</ButtonLink>;
  for (const name of ["cursor", "before", "back"]) url.searchParams.delete(name);
  return <ButtonLink href={url.pathname + url.search}>To the first page of the list</ButtonLink>;
}

/** Shows anything thrown as a page. Internal details stay in the log. */
export async function problemPage(error: Error, c: PageContext): Promise<Response> {
  const known = error instanceof ApiProblem || error instanceof ApiError ? error : null;
  if (!known) {
    // The address of shared statistics ends with a credential.
    const path = c.req.path.replace(/^(\/app\/share\/[^/]*\/).+/, "$1…");
    log("error", "unhandled_error", { requestId: c.get("requestId"), path, error: error.stack });
  }
  if (error instanceof ApiError) for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  const status = known?.status ?? 500;
  const message = known && status !== 500 ? cleanText(known.message, MAX_MESSAGE) : faultOf(error, c);
  if (!c.var.assets) {
    // Nothing before this page has prepared it: no route has its path.
    try {
      c.set("assets", await assetNames(c.env, c.req.url));
    } catch {
      return c.text(message, status as 500);
    }
    c.set("locale", "en");
    c.header("cache-control", "no-store");
  }
  // Only what a reader opens is an address; a form that is refused is none.
  const title = (status !== 400 || c.req.method === "GET" ? TITLES[status] : undefined) ?? "This did not work";
  return page(
    c,
    { title, status },
    <>
      <h1 class="visually-hidden">{title}</h1>
      <EmptyState title={title} action={<WayOut c={c} />}>
        {message}
      </EmptyState>
    </>,
  );
}

import { ApiError } from "../../errors/api-error";
import { log } from "../../lib/log";
import { page } from "../server/page";
import type { PageContext } from "../server/page-env";
import { ApiProblem } from "../server/read";
import { ButtonLink } from "../ui/form";
import { EmptyState } from "../ui/panels";

const TITLES: Record<number, string> = {
  400: "This page doesn't understand its address",
  403: "Not allowed",
  404: "There is nothing here",
  429: "Too many requests",
};

/** Shows anything thrown as a page. Internal details stay in the log. */
export function problemPage(error: Error, c: PageContext): Response | Promise<Response> {
  const known = error instanceof ApiProblem || error instanceof ApiError ? error : null;
  if (!known) log("error", "unhandled_error", { requestId: c.get("requestId"), path: c.req.path, error: error.stack });
  if (error instanceof ApiError) for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  const status = known?.status ?? 500;
  const message =
    known?.message ?? `Something went wrong on our side. Reload the page, or report ${c.get("requestId")}.`;
  if (!c.var.assets) return c.text(message, status as 500);
  const title = TITLES[status] ?? "This did not work";
  return page(
    c,
    { title, status },
    <>
      <h1 class="visually-hidden">{title}</h1>
      <EmptyState title={title} action={<ButtonLink href="/app">To your domains</ButtonLink>}>
        {message}
      </EmptyState>
    </>,
  );
}

import type { Child } from "hono/jsx";
import { log } from "../../../lib/log";
import { ApiProblem } from "../../server/read";
import { Card, Notice } from "../../ui/panels";
import type { SiteContext } from "../audits/read-runs";

/** What one of the API's answers gave, or why it gave nothing. */
export type AddressPart<T> = { data: T } | { fault: string };

/** Waits for one part of a page. A part that fails must not take the page down. */
export async function partOf<T>(c: SiteContext, work: Promise<T>): Promise<AddressPart<T>> {
  try {
    return { data: await work };
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return { fault: error.message };
    const stack = error instanceof Error ? error.stack : String(error);
    log("error", "inspect_part_failed", { requestId: c.get("requestId"), path: c.req.path, error: stack });
    return { fault: `Something went wrong on our side. Reload the page, or report ${c.get("requestId")}.` };
  }
}

interface PartCardProps<T> {
  title: string;
  part: AddressPart<T>;
  actions?: Child;
  show: (data: T) => Child;
}

/** A card with what the part gave, or with why it is missing. */
export function PartCard<T>({ title, part, actions, show }: PartCardProps<T>) {
  return (
    <Card title={title} actions={actions}>
      {"fault" in part ? (
        <Notice kind="warn">
          <p>{part.fault}</p>
        </Notice>
      ) : (
        show(part.data)
      )}
    </Card>
  );
}

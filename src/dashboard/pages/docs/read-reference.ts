import { ownFetch } from "../../../api/own-api";
import type { PageContext } from "../../server/page-env";
import { listOperations, type DescribedApi, type ListedOperation } from "./described";

interface Reference {
  api: DescribedApi;
  operations: ListedOperation[];
}

/** The document belongs to the release, so it is read once per isolate. */
let known: Reference | null = null;

/** The API's own description and the list of its operations. */
export async function readReference(c: PageContext): Promise<Reference> {
  if (known) return known;
  const fetchOwn = ownFetch({ request: c.req.raw, env: c.env, ctx: c.executionCtx as ExecutionContext });
  const answer = await fetchOwn(new URL("/openapi.json", c.req.url));
  if (!answer.ok) throw new Error(`the API's description could not be read: ${answer.status}`);
  const api = await answer.json<DescribedApi>();
  return (known = { api, operations: listOperations(api) });
}

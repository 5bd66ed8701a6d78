import type { Child } from "hono/jsx";
import { ApiProblem } from "../server/read";
import { Notice } from "./panels";

/** Shows a part of a page that server/attempt.ts read, or why it is missing. */
export function Part<T>({ of, show }: { of: T | ApiProblem; show: (data: T) => Child }) {
  return of instanceof ApiProblem ? <Notice kind="warn">{of.message}</Notice> : <>{show(of)}</>;
}

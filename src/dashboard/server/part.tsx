import type { Child } from "hono/jsx";
import { ApiProblem } from "./read";
import { Card, Notice } from "../ui/panels";

/** Shows a part of a page that server/attempt.ts read, or why it is missing. */
export function Part<T>({ of, show }: { of: T | ApiProblem; show: (data: T) => Child }) {
  return of instanceof ApiProblem ? <Notice kind="warn">{of.message}</Notice> : <>{show(of)}</>;
}

interface PartCardProps<T> {
  title: string;
  of: T | ApiProblem;
  show: (data: T) => Child;
}

/** A card with what the part gave, or with why it is missing. */
export const PartCard = <T,>({ title, of, show }: PartCardProps<T>) => (
  <Card title={title}>
    <Part of={of} show={show} />
  </Card>
);

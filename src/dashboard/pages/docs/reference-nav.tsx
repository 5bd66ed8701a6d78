import type { ListedOperation } from "./described";

/** Links to all operations. On wide screens it is next to the content; on narrow ones it follows it. */
export function ReferenceNav(props: { operations: readonly ListedOperation[]; current: ListedOperation }) {
  const { operations, current } = props;
  return (
    <nav class="reference-nav" aria-label="Operations">
      {[...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, members]) => (
        <details open={tag === current.tag}>
          <summary>{tag}</summary>
          <ul>
            {members.map(({ id, summary }) => (
              <li>
                <a href={`/docs/${id}`} aria-current={id === current.id ? "page" : undefined}>
                  {summary}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}

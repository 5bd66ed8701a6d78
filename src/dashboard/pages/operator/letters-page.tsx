import { partView } from "../../ui/lists/list-view";
import { listState } from "../../server/list";
import type { Context } from "hono";
import { appPath } from "../../../lib/hosts/page-paths";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import { Button, ButtonLink, Confirm } from "../../ui/form";
import { countWords } from "../../ui/count-words";
import { Time } from "../../ui/format";
import { Card, EmptyState, Facts } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { OperatorFrame } from "./frame";
import type { OperatorAnswers, OperatorEnv } from "./operator-api";

type Letter = OperatorAnswers["listDeadLetters"]["deadLetters"][number];

const COLUMNS: Column<Letter>[] = [
  { name: "Arrived", heading: true, cell: ({ arrivedAt }) => <Time at={arrivedAt} /> },
  { name: "Queue", cell: ({ queue }) => <Untrusted text={queue} max={100} /> },
  { name: "Message", cell: ({ body }) => <Untrusted text={body} max={160} /> },
  {
    name: "Actions",
    cell: ({ id }) => (
      <>
        <ButtonLink href={appPath("operator/dead-letters/:id", { id })}>Look at it</ButtonLink>
        <Actions fields={{ id }} again="Send again" drop="Drop" what="This letter" />
      </>
    ),
  },
];

function Actions(props: { fields: Record<string, string>; again: string; drop: string; what: string }) {
  return (
    <>
      <form method="post" action={appPath("operator/dead-letters/requeue")}>
        {Object.entries(props.fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Button tone="plain">{props.again}</Button>
      </form>
      <Confirm name={props.drop} action={appPath("operator/dead-letters/drop")} fields={props.fields}>
        {props.what} is gone for good, with its work undone.
      </Confirm>
    </>
  );
}

/** `/app/operator/dead-letters`: of one queue, or of all. */
export async function lettersPage(c: Context<OperatorEnv>) {
  const [queue, cursor] = [c.req.query("queue") || undefined, c.req.query("cursor") || undefined];
  const { deadLetters, nextCursor } = await c.var.operatorApi.listDeadLetters({ limit: 50, queue, cursor });
  const queues = queue === undefined ? [...new Set(deadLetters.map((letter) => letter.queue))] : [queue];
  return page(
    c,
    { title: "Dead letters" },
    <OperatorFrame tab="operator/dead-letters">
      <p class="lead">Messages that ran out of retries. They are kept for 14 days.</p>
      {deadLetters.length > 0 && (
        <Card title="All of a queue">
          {queues.map((name) => (
            <div class="actions">
              <a href={appPath("operator/dead-letters", { queue: name })}>
                <Untrusted text={name} max={100} />
              </a>
              <Actions
                fields={{ queue: name }}
                again="Send all again"
                drop="Drop all"
                what="Every letter of the queue"
              />
            </div>
          ))}
        </Card>
      )}
      <DataTable
        caption="Dead letters"
        view={partView({ rows: deadLetters, nextCursor: nextCursor }, COLUMNS, listState(c, ["queue"]))}
        empty={
          <EmptyState
            title="There are no dead letters"
            action={<ButtonLink href={appPath("operator")}>Health</ButtonLink>}
          >
            A message that fails too often appears here.
          </EmptyState>
        }
      />
    </OperatorFrame>,
  );
}

/** Characters of a message that a page shows. A message has up to 128 KB. */
const SHOWN = 20_000;

/** `/app/operator/dead-letters/:id` */
export async function letterPage(c: Context<OperatorEnv>) {
  const letter = await c.var.operatorApi.readDeadLetter(c.req.param("id")!);
  return page(
    c,
    { title: "Dead letter" },
    <OperatorFrame tab="operator/dead-letters">
      <Facts
        items={[
          ["Id", <code>{letter.id}</code>],
          ["Queue", <Untrusted text={letter.queue} max={100} />],
          ["Arrived", <Time at={letter.arrivedAt} />],
        ]}
      />
      <Card title="Message">
        <p>
          <code>
            <Untrusted text={letter.body} max={SHOWN} />
          </code>
        </p>
        <Actions fields={{ id: letter.id }} again="Send again" drop="Drop" what="This letter" />
      </Card>
    </OperatorFrame>,
  );
}

async function choiceOfForm(c: Context<OperatorEnv>): Promise<{ ids: string[] } | { queue: string }> {
  const form = await readForm(c);
  const queue = form.some("queue");
  return queue === undefined ? { ids: [form.text("id")] } : { queue };
}

const told = (done: string, letters: number, left: number) =>
  `${countWords(letters, "letter was", "letters were")} ${done}${left > 0 ? `, and ${left} are left. Press again for the next ones` : ""}.`;

export async function requeueLetters(c: Context<OperatorEnv>) {
  const body = await choiceOfForm(c);
  return submit(c, {
    send: () => c.var.operatorApi.requeueDeadLetters(body),
    done: ({ requeued, left }) => ({
      to: appPath("operator/dead-letters"),
      text: told("sent again", requeued.length, left),
    }),
    back: appPath("operator/dead-letters"),
  });
}

export async function dropLetters(c: Context<OperatorEnv>) {
  const body = await choiceOfForm(c);
  return submit(c, {
    send: () => c.var.operatorApi.dropDeadLetters(body),
    done: ({ dropped, left }) => ({
      to: appPath("operator/dead-letters"),
      text: told("dropped", dropped.length, left),
    }),
    back: appPath("operator/dead-letters"),
  });
}

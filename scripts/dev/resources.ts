import { fail } from "./config.ts";
import { jsonIn, wrangler, type RunWrangler } from "./run-wrangler.ts";

/** Whether wrangler.toml has no id of a real resource: the deploy button replaces the zeros when it creates one. */
export function isPlaceholder(id: string | undefined): boolean {
  return id === undefined || /^[0-]*$/.test(id);
}

/** The id of the database: the one of wrangler.toml, else by its name, else of a new one. */
export function ensureDatabase(run: RunWrangler, name: string, id?: string): string {
  if (!isPlaceholder(id)) return reused("D1 database", name, id!);
  const find = () =>
    (jsonIn(wrangler(["d1", "list", "--json"], run)) as { name: string; uuid: string }[]).find(
      (database) => database.name === name,
    );
  const known = find();
  if (known) return reused("D1 database", name, known.uuid);
  wrangler(["d1", "create", name], run);
  return created("D1 database", name, find()?.uuid);
}

/** The same for the KV namespace. */
export function ensureNamespace(run: RunWrangler, title: string, id?: string): string {
  if (!isPlaceholder(id)) return reused("KV namespace", title, id!);
  const find = () =>
    (jsonIn(wrangler(["kv", "namespace", "list"], run)) as { title: string; id: string }[]).find(
      (namespace) => namespace.title === title,
    );
  const known = find();
  if (known) return reused("KV namespace", title, known.id);
  wrangler(["kv", "namespace", "create", title], run);
  return created("KV namespace", title, find()?.id);
}

/**
 * Creates a resource that is identified by its name. If Cloudflare refuses a duplicate name, the resource already
 * exists.
 */
export function ensureNamed(run: RunWrangler, kind: string, command: readonly string[], name: string): void {
  const { ok, output } = run([...command, name]);
  if (ok) created(kind, name, name);
  else if (/already exists|already own|already taken|11009|10004/.test(output)) reused(kind, name, name);
  else fail(`wrangler ${command.join(" ")} ${name} failed. Run the command again: it continues from here.\n${output}`);
}

/** Creates the queues that are missing. One list spares a command per queue that exists. */
export function ensureQueues(run: RunWrangler, names: Iterable<string>): void {
  const { ok, output } = run(["queues", "list"]);
  // A table. What it does not name is created, which notices queues of further pages.
  const listed = new Set(ok ? output.split(/[\s│|]+/) : []);
  for (const name of names)
    if (listed.has(name)) reused("queue", name, name);
    else ensureNamed(run, "queue", ["queues", "create"], name);
}

function reused(kind: string, name: string, id: string): string {
  console.log(`  ${kind} ${name}: exists`);
  return id;
}

function created(kind: string, name: string, id: string | undefined): string {
  if (id === undefined) fail(`${kind} ${name} was created but is not listed. Run the command again.`);
  console.log(`  ${kind} ${name}: created`);
  return id;
}

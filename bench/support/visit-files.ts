import { globSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { objectStorage } from "../../test/support/object-storage.ts";
import { providerOf, randomOf, type HistoryEvent } from "../../test/support/visit-history.ts";
import { importSources } from "./import-sources.ts";

const DAY_MS = 86_400_000;
/** Visits of one transaction. */
const BATCH = 2_000;

/** The object's own code. */
interface Sources {
  VisitStore: new (sql: unknown) => {
    freshIds: (visits: Visit[]) => unknown;
    append: (ids: unknown, visits: Visit[]) => void;
    isFull: () => boolean;
    merge: (since: number) => void;
  };
  visitKey: (name: string) => string;
}

type Visit = ReturnType<typeof visitOf>;

/** A visit of the history as the object counts it. */
function visitOf(key: string, event: HistoryEvent, verdict: 0 | 1 | 2) {
  const at = Date.parse(event.at);
  const day = Math.floor(at / DAY_MS);
  const { provider, kind } = providerOf(event.userAgent);
  const [cache, render] = event.servedBy === "cache" ? [1, 0] : [0, 1];
  return {
    key,
    expiresDay: day + 182,
    path: event.path,
    day,
    at,
    token: `${provider} ${kind}`,
    provider,
    kind,
    verdict,
    visits: 1,
    cache,
    render,
    savedMs: null,
    renderMs: null,
    status: null,
    source: event.servedBy,
    form: "page" as const,
    rule: null,
    line: null,
  };
}

/** The file of the domain's object that counted a visit of `firstPath`. */
export function visitFile(stateDir: string, firstPath: string): string {
  const files = globSync(path.join(stateDir, "v3/do/*DomainVisits/*.sqlite")).filter(
    (each) => path.basename(each) !== "metadata.sqlite",
  );
  const found = files.find((each) => {
    const db = new DatabaseSync(each);
    const row = db.prepare("SELECT 1 FROM visit_log WHERE instr(batch, ?) > 0").get(`${firstPath}"`);
    db.close();
    return row !== undefined;
  });
  if (!found) throw new Error(`no object counted a visit of ${firstPath}`);
  return found;
}

/** Counts visits in the file of a domain's object, with the code of the object. Returns the CPU time per visit in µs. */
export async function fillVisitFile(file: string, events: Iterable<HistoryEvent>): Promise<number> {
  const { VisitStore, visitKey } = await importSources<Sources>(
    "src/analytics/domain-visits/visit-store",
    "src/analytics/core/visit-key",
  );
  const db = new DatabaseSync(file);
  db.exec("PRAGMA synchronous = OFF");
  const { sql } = objectStorage(db) as { sql: unknown };
  const store = new VisitStore(sql);
  const verdictOf = randomOf(3);
  let batch: Visit[] = [];
  let micros = 0;
  let visits = 0;
  const count = () => {
    const before = process.cpuUsage();
    db.exec("BEGIN");
    store.append(store.freshIds(batch), batch);
    if (store.isFull()) store.merge(0);
    db.exec("COMMIT");
    const { user, system } = process.cpuUsage(before);
    micros += user + system;
    visits += batch.length;
    batch = [];
  };
  for (const event of events) {
    const x = verdictOf();
    batch.push(visitOf(visitKey(event.id), event, x < 0.7 ? 1 : x < 0.97 ? 0 : 2));
    if (batch.length === BATCH) count();
  }
  count();
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return micros / visits;
}

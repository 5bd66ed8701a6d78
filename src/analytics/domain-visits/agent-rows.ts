import type { CountedVisit } from "./counted-visit";

export interface AgentRow {
  no: number;
  token: string;
  provider: string;
  kind: string;
}

type Named = Pick<CountedVisit, "token" | "provider" | "kind">;
const nameOf = ({ token, provider, kind }: Named) => JSON.stringify([token, provider, kind]);

/** The crawlers for which visits were ever counted, at most a few hundred, by number. */
export class Agents {
  readonly rows: AgentRow[];
  private readonly numbers: Map<string, number>;

  constructor(private readonly sql: SqlStorage) {
    this.rows = sql.exec<AgentRow & Record<string, SqlStorageValue>>("SELECT * FROM visit_agent ORDER BY no").toArray();
    this.numbers = new Map(this.rows.map((row) => [nameOf(row), row.no]));
  }

  /** The number of a crawler, which gets one if it has none. */
  numberOf(visit: Named): number {
    const name = nameOf(visit);
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const { token, provider, kind } = visit;
    const no = this.rows.length + 1;
    this.sql.exec("INSERT INTO visit_agent (no, token, provider, kind) VALUES (?, ?, ?, ?)", no, token, provider, kind);
    this.rows.push({ no, token, provider, kind });
    this.numbers.set(name, no);
    return no;
  }
}

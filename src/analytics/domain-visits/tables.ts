import type { SchemaStep } from "../../db/object-schema";
import { createReferrals } from "./referral-rows";
import { createSums } from "./visit-sums";

/** The tables of a domain's visits. */
const TABLES = `
  CREATE TABLE visit_seen (key INTEGER PRIMARY KEY, expires_day INTEGER NOT NULL);
  CREATE INDEX visit_seen_expires ON visit_seen(expires_day);
  CREATE TABLE visit_agent (
    no INTEGER PRIMARY KEY, token TEXT NOT NULL, provider TEXT NOT NULL, kind TEXT NOT NULL,
    UNIQUE (token, provider, kind));
  CREATE TABLE visit_path (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, folded TEXT NOT NULL,
    first_day INTEGER, last_day INTEGER, status INTEGER, status_at INTEGER);
  CREATE TABLE visit_daily (slot INTEGER PRIMARY KEY, cache INTEGER NOT NULL, render INTEGER NOT NULL);
  CREATE TABLE visit_total (
    day INTEGER NOT NULL, agent INTEGER NOT NULL, verdict INTEGER NOT NULL,
    cache INTEGER NOT NULL, render INTEGER NOT NULL, saved_ms INTEGER NOT NULL, saved_count INTEGER NOT NULL,
    PRIMARY KEY (day, agent, verdict)) WITHOUT ROWID;
  CREATE TABLE visit_render_time (
    day INTEGER NOT NULL, ms INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (day, ms)) WITHOUT ROWID;
  CREATE TABLE robots_version (since INTEGER PRIMARY KEY, hash TEXT NOT NULL, text TEXT NOT NULL);
  CREATE TABLE visit_violation (
    day INTEGER NOT NULL, path_id INTEGER NOT NULL, agent INTEGER NOT NULL, rule TEXT NOT NULL, line INTEGER NOT NULL,
    count INTEGER NOT NULL, PRIMARY KEY (day, path_id, agent, rule, line)) WITHOUT ROWID;
`;

/**
 * What crawlers got, per day. `path` is empty for what the cache or a render answered; `(other)` stands for the paths
 * beyond the limit of a day. Status 0: unknown.
 */
const ANSWERS = `
  CREATE TABLE visit_response (
    day INTEGER NOT NULL, path TEXT NOT NULL, agent INTEGER NOT NULL, verdict INTEGER NOT NULL, source TEXT NOT NULL,
    form TEXT NOT NULL, status INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (day, path, agent, verdict, source, form, status)) WITHOUT ROWID;
`;

/** Append steps and never change a released one. */
export const VISIT_STEPS: readonly SchemaStep[] = [
  ({ sql }) => {
    sql.exec(TABLES);
    createReferrals(sql);
    sql.exec(ANSWERS);
    createSums(sql);
  },
];

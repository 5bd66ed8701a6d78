import type { SchemaStep } from "../../db/object-schema";
import { createReferrals } from "./referral-rows";

/**
 * The tables of a domain's visits. `visit_log` has the batches that are not merged yet, in a ring; the others have what
 * was merged.
 */
const TABLES = `
  CREATE TABLE visit_log (slot INTEGER PRIMARY KEY, number INTEGER NOT NULL, batch TEXT NOT NULL);
  CREATE TABLE visit_id (chunk INTEGER PRIMARY KEY, expires_day INTEGER NOT NULL, ids BLOB NOT NULL);
  CREATE TABLE visit_agent (
    no INTEGER PRIMARY KEY, token TEXT NOT NULL, provider TEXT NOT NULL, kind TEXT NOT NULL,
    UNIQUE (token, provider, kind));
  CREATE TABLE visit_path (chunk INTEGER PRIMARY KEY, paths TEXT NOT NULL);
  CREATE TABLE visit_path_state (chunk INTEGER PRIMARY KEY, states BLOB NOT NULL);
  CREATE TABLE visit_cell (part INTEGER PRIMARY KEY, cells BLOB NOT NULL);
  CREATE TABLE visit_day (part INTEGER PRIMARY KEY, counters TEXT NOT NULL);
  CREATE TABLE robots_version (since INTEGER PRIMARY KEY, hash TEXT NOT NULL, text TEXT NOT NULL);
`;

/** Append steps and never change a released one. */
export const VISIT_STEPS: readonly SchemaStep[] = [
  ({ sql }) => {
    sql.exec(TABLES);
    createReferrals(sql);
  },
];

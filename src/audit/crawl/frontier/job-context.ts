import type { Bindings } from "../../../env";
import type { ObjectStub } from "../../../lib/platform/object-stub";
import type { EgressRules, RequestTally } from "../../../web";
import type { Extraction } from "../../../web/html";
import type { Job } from "../../model/run/calls";
import type { DomainAudit } from "./domain-audit.do";

/** What a job may request. It counts its requests. */
export type JobRules = EgressRules & { tally: RequestTally };

/** What every step of a job needs. */
export interface JobContext {
  env: Bindings;
  stub: ObjectStub<DomainAudit>;
  token: string;
  job: Job;
  rules: JobRules;
  /** What the site's owner wants to read from every page; null: nothing. */
  extraction: Extraction | null;
}

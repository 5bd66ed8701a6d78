import type { Bindings } from "../../env";
import type { EgressRules } from "../../web";
import type { Extraction } from "../../web/html";
import type { Job } from "./frontier/calls";
import type { DomainAudit } from "./frontier/domain-audit.do";

/** What every step of a job needs. */
export interface JobContext {
  env: Bindings;
  stub: DurableObjectStub<DomainAudit>;
  token: string;
  job: Job;
  rules: EgressRules;
  /** What the site's owner wants to read from every page; null: nothing. */
  extraction: Extraction | null;
}

import type { Bindings } from "../../env";
import type { EgressRules } from "../../web";
import type { Job } from "./frontier/calls";
import type { DomainAudit } from "./frontier/domain-audit.do";

/** What the steps of a run's job work with. */
export interface JobContext {
  env: Bindings;
  stub: DurableObjectStub<DomainAudit>;
  token: string;
  job: Job;
  rules: EgressRules;
}

import type { Benchmark } from "../harness/benchmark.ts";
import { analytics } from "./analytics.ts";
import { audit } from "./audit.ts";
import { auditGrowth } from "./audit-growth.ts";
import { domains } from "./domains.ts";
import { extraction } from "./extraction.ts";
import { hits } from "./hits.ts";
import { logs } from "./logs.ts";
import { parsers } from "./parsers.ts";
import { renders } from "./renders.ts";
import { requests } from "./requests.ts";
import { visibility } from "./visibility.ts";
import { visits } from "./visits.ts";

/** All benchmarks, in the order of a whole run: what is compared with peers first. */
export const BENCHMARKS: readonly Benchmark[] = [
  audit,
  hits,
  renders,
  extraction,
  analytics,
  visibility,
  requests,
  visits,
  logs,
  auditGrowth,
  domains,
  parsers,
];

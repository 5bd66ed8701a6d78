import type { ConsumerSurface } from "../../lib/ai-providers";
import type { Citation } from "../core/analysis/types";
import { ProviderError } from "../core/provider-error";
import { citation } from "./citation";
import { failureOf, kindOfStatus, requireText, retryAfterOf } from "./failure";
import { JobFailed } from "./job-failed";
import { filledBody, surfaceName, valueAt, type SurfaceForm } from "./surface-form";
import type { ProviderAdapter, ProviderAnswer } from "./types";

/** What a service may call a job. It becomes part of a path, and must lead nowhere else. */
const JOB = /^[\w:~-][\w.:~-]{0,199}$/;
const MAX_QUERIES = 50;
const MAX_QUERY = 1_000;
const MAX_CITATIONS = 200;

const NO_USAGE = { inputTokens: null, outputTokens: null, searches: null };

function jobOf(value: unknown): string {
  const job = typeof value === "number" ? String(value) : value;
  if (typeof job === "string" && JOB.test(job)) return job;
  throw new ProviderError("malformed", "The service started a job without a usable id.");
}

function citationsOf(body: unknown, form: SurfaceForm): Citation[] {
  const listed = valueAt(body, form.citations);
  if (!Array.isArray(listed)) return [];
  return listed.slice(0, MAX_CITATIONS).flatMap((each: unknown) => {
    const url = typeof each === "string" ? each : valueAt(each, form.url);
    const title = valueAt(each, form.title);
    if (typeof url !== "string" || !/^https?:\/\//i.test(url)) return [];
    return citation(url, typeof title === "string" ? title : null, null);
  });
}

function queriesOf(body: unknown, form: SurfaceForm): string[] {
  const listed = valueAt(body, form.queries);
  const queries = Array.isArray(listed) ? listed : [];
  return queries
    .slice(0, MAX_QUERIES)
    .filter((query): query is string => typeof query === "string" && query !== "" && query.length <= MAX_QUERY);
}

/**
 * One surface, asked through the operator's scraping service: a POST starts a job, GETs look at it. A service that
 * answers at once needs no job. Pure, like every adapter; docs/surfaces.md describes the form.
 */
export function surfaceAdapter(surface: ConsumerSurface, form: SurfaceForm): ProviderAdapter {
  const headers = (key: string) => ({ [form.header.name]: form.header.value.replaceAll("{key}", () => key) });
  return {
    baseUrl: "",
    // There is no choice of models on what people see.
    model: surface,

    request: ({ text: prompt, location }, _model, apiKey) => {
      const { country, region, city } = location;
      const values = { prompt, surface: surfaceName(form, surface), country, region, city };
      const body = filledBody(form.start.body, values) as Record<string, unknown>;
      return { path: form.start.path, headers: headers(apiKey), body };
    },

    look: (job, apiKey) => ({
      path: form.look.replaceAll("{job}", () => encodeURIComponent(jobOf(job))),
      headers: headers(apiKey),
      body: {},
      looks: true,
    }),

    judgeBody: () => {
      throw new ProviderError("not_configured", "A surface does not judge answers.");
    },

    read: (body, { looks }) => {
      const status = valueAt(body, form.status);
      const state = typeof status === "string" ? status.toLowerCase() : "";
      const isIn = (states: readonly string[]) => states.some((each) => each.toLowerCase() === state);
      if (isIn(form.failed)) throw new JobFailed("server_error", "the service says that the job failed");
      const text = valueAt(body, form.text);
      // The POST of a service with jobs has no answer yet, whatever it calls that.
      const isOpen = isIn(form.pending) || (!looks && text === undefined && valueAt(body, form.job) !== undefined);
      if (isOpen) return { job: looks ? "" : jobOf(valueAt(body, form.job)) };
      if (typeof text !== "string") throw new JobFailed("malformed", `the answer has no text at ${form.text}`);
      const queries = queriesOf(body, form);
      const answer: ProviderAnswer = {
        text: requireText(text),
        citations: citationsOf(body, form),
        model: surface,
        requestId: null,
        stop: "complete",
        searched: true,
        usage: NO_USAGE,
        search: { queries, used: [] },
      };
      return { answer };
    },

    models: null,

    failure: ({ status, headers: given, body, now }) =>
      failureOf(kindOfStatus(status), status, body, retryAfterOf(given, now)),
  };
}

import { EXAMPLE_CODE } from "./example-code";

/** A text, in which backticks mark code, or something to copy. */
type Step = string | { code: string; name: string; language: string };

export interface Guide {
  id: string;
  /** The platform. */
  name: string;
  /** The folder in `examples` with what is to copy. A test runs it. */
  example?: string;
  /** The whole site goes through this service, so that no key is needed. */
  noKey?: true;
  steps: readonly Step[];
}

/** A file of an example, to copy. */
export const copied = (file: keyof typeof EXAMPLE_CODE, name: string, language = "ts"): Step => ({
  code: EXAMPLE_CODE[file],
  name,
  language,
});

/** What all code promises. */
export const FALLBACK =
  "People, files and renderers never wait for this service. If it fails, your site answers crawlers, too.";

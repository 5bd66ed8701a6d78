import type { ResponseOf } from "../../client";

/** What the API returned instead of data, or why a page refuses something itself. Its message is for people. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Everything else in the response, such as `attempts` or `issues`. */
    readonly extras: Record<string, unknown>,
  ) {
    super(message);
    this.name = "ApiProblem";
  }

  /** The message for one field of the form that caused it, if the API names the field. */
  fieldMessage(name: string): string | undefined {
    const issues = (this.extras["issues"] ?? []) as { path: string; message: string }[];
    return issues.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message;
  }
}

/** What people read about a fault of ours. */
export const ownFault = (requestId: string): string =>
  `Something went wrong on our side. Reload the page, or report ${requestId}.`;

/** What a call of the API returns; null if it is refused with this code. */
export async function readUnless<T>(code: string, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === code) return null;
    throw error;
  }
}

/** A domain of the reader's in lists to choose from. */
export type NamedDomain = ResponseOf<"listDomainNames">["domains"][number];
/** A domain with all of its settings. */
export type DomainFacts = ResponseOf<"listDomains">["domains"][number];

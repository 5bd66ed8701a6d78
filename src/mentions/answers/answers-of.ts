import type { Bindings } from "../../env";
import { objectStub, type ObjectStub } from "../../lib/platform/object-stub";
import type { DomainAnswers } from "./domain-answers.do";

export type AnswersEnv = Pick<Bindings, "ARCHIVE" | "DB" | "DOMAIN_ANSWERS">;

/** The object that keeps a domain's answers. */
export function answersOf(env: Pick<Bindings, "DOMAIN_ANSWERS">, domainId: string): ObjectStub<DomainAnswers> {
  return objectStub(env.DOMAIN_ANSWERS, domainId);
}

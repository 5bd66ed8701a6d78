import { ProviderError } from "../core/provider-error";

/** A job that ended without an answer. Looking again is in vain; a new one may do better. */
export class JobFailed extends ProviderError {}

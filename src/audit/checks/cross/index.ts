import { redirectPermanent } from "./redirect-permanent";
import { redirectTemporary } from "./redirect-temporary";
import { redirectChain } from "./redirect-chain";
import { redirectChainTooLong } from "./redirect-chain-too-long";
import { redirectLoop } from "./redirect-loop";
import { redirectToError } from "./redirect-to-error";
import { duplicateTitle } from "./duplicate-title";
import { duplicateMetaDescription } from "./duplicate-meta-description";
import { duplicateContent } from "./duplicate-content";
import { canonicalToError } from "./canonical-to-error";
import { canonicalToRedirect } from "./canonical-to-redirect";
import { brokenInternalLink } from "./broken-internal-link";
import { internalLinkToRedirect } from "./internal-link-to-redirect";
import { orphanPage } from "./orphan-page";
import { deepPage } from "./deep-page";
import type { CrossCheck } from "../define";

/** Every check that needs the whole crawl. A contract test holds this list and the folder together. */
export const CROSS_CHECKS: readonly CrossCheck[] = [
  redirectPermanent,
  redirectTemporary,
  redirectChain,
  redirectChainTooLong,
  redirectLoop,
  redirectToError,
  duplicateTitle,
  duplicateMetaDescription,
  duplicateContent,
  canonicalToError,
  canonicalToRedirect,
  brokenInternalLink,
  internalLinkToRedirect,
  orphanPage,
  deepPage,
];

import { redirectPermanent } from "./redirect-permanent";
import { redirectTemporary } from "./redirect-temporary";
import { redirectChain } from "./redirect-chain";
import { redirectChainTooLong } from "./redirect-chain-too-long";
import { redirectLoop } from "./redirect-loop";
import { redirectToError } from "./redirect-to-error";
import { redirectsToHomepage } from "./redirects-to-homepage";
import { trailingSlashDuplicate } from "./trailing-slash-duplicate";
import { noindexInSitemap } from "./noindex-in-sitemap";
import { noindexHighInlinks } from "./noindex-high-inlinks";
import { blockedInSitemap } from "./blocked-in-sitemap";
import { duplicateTitle } from "./duplicate-title";
import { duplicateMetaDescription } from "./duplicate-meta-description";
import { duplicateH1 } from "./duplicate-h1";
import { duplicateContent } from "./duplicate-content";
import { nearDuplicateContent } from "./near-duplicate-content";
import { canonicalToError } from "./canonical-to-error";
import { canonicalToRedirect } from "./canonical-to-redirect";
import { canonicalToNoindex } from "./canonical-to-noindex";
import { canonicalChain } from "./canonical-chain";
import { hreflangMissingReturnLink } from "./hreflang-missing-return-link";
import { hreflangClusterBroken } from "./hreflang-cluster-broken";
import { hreflangToError } from "./hreflang-to-error";
import { hreflangToRedirect } from "./hreflang-to-redirect";
import { hreflangToNonIndexable } from "./hreflang-to-non-indexable";
import { brokenInternalLink } from "./broken-internal-link";
import { brokenImage } from "./broken-image";
import { brokenAsset } from "./broken-asset";
import { imageTooLarge } from "./image-too-large";
import { brokenExternalLink } from "./broken-external-link";
import { internalLinkToRedirect } from "./internal-link-to-redirect";
import { mixedFollowInlinks } from "./mixed-follow-inlinks";
import { orphanPage } from "./orphan-page";
import { singleInlink } from "./single-inlink";
import { deepPage } from "./deep-page";
import { ogTagsIdenticalSitewide } from "./og-tags-identical-sitewide";
import { paginationBroken } from "./pagination-broken";
import type { CrossCheck } from "../define";

/** Every check that needs the whole crawl. A contract test compares this list with the folder. */
export const CROSS_CHECKS: readonly CrossCheck[] = [
  redirectPermanent,
  redirectTemporary,
  redirectChain,
  redirectChainTooLong,
  redirectLoop,
  redirectToError,
  redirectsToHomepage,
  trailingSlashDuplicate,
  noindexInSitemap,
  noindexHighInlinks,
  blockedInSitemap,
  duplicateTitle,
  duplicateMetaDescription,
  duplicateH1,
  duplicateContent,
  nearDuplicateContent,
  canonicalToError,
  canonicalToRedirect,
  canonicalToNoindex,
  canonicalChain,
  hreflangMissingReturnLink,
  hreflangClusterBroken,
  hreflangToError,
  hreflangToRedirect,
  hreflangToNonIndexable,
  brokenInternalLink,
  brokenImage,
  brokenAsset,
  imageTooLarge,
  brokenExternalLink,
  internalLinkToRedirect,
  mixedFollowInlinks,
  orphanPage,
  singleInlink,
  deepPage,
  ogTagsIdenticalSitewide,
  paginationBroken,
];

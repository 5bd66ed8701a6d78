import { http4xx } from "./http-4xx";
import { http5xx } from "./http-5xx";
import { fetchTimeout } from "./fetch-timeout";
import { dnsOrConnectionError } from "./dns-or-connection-error";
import { accessDenied } from "./access-denied";
import { rateLimited } from "./rate-limited";
import { metaRefreshRedirect } from "./meta-refresh-redirect";
import { noindexPage } from "./noindex-page";
import { nofollowPage } from "./nofollow-page";
import { conflictingRobotsDirectives } from "./conflicting-robots-directives";
import { blockedByRobots } from "./blocked-by-robots";
import { metasInBody } from "./metas-in-body";
import { missingTitle } from "./missing-title";
import { titleTooShort } from "./title-too-short";
import { titleTooLong } from "./title-too-long";
import { multipleTitles } from "./multiple-titles";
import { missingMetaDescription } from "./missing-meta-description";
import { metaDescriptionTooShort } from "./meta-description-too-short";
import { metaDescriptionTooLong } from "./meta-description-too-long";
import { multipleMetaDescriptions } from "./multiple-meta-descriptions";
import { missingH1 } from "./missing-h1";
import { multipleH1 } from "./multiple-h1";
import { headingOrderSkipped } from "./heading-order-skipped";
import { thinContent } from "./thin-content";
import { lowTextHtmlRatio } from "./low-text-html-ratio";
import { emptyPage } from "./empty-page";
import { missingCanonical } from "./missing-canonical";
import { multipleCanonicals } from "./multiple-canonicals";
import { canonicalRelative } from "./canonical-relative";
import { canonicalToHomepage } from "./canonical-to-homepage";
import { canonicalisedPage } from "./canonicalised-page";
import { missingHtmlLang } from "./missing-html-lang";
import { internalNofollowLink } from "./internal-nofollow-link";
import { genericAnchorText } from "./generic-anchor-text";
import { hashRoutingLinks } from "./hash-routing-links";
import { imageMissingAlt } from "./image-missing-alt";
import { structuredDataInvalidJson } from "./structured-data-invalid-json";
import { missingOpenGraph } from "./missing-open-graph";
import { slowPage } from "./slow-page";
import { verySlowPage } from "./very-slow-page";
import { htmlLarge } from "./html-large";
import { httpPage } from "./http-page";
import { mixedContent } from "./mixed-content";
import { missingViewport } from "./missing-viewport";
import { missingDoctype } from "./missing-doctype";
import { urlUppercase } from "./url-uppercase";
import type { PageCheck } from "../define";

/** Every check of a single page. A contract test holds this list and the folder together. */
export const PAGE_CHECKS: readonly PageCheck[] = [
  http4xx,
  http5xx,
  fetchTimeout,
  dnsOrConnectionError,
  accessDenied,
  rateLimited,
  metaRefreshRedirect,
  noindexPage,
  nofollowPage,
  conflictingRobotsDirectives,
  blockedByRobots,
  metasInBody,
  missingTitle,
  titleTooShort,
  titleTooLong,
  multipleTitles,
  missingMetaDescription,
  metaDescriptionTooShort,
  metaDescriptionTooLong,
  multipleMetaDescriptions,
  missingH1,
  multipleH1,
  headingOrderSkipped,
  thinContent,
  lowTextHtmlRatio,
  emptyPage,
  missingCanonical,
  multipleCanonicals,
  canonicalRelative,
  canonicalToHomepage,
  canonicalisedPage,
  missingHtmlLang,
  internalNofollowLink,
  genericAnchorText,
  hashRoutingLinks,
  imageMissingAlt,
  structuredDataInvalidJson,
  missingOpenGraph,
  slowPage,
  verySlowPage,
  htmlLarge,
  httpPage,
  mixedContent,
  missingViewport,
  missingDoctype,
  urlUppercase,
];

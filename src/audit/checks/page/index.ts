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
import { unavailableAfterPast } from "./unavailable-after-past";
import { snippetRestricted } from "./snippet-restricted";
import { blockedByRobots } from "./blocked-by-robots";
import { notAudited } from "./not-audited";
import { metasInBody } from "./metas-in-body";
import { missingTitle } from "./missing-title";
import { titleTooShort } from "./title-too-short";
import { titleShort } from "./title-short";
import { titleTooLong } from "./title-too-long";
import { multipleTitles } from "./multiple-titles";
import { titleSameAsH1 } from "./title-same-as-h1";
import { missingMetaDescription } from "./missing-meta-description";
import { metaDescriptionTooShort } from "./meta-description-too-short";
import { metaDescriptionTooLong } from "./meta-description-too-long";
import { multipleMetaDescriptions } from "./multiple-meta-descriptions";
import { missingH1 } from "./missing-h1";
import { multipleH1 } from "./multiple-h1";
import { h1TooLong } from "./h1-too-long";
import { headingOrderSkipped } from "./heading-order-skipped";
import { thinContent } from "./thin-content";
import { lowTextHtmlRatio } from "./low-text-html-ratio";
import { placeholderText } from "./placeholder-text";
import { emptyPage } from "./empty-page";
import { hashRoutingLinks } from "./hash-routing-links";
import { missingCanonical } from "./missing-canonical";
import { multipleCanonicals } from "./multiple-canonicals";
import { canonicalInvalid } from "./canonical-invalid";
import { canonicalRelative } from "./canonical-relative";
import { canonicalInBody } from "./canonical-in-body";
import { canonicalToHomepage } from "./canonical-to-homepage";
import { canonicalHeaderHtmlMismatch } from "./canonical-header-html-mismatch";
import { canonicalHttpOnHttps } from "./canonical-http-on-https";
import { canonicalHasFragment } from "./canonical-has-fragment";
import { canonicalCrossDomain } from "./canonical-cross-domain";
import { canonicalisedPage } from "./canonicalised-page";
import { hreflangInvalidCode } from "./hreflang-invalid-code";
import { hreflangRelativeUrl } from "./hreflang-relative-url";
import { hreflangMissingSelf } from "./hreflang-missing-self";
import { hreflangMissingXDefault } from "./hreflang-missing-x-default";
import { hreflangConflicting } from "./hreflang-conflicting";
import { hreflangLangMismatch } from "./hreflang-lang-mismatch";
import { missingHtmlLang } from "./missing-html-lang";
import { htmlLangMismatch } from "./html-lang-mismatch";
import { invalidHtmlLang } from "./invalid-html-lang";
import { internalNofollowLink } from "./internal-nofollow-link";
import { deadEndPage } from "./dead-end-page";
import { tooManyLinks } from "./too-many-links";
import { emptyAnchorText } from "./empty-anchor-text";
import { genericAnchorText } from "./generic-anchor-text";
import { uncrawlableLink } from "./uncrawlable-link";
import { malformedLink } from "./malformed-link";
import { linkToPrivateHost } from "./link-to-private-host";
import { linkToPreviewHost } from "./link-to-preview-host";
import { httpLinkOnHttps } from "./http-link-on-https";
import { imageMissingAlt } from "./image-missing-alt";
import { imageAltTooLong } from "./image-alt-too-long";
import { imageMissingDimensions } from "./image-missing-dimensions";
import { structuredDataInvalidJson } from "./structured-data-invalid-json";
import { structuredDataMissingType } from "./structured-data-missing-type";
import { structuredDataMissingRecommended } from "./structured-data-missing-recommended";
import { structuredDataMissingRequired } from "./structured-data-missing-required";
import { structuredDataMissing } from "./structured-data-missing";
import { structuredDataHostMismatch } from "./structured-data-host-mismatch";
import { missingOpenGraph } from "./missing-open-graph";
import { ogTitleMissing } from "./og-title-missing";
import { ogDescriptionMissing } from "./og-description-missing";
import { ogImageMissing } from "./og-image-missing";
import { ogImageNotAbsolute } from "./og-image-not-absolute";
import { ogImageBroken } from "./og-image-broken";
import { ogImageUnsupportedFormat } from "./og-image-unsupported-format";
import { ogImageTooSmall } from "./og-image-too-small";
import { ogImageTooHeavy } from "./og-image-too-heavy";
import { ogUrlMismatch } from "./og-url-mismatch";
import { twitterCardMissing } from "./twitter-card-missing";
import { twitterCardInvalid } from "./twitter-card-invalid";
import { slowTtfb } from "./slow-ttfb";
import { slowPage } from "./slow-page";
import { verySlowPage } from "./very-slow-page";
import { htmlLarge } from "./html-large";
import { htmlOverLimit } from "./html-over-limit";
import { uncompressedHtml } from "./uncompressed-html";
import { domTooLarge } from "./dom-too-large";
import { httpPage } from "./http-page";
import { mixedContent } from "./mixed-content";
import { insecurePasswordForm } from "./insecure-password-form";
import { urlTooLong } from "./url-too-long";
import { urlUppercase } from "./url-uppercase";
import { urlUnderscore } from "./url-underscore";
import { urlSpace } from "./url-space";
import { urlNonAscii } from "./url-non-ascii";
import { urlMultipleSlashes } from "./url-multiple-slashes";
import { urlRepetitivePath } from "./url-repetitive-path";
import { urlTooManyParams } from "./url-too-many-params";
import { urlTrackingParamsInternal } from "./url-tracking-params-internal";
import { urlSessionId } from "./url-session-id";
import { paginationCanonicalToFirst } from "./pagination-canonical-to-first";
import { missingViewport } from "./missing-viewport";
import { viewportNoWidth } from "./viewport-no-width";
import { missingCharset } from "./missing-charset";
import { missingDoctype } from "./missing-doctype";
import { duplicateElementIds } from "./duplicate-element-ids";
import { contentTypeMismatch } from "./content-type-mismatch";
import { framesUsed } from "./frames-used";
import { missingMainLandmark } from "./missing-main-landmark";
import { formFieldWithoutLabel } from "./form-field-without-label";
import { emptyButton } from "./empty-button";
import { emptyHeading } from "./empty-heading";
import { frameWithoutTitle } from "./frame-without-title";
import { positiveTabindex } from "./positive-tabindex";
import { ambiguousLabelTarget } from "./ambiguous-label-target";
import { viewportBlocksZoom } from "./viewport-blocks-zoom";
import type { PageCheck } from "../define";

/** Every check of a single page. A contract test compares this list with the folder. */
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
  unavailableAfterPast,
  snippetRestricted,
  blockedByRobots,
  notAudited,
  metasInBody,
  missingTitle,
  titleTooShort,
  titleShort,
  titleTooLong,
  multipleTitles,
  titleSameAsH1,
  missingMetaDescription,
  metaDescriptionTooShort,
  metaDescriptionTooLong,
  multipleMetaDescriptions,
  missingH1,
  multipleH1,
  h1TooLong,
  headingOrderSkipped,
  thinContent,
  lowTextHtmlRatio,
  placeholderText,
  emptyPage,
  hashRoutingLinks,
  missingCanonical,
  multipleCanonicals,
  canonicalInvalid,
  canonicalRelative,
  canonicalInBody,
  canonicalToHomepage,
  canonicalHeaderHtmlMismatch,
  canonicalHttpOnHttps,
  canonicalHasFragment,
  canonicalCrossDomain,
  canonicalisedPage,
  hreflangInvalidCode,
  hreflangRelativeUrl,
  hreflangMissingSelf,
  hreflangMissingXDefault,
  hreflangConflicting,
  hreflangLangMismatch,
  missingHtmlLang,
  invalidHtmlLang,
  htmlLangMismatch,
  internalNofollowLink,
  deadEndPage,
  tooManyLinks,
  emptyAnchorText,
  genericAnchorText,
  uncrawlableLink,
  malformedLink,
  linkToPrivateHost,
  linkToPreviewHost,
  httpLinkOnHttps,
  imageMissingAlt,
  imageAltTooLong,
  imageMissingDimensions,
  structuredDataInvalidJson,
  structuredDataMissingType,
  structuredDataMissingRequired,
  structuredDataMissingRecommended,
  structuredDataMissing,
  structuredDataHostMismatch,
  missingOpenGraph,
  ogTitleMissing,
  ogDescriptionMissing,
  ogImageMissing,
  ogImageNotAbsolute,
  ogImageBroken,
  ogImageUnsupportedFormat,
  ogImageTooSmall,
  ogImageTooHeavy,
  ogUrlMismatch,
  twitterCardMissing,
  twitterCardInvalid,
  slowTtfb,
  slowPage,
  verySlowPage,
  htmlLarge,
  htmlOverLimit,
  uncompressedHtml,
  domTooLarge,
  httpPage,
  mixedContent,
  insecurePasswordForm,
  urlTooLong,
  urlUppercase,
  urlUnderscore,
  urlSpace,
  urlNonAscii,
  urlMultipleSlashes,
  urlRepetitivePath,
  urlTooManyParams,
  urlTrackingParamsInternal,
  urlSessionId,
  paginationCanonicalToFirst,
  missingViewport,
  viewportNoWidth,
  missingCharset,
  missingDoctype,
  duplicateElementIds,
  contentTypeMismatch,
  framesUsed,
  missingMainLandmark,
  formFieldWithoutLabel,
  emptyButton,
  emptyHeading,
  frameWithoutTitle,
  positiveTabindex,
  ambiguousLabelTarget,
  viewportBlocksZoom,
];

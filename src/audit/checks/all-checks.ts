// Written by `npm run docs`, which adds a new check after the others in its folder. To reorder checks, move their imports.
import type { Check } from "./shared/define";
import type { SitemapCheck } from "./shared/define-sitemap";
import { http4xx } from "./responses/http-4xx";
import { http5xx } from "./responses/http-5xx";
import { fetchTimeout } from "./responses/fetch-timeout";
import { dnsOrConnectionError } from "./responses/dns-or-connection-error";
import { accessDenied } from "./responses/access-denied";
import { rateLimited } from "./responses/rate-limited";
import { metaRefreshRedirect } from "./redirects/meta-refresh-redirect";
import { redirectPermanent } from "./redirects/redirect-permanent";
import { redirectTemporary } from "./redirects/redirect-temporary";
import { redirectChain } from "./redirects/redirect-chain";
import { redirectChainTooLong } from "./redirects/redirect-chain-too-long";
import { redirectLoop } from "./redirects/redirect-loop";
import { redirectToError } from "./redirects/redirect-to-error";
import { redirectsToHomepage } from "./redirects/redirects-to-homepage";
import { jsRedirect } from "./redirects/js-redirect";
import { trailingSlashDuplicate } from "./addresses/trailing-slash-duplicate";
import { unknownUrlsReturn200 } from "./addresses/unknown-urls-return-200";
import { wwwNotConsolidated } from "./addresses/www-not-consolidated";
import { httpNotRedirectedToHttps } from "./addresses/http-not-redirected-to-https";
import { soft404 } from "./addresses/soft-404";
import { noindexPage } from "./indexability/noindex-page";
import { nofollowPage } from "./indexability/nofollow-page";
import { conflictingRobotsDirectives } from "./indexability/conflicting-robots-directives";
import { unavailableAfterPast } from "./indexability/unavailable-after-past";
import { snippetRestricted } from "./indexability/snippet-restricted";
import { blockedByRobots } from "./indexability/blocked-by-robots";
import { notAudited } from "./indexability/not-audited";
import { metasInBody } from "./indexability/metas-in-body";
import { noindexInSitemap } from "./indexability/noindex-in-sitemap";
import { noindexHighInlinks } from "./indexability/noindex-high-inlinks";
import { blockedInSitemap } from "./indexability/blocked-in-sitemap";
import { noindexRemovedByJs } from "./indexability/noindex-removed-by-js";
import { noindexAddedByJs } from "./indexability/noindex-added-by-js";
import { blockedRenderResources } from "./indexability/blocked-render-resources";
import { missingTitle } from "./titles/missing-title";
import { titleTooShort } from "./titles/title-too-short";
import { titleShort } from "./titles/title-short";
import { titleTooLong } from "./titles/title-too-long";
import { multipleTitles } from "./titles/multiple-titles";
import { titleSameAsH1 } from "./titles/title-same-as-h1";
import { duplicateTitle } from "./titles/duplicate-title";
import { titleChangedByJs } from "./titles/title-changed-by-js";
import { missingMetaDescription } from "./descriptions/missing-meta-description";
import { metaDescriptionTooShort } from "./descriptions/meta-description-too-short";
import { metaDescriptionTooLong } from "./descriptions/meta-description-too-long";
import { multipleMetaDescriptions } from "./descriptions/multiple-meta-descriptions";
import { duplicateMetaDescription } from "./descriptions/duplicate-meta-description";
import { metaDescriptionChangedByJs } from "./descriptions/meta-description-changed-by-js";
import { missingH1 } from "./headings/missing-h1";
import { multipleH1 } from "./headings/multiple-h1";
import { h1TooLong } from "./headings/h1-too-long";
import { headingOrderSkipped } from "./headings/heading-order-skipped";
import { duplicateH1 } from "./headings/duplicate-h1";
import { thinContent } from "./content/thin-content";
import { lowTextHtmlRatio } from "./content/low-text-html-ratio";
import { placeholderText } from "./content/placeholder-text";
import { emptyPage } from "./content/empty-page";
import { duplicateContent } from "./content/duplicate-content";
import { nearDuplicateContent } from "./content/near-duplicate-content";
import { hashRoutingLinks } from "./javascript/hash-routing-links";
import { jsOnlyContent } from "./javascript/js-only-content";
import { jsDependentContent } from "./javascript/js-dependent-content";
import { jsOnlyLinks } from "./javascript/js-only-links";
import { h1OnlyInRendered } from "./javascript/h1-only-in-rendered";
import { canonicalOnlyInRendered } from "./javascript/canonical-only-in-rendered";
import { canonicalChangedByJs } from "./javascript/canonical-changed-by-js";
import { structuredDataOnlyInRendered } from "./javascript/structured-data-only-in-rendered";
import { previewTagsOnlyInRendered } from "./javascript/preview-tags-only-in-rendered";
import { contentRemovedByJs } from "./javascript/content-removed-by-js";
import { jsErrors } from "./rendering/js-errors";
import { notRendered } from "./rendering/not-rendered";
import { renderTimeout } from "./rendering/render-timeout";
import { cloakingRisk } from "./rendering/cloaking-risk";
import { snapshotBlank } from "./rendering/snapshot-blank";
import { snapshotStale } from "./rendering/snapshot-stale";
import { missingCanonical } from "./canonicals/missing-canonical";
import { multipleCanonicals } from "./canonicals/multiple-canonicals";
import { canonicalInvalid } from "./canonicals/canonical-invalid";
import { canonicalRelative } from "./canonicals/canonical-relative";
import { canonicalInBody } from "./canonicals/canonical-in-body";
import { canonicalToHomepage } from "./canonicals/canonical-to-homepage";
import { canonicalHeaderHtmlMismatch } from "./canonicals/canonical-header-html-mismatch";
import { canonicalHttpOnHttps } from "./canonicals/canonical-http-on-https";
import { canonicalHasFragment } from "./canonicals/canonical-has-fragment";
import { canonicalCrossDomain } from "./canonicals/canonical-cross-domain";
import { canonicalisedPage } from "./canonicals/canonicalised-page";
import { canonicalsNameOtherHost } from "./canonicals/canonicals-name-other-host";
import { canonicalToError } from "./canonicals/canonical-to-error";
import { canonicalToRedirect } from "./canonicals/canonical-to-redirect";
import { canonicalToNoindex } from "./canonicals/canonical-to-noindex";
import { canonicalChain } from "./canonicals/canonical-chain";
import { hreflangInvalidCode } from "./hreflang/hreflang-invalid-code";
import { hreflangRelativeUrl } from "./hreflang/hreflang-relative-url";
import { hreflangMissingSelf } from "./hreflang/hreflang-missing-self";
import { hreflangMissingXDefault } from "./hreflang/hreflang-missing-x-default";
import { hreflangConflicting } from "./hreflang/hreflang-conflicting";
import { hreflangLangMismatch } from "./hreflang/hreflang-lang-mismatch";
import { hreflangMissingReturnLink } from "./hreflang/hreflang-missing-return-link";
import { hreflangClusterBroken } from "./hreflang/hreflang-cluster-broken";
import { hreflangToError } from "./hreflang/hreflang-to-error";
import { hreflangToRedirect } from "./hreflang/hreflang-to-redirect";
import { hreflangToNonIndexable } from "./hreflang/hreflang-to-non-indexable";
import { missingHtmlLang } from "./languages/missing-html-lang";
import { invalidHtmlLang } from "./languages/invalid-html-lang";
import { htmlLangMismatch } from "./languages/html-lang-mismatch";
import { brokenInternalLink } from "./link-targets/broken-internal-link";
import { brokenImage } from "./link-targets/broken-image";
import { brokenAsset } from "./link-targets/broken-asset";
import { imageTooLarge } from "./link-targets/image-too-large";
import { brokenExternalLink } from "./link-targets/broken-external-link";
import { internalLinkToRedirect } from "./link-targets/internal-link-to-redirect";
import { internalNofollowLink } from "./links/internal-nofollow-link";
import { deadEndPage } from "./links/dead-end-page";
import { tooManyLinks } from "./links/too-many-links";
import { emptyAnchorText } from "./links/empty-anchor-text";
import { genericAnchorText } from "./links/generic-anchor-text";
import { uncrawlableLink } from "./links/uncrawlable-link";
import { malformedLink } from "./links/malformed-link";
import { linkToPrivateHost } from "./links/link-to-private-host";
import { linkToPreviewHost } from "./links/link-to-preview-host";
import { httpLinkOnHttps } from "./links/http-link-on-https";
import { mixedFollowInlinks } from "./links/mixed-follow-inlinks";
import { orphanPage } from "./links/orphan-page";
import { singleInlink } from "./links/single-inlink";
import { deepPage } from "./links/deep-page";
import { imageMissingAlt } from "./images/image-missing-alt";
import { imageAltTooLong } from "./images/image-alt-too-long";
import { imageMissingDimensions } from "./images/image-missing-dimensions";
import { structuredDataInvalidJson } from "./structured-data/structured-data-invalid-json";
import { structuredDataMissingType } from "./structured-data/structured-data-missing-type";
import { structuredDataMissingRequired } from "./structured-data/structured-data-missing-required";
import { structuredDataMissingRecommended } from "./structured-data/structured-data-missing-recommended";
import { structuredDataMissing } from "./structured-data/structured-data-missing";
import { structuredDataHostMismatch } from "./structured-data/structured-data-host-mismatch";
import { homeMissingOrganization } from "./structured-data/home-missing-organization";
import { missingOpenGraph } from "./social-previews/missing-open-graph";
import { ogTitleMissing } from "./social-previews/og-title-missing";
import { ogDescriptionMissing } from "./social-previews/og-description-missing";
import { ogImageMissing } from "./social-previews/og-image-missing";
import { ogImageNotAbsolute } from "./social-previews/og-image-not-absolute";
import { ogImageBroken } from "./social-previews/og-image-broken";
import { ogImageUnsupportedFormat } from "./social-previews/og-image-unsupported-format";
import { ogImageTooSmall } from "./social-previews/og-image-too-small";
import { ogImageTooHeavy } from "./social-previews/og-image-too-heavy";
import { ogUrlMismatch } from "./social-previews/og-url-mismatch";
import { twitterCardMissing } from "./social-previews/twitter-card-missing";
import { twitterCardInvalid } from "./social-previews/twitter-card-invalid";
import { ogTagsIdenticalSitewide } from "./social-previews/og-tags-identical-sitewide";
import { slowTtfb } from "./performance/slow-ttfb";
import { slowPage } from "./performance/slow-page";
import { verySlowPage } from "./performance/very-slow-page";
import { htmlLarge } from "./performance/html-large";
import { htmlOverLimit } from "./performance/html-over-limit";
import { uncompressedHtml } from "./performance/uncompressed-html";
import { domTooLarge } from "./performance/dom-too-large";
import { tooManyScriptsStyles } from "./performance/too-many-scripts-styles";
import { scriptsStylesTooHeavy } from "./performance/scripts-styles-too-heavy";
import { assetsNotCached } from "./performance/assets-not-cached";
import { httpPage } from "./security/http-page";
import { mixedContent } from "./security/mixed-content";
import { insecurePasswordForm } from "./security/insecure-password-form";
import { missingHsts } from "./security/missing-hsts";
import { missingSecurityHeaders } from "./security/missing-security-headers";
import { urlTooLong } from "./urls/url-too-long";
import { urlUppercase } from "./urls/url-uppercase";
import { urlUnderscore } from "./urls/url-underscore";
import { urlSpace } from "./urls/url-space";
import { urlNonAscii } from "./urls/url-non-ascii";
import { urlMultipleSlashes } from "./urls/url-multiple-slashes";
import { urlRepetitivePath } from "./urls/url-repetitive-path";
import { urlTooManyParams } from "./urls/url-too-many-params";
import { urlTrackingParamsInternal } from "./urls/url-tracking-params-internal";
import { urlSessionId } from "./urls/url-session-id";
import { paginationCanonicalToFirst } from "./urls/pagination-canonical-to-first";
import { paginationBroken } from "./urls/pagination-broken";
import { missingViewport } from "./documents/missing-viewport";
import { viewportNoWidth } from "./documents/viewport-no-width";
import { missingCharset } from "./documents/missing-charset";
import { missingDoctype } from "./documents/missing-doctype";
import { duplicateElementIds } from "./documents/duplicate-element-ids";
import { contentTypeMismatch } from "./documents/content-type-mismatch";
import { framesUsed } from "./documents/frames-used";
import { missingMainLandmark } from "./documents/missing-main-landmark";
import { missingFavicon } from "./documents/missing-favicon";
import { formFieldWithoutLabel } from "./accessibility/form-field-without-label";
import { emptyButton } from "./accessibility/empty-button";
import { emptyHeading } from "./accessibility/empty-heading";
import { frameWithoutTitle } from "./accessibility/frame-without-title";
import { positiveTabindex } from "./accessibility/positive-tabindex";
import { ambiguousLabelTarget } from "./accessibility/ambiguous-label-target";
import { viewportBlocksZoom } from "./accessibility/viewport-blocks-zoom";
import { axeViolations } from "./accessibility/axe-violations";
import { axeMinorViolations } from "./accessibility/axe-minor-violations";
import { robotsTxtMissing } from "./robots/robots-txt-missing";
import { robotsTxtUnreachable } from "./robots/robots-txt-unreachable";
import { robotsTxtIsHtml } from "./robots/robots-txt-is-html";
import { robotsTxtSyntaxError } from "./robots/robots-txt-syntax-error";
import { robotsTxtTooLarge } from "./robots/robots-txt-too-large";
import { robotsTxtRedirects } from "./robots/robots-txt-redirects";
import { robotsBlocksAll } from "./robots/robots-blocks-all";
import { robotsBlocksAiSearch } from "./robots/robots-blocks-ai-search";
import { robotsBlocksAiUsers } from "./robots/robots-blocks-ai-users";
import { robotsBlocksAiTraining } from "./robots/robots-blocks-ai-training";
import { robotsGroupHidesRules } from "./robots/robots-group-hides-rules";
import { robotsNoSitemap } from "./robots/robots-no-sitemap";
import { aiBotsBlockedByWaf } from "./ai-readiness/ai-bots-blocked-by-waf";
import { llmsTxtMissing } from "./ai-readiness/llms-txt-missing";
import { llmsTxtInvalid } from "./ai-readiness/llms-txt-invalid";
import { llmsTxtIsHtml } from "./ai-readiness/llms-txt-is-html";
import { contentSignalsConflict } from "./ai-readiness/content-signals-conflict";
import { markdownNotOffered } from "./ai-readiness/markdown-not-offered";
import { sitemapUnreachable } from "./sitemap-files/sitemap-unreachable";
import { sitemapIsHtml } from "./sitemap-files/sitemap-is-html";
import { sitemapGzipBroken } from "./sitemap-files/sitemap-gzip-broken";
import { sitemapInvalidXml } from "./sitemap-files/sitemap-invalid-xml";
import { sitemapNotUtf8 } from "./sitemap-files/sitemap-not-utf8";
import { sitemapIndexNested } from "./sitemap-files/sitemap-index-nested";
import { sitemapIndexTooMany } from "./sitemap-files/sitemap-index-too-many";
import { sitemapTooManyUrls } from "./sitemap-files/sitemap-too-many-urls";
import { sitemapTooLarge } from "./sitemap-files/sitemap-too-large";
import { sitemapEmpty } from "./sitemap-files/sitemap-empty";
import { sitemapWrongContentType } from "./sitemap-files/sitemap-wrong-content-type";
import { sitemapInvalidLoc } from "./sitemap-entries/sitemap-invalid-loc";
import { sitemapCrossHost } from "./sitemap-entries/sitemap-cross-host";
import { sitemapHttpOnHttps } from "./sitemap-entries/sitemap-http-on-https";
import { sitemapOutsideScope } from "./sitemap-entries/sitemap-outside-scope";
import { sitemapDuplicateUrl } from "./sitemap-entries/sitemap-duplicate-url";
import { sitemapUrlInMultiple } from "./sitemap-entries/sitemap-url-in-multiple";
import { sitemapLastmodInvalid } from "./sitemap-entries/sitemap-lastmod-invalid";
import { sitemapLastmodFuture } from "./sitemap-entries/sitemap-lastmod-future";
import { sitemapLastmodUniform } from "./sitemap-entries/sitemap-lastmod-uniform";
import { sitemapLastmodMissing } from "./sitemap-entries/sitemap-lastmod-missing";
import { sitemapMissing } from "./sitemap-coverage/sitemap-missing";
import { sitemapNotInRobots } from "./sitemap-coverage/sitemap-not-in-robots";
import { sitemapUrlError } from "./sitemap-coverage/sitemap-url-error";
import { sitemapUrlRedirect } from "./sitemap-coverage/sitemap-url-redirect";
import { sitemapUrlNoindex } from "./sitemap-coverage/sitemap-url-noindex";
import { sitemapUrlBlocked } from "./sitemap-coverage/sitemap-url-blocked";
import { sitemapUrlNonCanonical } from "./sitemap-coverage/sitemap-url-non-canonical";
import { sitemapUrlOrphan } from "./sitemap-coverage/sitemap-url-orphan";
import { indexableNotInSitemap } from "./sitemap-coverage/indexable-not-in-sitemap";

/** Every check. Within a stage, this is the order of issues in responses. */
export const ALL_CHECKS: ReadonlyArray<Check | SitemapCheck> = [
  http4xx,
  http5xx,
  fetchTimeout,
  dnsOrConnectionError,
  accessDenied,
  rateLimited,
  metaRefreshRedirect,
  redirectPermanent,
  redirectTemporary,
  redirectChain,
  redirectChainTooLong,
  redirectLoop,
  redirectToError,
  redirectsToHomepage,
  jsRedirect,
  trailingSlashDuplicate,
  unknownUrlsReturn200,
  wwwNotConsolidated,
  httpNotRedirectedToHttps,
  soft404,
  noindexPage,
  nofollowPage,
  conflictingRobotsDirectives,
  unavailableAfterPast,
  snippetRestricted,
  blockedByRobots,
  notAudited,
  metasInBody,
  noindexInSitemap,
  noindexHighInlinks,
  blockedInSitemap,
  noindexRemovedByJs,
  noindexAddedByJs,
  blockedRenderResources,
  missingTitle,
  titleTooShort,
  titleShort,
  titleTooLong,
  multipleTitles,
  titleSameAsH1,
  duplicateTitle,
  titleChangedByJs,
  missingMetaDescription,
  metaDescriptionTooShort,
  metaDescriptionTooLong,
  multipleMetaDescriptions,
  duplicateMetaDescription,
  metaDescriptionChangedByJs,
  missingH1,
  multipleH1,
  h1TooLong,
  headingOrderSkipped,
  duplicateH1,
  thinContent,
  lowTextHtmlRatio,
  placeholderText,
  emptyPage,
  duplicateContent,
  nearDuplicateContent,
  hashRoutingLinks,
  jsOnlyContent,
  jsDependentContent,
  jsOnlyLinks,
  h1OnlyInRendered,
  canonicalOnlyInRendered,
  canonicalChangedByJs,
  structuredDataOnlyInRendered,
  previewTagsOnlyInRendered,
  contentRemovedByJs,
  jsErrors,
  notRendered,
  renderTimeout,
  cloakingRisk,
  snapshotBlank,
  snapshotStale,
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
  canonicalsNameOtherHost,
  canonicalToError,
  canonicalToRedirect,
  canonicalToNoindex,
  canonicalChain,
  hreflangInvalidCode,
  hreflangRelativeUrl,
  hreflangMissingSelf,
  hreflangMissingXDefault,
  hreflangConflicting,
  hreflangLangMismatch,
  hreflangMissingReturnLink,
  hreflangClusterBroken,
  hreflangToError,
  hreflangToRedirect,
  hreflangToNonIndexable,
  missingHtmlLang,
  invalidHtmlLang,
  htmlLangMismatch,
  brokenInternalLink,
  brokenImage,
  brokenAsset,
  imageTooLarge,
  brokenExternalLink,
  internalLinkToRedirect,
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
  mixedFollowInlinks,
  orphanPage,
  singleInlink,
  deepPage,
  imageMissingAlt,
  imageAltTooLong,
  imageMissingDimensions,
  structuredDataInvalidJson,
  structuredDataMissingType,
  structuredDataMissingRequired,
  structuredDataMissingRecommended,
  structuredDataMissing,
  structuredDataHostMismatch,
  homeMissingOrganization,
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
  ogTagsIdenticalSitewide,
  slowTtfb,
  slowPage,
  verySlowPage,
  htmlLarge,
  htmlOverLimit,
  uncompressedHtml,
  domTooLarge,
  tooManyScriptsStyles,
  scriptsStylesTooHeavy,
  assetsNotCached,
  httpPage,
  mixedContent,
  insecurePasswordForm,
  missingHsts,
  missingSecurityHeaders,
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
  paginationBroken,
  missingViewport,
  viewportNoWidth,
  missingCharset,
  missingDoctype,
  duplicateElementIds,
  contentTypeMismatch,
  framesUsed,
  missingMainLandmark,
  missingFavicon,
  formFieldWithoutLabel,
  emptyButton,
  emptyHeading,
  frameWithoutTitle,
  positiveTabindex,
  ambiguousLabelTarget,
  viewportBlocksZoom,
  axeViolations,
  axeMinorViolations,
  robotsTxtMissing,
  robotsTxtUnreachable,
  robotsTxtIsHtml,
  robotsTxtSyntaxError,
  robotsTxtTooLarge,
  robotsTxtRedirects,
  robotsBlocksAll,
  robotsBlocksAiSearch,
  robotsBlocksAiUsers,
  robotsBlocksAiTraining,
  robotsGroupHidesRules,
  robotsNoSitemap,
  aiBotsBlockedByWaf,
  llmsTxtMissing,
  llmsTxtInvalid,
  llmsTxtIsHtml,
  contentSignalsConflict,
  markdownNotOffered,
  sitemapUnreachable,
  sitemapIsHtml,
  sitemapGzipBroken,
  sitemapInvalidXml,
  sitemapNotUtf8,
  sitemapIndexNested,
  sitemapIndexTooMany,
  sitemapTooManyUrls,
  sitemapTooLarge,
  sitemapEmpty,
  sitemapWrongContentType,
  sitemapInvalidLoc,
  sitemapCrossHost,
  sitemapHttpOnHttps,
  sitemapOutsideScope,
  sitemapDuplicateUrl,
  sitemapUrlInMultiple,
  sitemapLastmodInvalid,
  sitemapLastmodFuture,
  sitemapLastmodUniform,
  sitemapLastmodMissing,
  sitemapMissing,
  sitemapNotInRobots,
  sitemapUrlError,
  sitemapUrlRedirect,
  sitemapUrlNoindex,
  sitemapUrlBlocked,
  sitemapUrlNonCanonical,
  sitemapUrlOrphan,
  indexableNotInSitemap,
];

import { sitemapUnreachable } from "./sitemap-unreachable";
import { sitemapIsHtml } from "./sitemap-is-html";
import { sitemapGzipBroken } from "./sitemap-gzip-broken";
import { sitemapInvalidXml } from "./sitemap-invalid-xml";
import { sitemapNotUtf8 } from "./sitemap-not-utf8";
import { sitemapIndexNested } from "./sitemap-index-nested";
import { sitemapIndexTooMany } from "./sitemap-index-too-many";
import { sitemapTooManyUrls } from "./sitemap-too-many-urls";
import { sitemapTooLarge } from "./sitemap-too-large";
import { sitemapEmpty } from "./sitemap-empty";
import { sitemapWrongContentType } from "./sitemap-wrong-content-type";
import { sitemapInvalidLoc } from "./sitemap-invalid-loc";
import { sitemapCrossHost } from "./sitemap-cross-host";
import { sitemapHttpOnHttps } from "./sitemap-http-on-https";
import { sitemapOutsideScope } from "./sitemap-outside-scope";
import { sitemapDuplicateUrl } from "./sitemap-duplicate-url";
import { sitemapUrlInMultiple } from "./sitemap-url-in-multiple";
import { sitemapLastmodInvalid } from "./sitemap-lastmod-invalid";
import { sitemapLastmodFuture } from "./sitemap-lastmod-future";
import { sitemapLastmodUniform } from "./sitemap-lastmod-uniform";
import { sitemapLastmodMissing } from "./sitemap-lastmod-missing";
import { sitemapMissing } from "./sitemap-missing";
import { sitemapNotInRobots } from "./sitemap-not-in-robots";
import { sitemapUrlError } from "./sitemap-url-error";
import { sitemapUrlRedirect } from "./sitemap-url-redirect";
import { sitemapUrlNoindex } from "./sitemap-url-noindex";
import { sitemapUrlBlocked } from "./sitemap-url-blocked";
import { sitemapUrlNonCanonical } from "./sitemap-url-non-canonical";
import { sitemapUrlOrphan } from "./sitemap-url-orphan";
import { indexableNotInSitemap } from "./indexable-not-in-sitemap";
import type { SitemapCheck } from "../define-sitemap";

/** Every issue that an audit reports about sitemaps (sitemaps.org protocol). A contract test compares this list with the folder. */
export const SITEMAP_CHECKS: readonly SitemapCheck[] = [
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

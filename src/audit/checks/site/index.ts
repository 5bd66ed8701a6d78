import { unknownUrlsReturn200 } from "./unknown-urls-return-200";
import { wwwNotConsolidated } from "./www-not-consolidated";
import { httpNotRedirectedToHttps } from "./http-not-redirected-to-https";
import { homeMissingOrganization } from "./home-missing-organization";
import { missingHsts } from "./missing-hsts";
import { missingSecurityHeaders } from "./missing-security-headers";
import { missingFavicon } from "./missing-favicon";
import { robotsTxtMissing } from "./robots-txt-missing";
import { robotsTxtUnreachable } from "./robots-txt-unreachable";
import { robotsTxtIsHtml } from "./robots-txt-is-html";
import { robotsTxtSyntaxError } from "./robots-txt-syntax-error";
import { robotsTxtTooLarge } from "./robots-txt-too-large";
import { robotsTxtRedirects } from "./robots-txt-redirects";
import { robotsBlocksAll } from "./robots-blocks-all";
import { robotsBlocksAiSearch } from "./robots-blocks-ai-search";
import { robotsBlocksAiUsers } from "./robots-blocks-ai-users";
import { robotsBlocksAiTraining } from "./robots-blocks-ai-training";
import { robotsGroupHidesRules } from "./robots-group-hides-rules";
import { robotsNoSitemap } from "./robots-no-sitemap";
import { aiBotsBlockedByWaf } from "./ai-bots-blocked-by-waf";
import { llmsTxtMissing } from "./llms-txt-missing";
import { llmsTxtInvalid } from "./llms-txt-invalid";
import { llmsTxtIsHtml } from "./llms-txt-is-html";
import { contentSignalsConflict } from "./content-signals-conflict";
import { markdownNotOffered } from "./markdown-not-offered";
import type { SiteCheck } from "../define";

/** Every check of the site as a whole. A contract test compares this list with the folder. */
export const SITE_CHECKS: readonly SiteCheck[] = [
  unknownUrlsReturn200,
  wwwNotConsolidated,
  httpNotRedirectedToHttps,
  homeMissingOrganization,
  missingHsts,
  missingSecurityHeaders,
  missingFavicon,
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
];

import { jsRedirect } from "./js-redirect";
import { soft404 } from "./soft-404";
import { noindexRemovedByJs } from "./noindex-removed-by-js";
import { noindexAddedByJs } from "./noindex-added-by-js";
import { blockedRenderResources } from "./blocked-render-resources";
import { titleChangedByJs } from "./title-changed-by-js";
import { metaDescriptionChangedByJs } from "./meta-description-changed-by-js";
import { jsOnlyContent } from "./js-only-content";
import { jsDependentContent } from "./js-dependent-content";
import { jsOnlyLinks } from "./js-only-links";
import { h1OnlyInRendered } from "./h1-only-in-rendered";
import { canonicalOnlyInRendered } from "./canonical-only-in-rendered";
import { canonicalChangedByJs } from "./canonical-changed-by-js";
import { structuredDataOnlyInRendered } from "./structured-data-only-in-rendered";
import { previewTagsOnlyInRendered } from "./preview-tags-only-in-rendered";
import { contentRemovedByJs } from "./content-removed-by-js";
import { jsErrors } from "./js-errors";
import { notRendered } from "./not-rendered";
import { renderTimeout } from "./render-timeout";
import { cloakingRisk } from "./cloaking-risk";
import { snapshotBlank } from "./snapshot-blank";
import { snapshotStale } from "./snapshot-stale";
import { tooManyScriptsStyles } from "./too-many-scripts-styles";
import { scriptsStylesTooHeavy } from "./scripts-styles-too-heavy";
import { assetsNotCached } from "./assets-not-cached";
import { axeViolations } from "./axe-violations";
import { axeMinorViolations } from "./axe-minor-violations";
import type { RenderedCheck } from "../define";

/** Every check that compares a page with its rendered form. A contract test compares this list with the folder. */
export const RENDERED_CHECKS: readonly RenderedCheck[] = [
  jsRedirect,
  soft404,
  noindexRemovedByJs,
  noindexAddedByJs,
  blockedRenderResources,
  titleChangedByJs,
  metaDescriptionChangedByJs,
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
  tooManyScriptsStyles,
  scriptsStylesTooHeavy,
  assetsNotCached,
  axeViolations,
  axeMinorViolations,
];

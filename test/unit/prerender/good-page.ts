import type { RenderedPage } from "../../../src/prerender/core/pages/render-guard";

/** A render that is stored. */
export const GOOD_PAGE: RenderedPage = {
  status: 200,
  originStatus: 200,
  location: null,
  html: "<p>",
  tooLarge: false,
  headers: {},
  title: "",
  description: "",
  chars: 500,
  words: 100,
  ready: "flag",
  failedRequests: [],
  renderMs: 5,
};

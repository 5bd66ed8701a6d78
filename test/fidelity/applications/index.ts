import type { Application } from "./application.ts";
import { DOCUMENTS } from "./documents.ts";
import { FRAMEWORKS } from "./frameworks.ts";
import { WIDGETS } from "./widgets.ts";

export type { Application } from "./application.ts";

export const APPLICATIONS: readonly Application[] = [...DOCUMENTS, ...FRAMEWORKS, ...WIDGETS];

/** What bundles import. */
export const BUNDLED = [
  "react@19.3.1",
  "react-dom@19.3.1",
  "react-router-dom@7.18.5",
  "@tanstack/react-query@5.108.0",
  "styled-components@6.6.0",
  "@mui/material@9.5.0",
  "@emotion/react@11.14.0",
  "@emotion/styled@11.14.1",
  "@reduxjs/toolkit@2.14.0",
  "react-redux@9.3.1",
  "solid-js@1.9.19",
  "lit@3.3.3",
  "svelte@5.57.3",
  "@material/web@2.5.0",
  "preact@11.2.0",
  "i18next@26.7.2",
];

/** The renderer that ours is compared with. */
export const PEER = "prerender@5.21.6";

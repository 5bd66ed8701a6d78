import { foldSpace } from "../../../web";
import type { RenderedPage } from "./render-guard";

/**
 * What a page says, as one text: two renders with the same text have the same content for a reader of search results.
 * Markup, names of scripts and styles, tokens and white space change with every release without changing the content,
 * so they are left out.
 */
export function contentText(
  page: Pick<RenderedPage, "status" | "location" | "title" | "description" | "canonical" | "headers">,
  visibleText: string,
): string {
  const { status, location, title, description, canonical = "", headers } = page;
  const robots = headers["x-robots-tag"] ?? "";
  return JSON.stringify([status, location, title, description, canonical, robots, foldSpace(visibleText)]);
}

import { isMissing, isNoImage } from "../../model/site/file-answers";
import { answerOf, faultyFiles, fileFinding } from "../shared/faulty-files";
import { crossCheck } from "../define";

export const brokenImage = crossCheck({
  id: "broken_image",
  severity: "error",
  weight: 15,
  category: "Images",
  title: "Images are missing",
  rule: "An image of the site (img, srcset or picture) answers 4xx or 5xx (refusals such as 403 and 503 aside), or with a page or document instead of an image.",
  why: "Visitors see a broken image, and image search finds nothing.",
  fix: "Upload the images again, or correct their addresses.",
  needsWholeSite: false,
  test: (page, graph) =>
    fileFinding(
      faultyFiles(page, graph, true).filter((file) => !file.external && (isMissing(file) || isNoImage(file))),
      "images that can't be shown",
      "images that can",
      answerOf,
    ),
});

import { isMissing, isNoImage } from "../../model/site/file-statuses";
import { answerOf, faultyFiles, fileFinding } from "../shared/faulty-files";
import { crossCheck } from "../shared/define";

export const brokenImage = crossCheck({
  id: "broken_image",
  severity: "error",
  category: "Images",
  title: "Images are missing",
  rule: "An image of the site (img, srcset or picture, and of a rendered page those that its styles and scripts ask for) answers 4xx or 5xx, or with a page or document instead of an image. Refusals such as 403 and 503 don't count.",
  why: "Visitors see a broken image, and image search finds nothing.",
  fix: "Upload the images again, or correct their addresses.",
  test: (page, graph) =>
    fileFinding(
      faultyFiles(page, graph, true).filter((file) => !file.external && (isMissing(file) || isNoImage(file))),
      "images that don't load",
      "images that load",
      answerOf,
    ),
});

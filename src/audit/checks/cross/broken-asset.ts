import { isMissing } from "../../model/site/file-answers";
import { answerOf, faultyFiles, fileFinding } from "../shared/faulty-files";
import { crossCheck } from "../define";

export const brokenAsset = crossCheck({
  id: "broken_asset",
  severity: "error",
  weight: 15,
  category: "Links",
  title: "Scripts, styles or documents are missing",
  rule: "A script, style, media file, document or download of the site that the page loads or links to answers 4xx or 5xx, refusals such as 403 and 503 aside.",
  why: "The page looks or works differently from what was meant, or a link leads nowhere.",
  fix: "Upload the files again, or remove what refers to them.",
  needsWholeSite: false,
  test: (page, graph) =>
    fileFinding(
      faultyFiles(page, graph, false).filter((file) => !file.external && isMissing(file)),
      "files that are missing",
      "files that exist",
      answerOf,
    ),
});

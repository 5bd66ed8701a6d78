import { isMissing } from "../../model/site/file-statuses";
import { answerOf, faultyFiles, fileFinding } from "../shared/faulty-files";
import { crossCheck } from "../shared/define";

export const brokenAsset = crossCheck({
  id: "broken_asset",
  severity: "error",
  category: "Links",
  title: "Scripts, styles or documents are missing",
  rule: "A script, style, media file, document or download of the site that the page loads or links to answers 4xx or 5xx. Of a rendered page, this includes fonts, data files and others that its styles and scripts ask for. Refusals such as 403 and 503 don't count.",
  why: "The page does not look or work as intended, or a link leads nowhere.",
  fix: "Upload the files again, or remove what refers to them.",
  test: (page, graph) =>
    fileFinding(
      faultyFiles(page, graph, false).filter((file) => !file.external && isMissing(file)),
      "files that are missing",
      "files that exist",
      answerOf,
    ),
});

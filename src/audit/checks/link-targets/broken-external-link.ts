import { isGone } from "../../model/site/file-statuses";
import { answerOf, faultyFiles, fileFinding } from "../shared/faulty-files";
import { crossCheck } from "../shared/define";

export const brokenExternalLink = crossCheck({
  id: "broken_external_link",
  severity: "warning",
  category: "Links",
  title: "Links to other sites lead nowhere",
  rule: "A link to another site, or a file that the page loads from there, answers 404 or 410 twice, or its host does not exist. Only in runs that check links to other sites (`files`: `all`).",
  why: "Visitors reach a dead end, and the page looks neglected.",
  fix: "Update or remove the links.",
  test: (page, graph) =>
    fileFinding(
      [false, true].flatMap((image) => faultyFiles(page, graph, image).filter((file) => file.external && isGone(file))),
      "dead links to other sites",
      "links that work",
      answerOf,
    ),
});

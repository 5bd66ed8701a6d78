import { MAX_SHOWN_IMAGE_BYTES } from "../../model/site/file-statuses";
import { faultyFiles, fileFinding } from "../shared/faulty-files";
import { crossCheck } from "../shared/define";

export const imageTooLarge = crossCheck({
  id: "image_too_large",
  severity: "notice",
  category: "Images",
  title: "Images are very large",
  rule: "An image of the site has more than 500,000 bytes.",
  thresholds: { maxBytes: MAX_SHOWN_IMAGE_BYTES },
  why: "It loads slowly on phones.",
  fix: "Compress the images, and offer them in the sizes that are shown.",
  test: (page, graph) =>
    fileFinding(
      faultyFiles(page, graph, true).filter(
        ({ external, status, bytes }) => !external && status === 200 && bytes !== null && bytes > MAX_SHOWN_IMAGE_BYTES,
      ),
      "very large images",
      `at most ${MAX_SHOWN_IMAGE_BYTES} bytes`,
      ({ bytes }) => `${bytes} bytes`,
    ),
});

import { pageCheck } from "../define";

export const imageAltTooLong = pageCheck({
  id: "image_alt_too_long",
  severity: "notice",
  weight: 1,
  category: "Images",
  title: "Text alternatives are too long",
  rule: "An alt of more than 100 characters.",
  why: "An alt text names what the image shows; longer text belongs beside the image.",
  fix: "Shorten it.",
  on: "html",
  test: ({ facts }) => {
    const { longAlt: count, longAltSamples: samples } = facts!.images;
    return count > 0
      ? { found: `${count} such images`, expected: "at most 100 characters in alt", count, samples }
      : null;
  },
});

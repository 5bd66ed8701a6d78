const MAX_TAGS = 10;
const MAX_TAG_LENGTH = 64;

export type TagsVerdict = { ok: true; tags: string } | { ok: false; reason: string };

/**
 * Normalizes comma-separated tags: trims spaces and removes duplicates. Allows only lower-case ASCII letters, digits
 * and hyphens. An empty text means no tags.
 */
export function judgeTags(input: string): TagsVerdict {
  if (input.trim() === "") return { ok: true, tags: "" };
  const tags = [...new Set(input.split(",").map((tag) => tag.trim()))];
  if (tags.length > MAX_TAGS) return { ok: false, reason: `at most ${MAX_TAGS} tags` };
  for (const tag of tags) {
    if (tag.length > MAX_TAG_LENGTH)
      return { ok: false, reason: `a tag must have at most ${MAX_TAG_LENGTH} characters` };
    if (!/^[a-z0-9-]+$/.test(tag)) {
      return { ok: false, reason: "a tag must consist of lower-case letters, digits and hyphens" };
    }
  }
  return { ok: true, tags: tags.join(",") };
}

/** Whether stored tags contain exactly this tag. An empty tag means no filter and matches everything. */
export function hasTag(tags: string, tag: string): boolean {
  return tag === "" || tags.split(",").includes(tag);
}

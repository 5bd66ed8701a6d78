/**
 * Reads a body as UTF-8 text, at most `maxBytes`, and leaves the rest unread. `isCut`: there was more. Throws as the body
 * does.
 */
export async function textUpTo(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  let room = maxBytes;
  // Leaving the loop cancels the body.
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk.subarray(0, room), { stream: true });
    room -= chunk.length;
    if (room < 0) return { text, isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}

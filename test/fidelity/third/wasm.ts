const TEXT =
  "The tide tables of this page were computed by a module on your own device, from the moon and from nothing else.";

const section = (id: number, ...bytes: number[]) => [id, bytes.length, ...bytes];
const name = (text: string) => [text.length, ...Buffer.from(text)];
/** A number below 8,192 as WebAssembly writes signed ones. */
const signed = (value: number) => [(value & 0x7f) | 0x80, value >> 7];

/** A module whose memory holds a text, and whose global says how long it is. */
export const TEXT_MODULE = {
  text: TEXT,
  bytes: Buffer.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    0x01,
    0x00,
    0x00,
    0x00,
    ...section(5, 1, 0, 1),
    ...section(6, 1, 0x7f, 0, 0x41, ...signed(TEXT.length), 0x0b),
    ...section(7, 2, ...name("memory"), 2, 0, ...name("length"), 3, 0),
    0x0b,
    ...signed(TEXT.length + 7),
    1,
    0,
    0x41,
    0,
    0x0b,
    ...signed(TEXT.length),
    ...Buffer.from(TEXT),
  ]),
};

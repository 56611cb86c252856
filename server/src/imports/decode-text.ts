import { TextDecoder } from 'node:util';

/** How UTF-16 files begin, as spreadsheets save "Unicode text". */
const UTF_16_MARKS: readonly { mark: readonly [number, number]; encoding: string }[] = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** Bytes after which a text may be cut: no character of UTF-8 or Windows-1252 goes on past them. */
const LINE_FEED = 0x0a;

/** The least that is decoded at once, in bytes: a reader guesses the delimiter from the first piece. */
const LEAST = 64 * 1024;

/**
 * The text of a file in pieces. UTF-8, with or without a byte-order mark, and UTF-16 with one; what is
 * not UTF-8 is Windows-1252, as Excel writes it, from the first line on that shows it.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of bytes) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    if (rest.length < LEAST) continue;
    if (isFirst) decoder = unicodeDecoderOf(rest);
    isFirst = false;
    if (decoder) {
      yield decoder.decode(rest, { stream: true });
      rest = new Uint8Array();
      continue;
    }
    const end = rest.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) continue;
    const { text, fallback } = decodeLines(rest.subarray(0, end));
    decoder = fallback;
    yield text;
    rest = rest.subarray(end);
  }
  if (isFirst) decoder = unicodeDecoderOf(rest);
  yield decoder ? decoder.decode(rest) : decodeLines(rest).text;
}

/** The decoder of a file that says that it is UTF-16. */
function unicodeDecoderOf([first, second]: Uint8Array): TextDecoder | undefined {
  const found = UTF_16_MARKS.find(({ mark }) => mark[0] === first && mark[1] === second);
  return found && new TextDecoder(found.encoding);
}

/** Whole lines; the decoder for all that follows, where they show that the file is not UTF-8. */
function decodeLines(lines: Uint8Array): { text: string; fallback: TextDecoder | undefined } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(lines), fallback: undefined };
  } catch {
    const fallback = new TextDecoder('windows-1252');
    return { text: fallback.decode(lines), fallback };
  }
}

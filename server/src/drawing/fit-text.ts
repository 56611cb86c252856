import type { Typeface } from './layout-items.ts';
import { ASCENT, DESCENT, widthInEms, type MeasuredText } from './text-metrics.ts';

/** The room a text has, and how far it may shrink in it. Sizes and lengths in dots. */
export interface TextRoom {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly smallestSize: number;
  readonly mostLines: number;
}

/** Lines set at one size, each no wider than the room. */
export interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
}

/** A part of a text from a place to before another, such as a word or a line, with its width in ems. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly width: number;
}

/** Distance between baselines as a part of the size: no accent touches a descender above it. */
export const LINE_HEIGHT = ASCENT + DESCENT;

/** How far a text shrinks to stay on one line before it is given another one. */
const SHRINK_BEFORE_WRAP = 0.75;
const ELLIPSIS = '…';

/** The words of a text, which have one space between. */
function wordsOf(text: string, face: Typeface): Stretch[] {
  const words: Stretch[] = [];
  for (let start = 0; start <= text.length;) {
    const space = text.indexOf(' ', start);
    const end = space === -1 ? text.length : space;
    words.push({ start, end, width: widthInEms(text.slice(start, end), face) });
    start = end + 1;
  }
  return words;
}

/** Breaks a word that is wider than a line into pieces that are not. */
function breakWord(text: string, word: Stretch, face: Typeface, widthEms: number): Stretch[] {
  const pieces: Stretch[] = [];
  let piece = { start: word.start, end: word.start, width: 0 };
  for (const character of text.slice(word.start, word.end)) {
    const width = widthInEms(character, face);
    if (piece.end > piece.start && piece.width + width > widthEms) {
      pieces.push(piece);
      piece = { start: piece.end, end: piece.end, width: 0 };
    }
    piece = { ...piece, end: piece.end + character.length, width: piece.width + width };
  }
  return [...pieces, piece];
}

/** Fills lines with words from left to right. */
function wrap(words: readonly Stretch[], space: number, widthEms: number): Stretch[] {
  const lines: Stretch[] = [];
  let line: Stretch | undefined;
  for (const word of words) {
    const longer = line && line.width + space + word.width;
    if (line && longer !== undefined && longer <= widthEms) {
      line = { start: line.start, end: word.end, width: longer };
    } else {
      if (line) lines.push(line);
      line = word;
    }
  }
  return line ? [...lines, line] : lines;
}

const textsOf = (lines: readonly Stretch[], text: string) =>
  lines.map(({ start, end }) => text.slice(start, end));

/** As much of a text as a line holds, with an ellipsis for the rest. */
function withEllipsis(text: string, face: Typeface, widthEms: number): string {
  if (widthInEms(text, face) <= widthEms) return text;
  let kept = '';
  let width = widthInEms(ELLIPSIS, face);
  for (const character of text) {
    width += widthInEms(character, face);
    if (width > widthEms) break;
    kept += character;
  }
  return kept.trimEnd() + ELLIPSIS;
}

/** The smallest size and an ellipsis: what is done when nothing else fits. */
function cut(
  { text, face }: MeasuredText,
  words: readonly Stretch[],
  space: number,
  room: TextRoom,
  size: number,
): FittedText {
  const widthEms = room.width / size;
  const pieces = words.flatMap((word) =>
    word.width > widthEms ? breakWord(text, word, face, widthEms) : [word],
  );
  const most = Math.max(1, linesThatFit(room, size));
  const lines = wrap(pieces, space, widthEms);
  const last = lines[most - 1];
  // A word that was too wide for a line may fit in its pieces.
  if (lines.length <= most || !last) return { lines: textsOf(lines, text), size };
  const whole = textsOf(lines.slice(0, most - 1), text);
  return { lines: [...whole, withEllipsis(text.slice(last.start), face, widthEms)], size };
}

function linesThatFit({ height, mostLines }: TextRoom, size: number): number {
  return Math.min(mostLines, Math.floor(height / (size * LINE_HEIGHT)));
}

/**
 * Fits a text into its room: first it shrinks a little to stay on one line, then it wraps and
 * shrinks down to the smallest size, then it is cut with an ellipsis. The room must hold a line of
 * the smallest size.
 */
export function fitText(measuredText: MeasuredText, room: TextRoom): FittedText {
  const { text, face, width: lineWidth } = measuredText;
  const { width, height, smallestSize } = room;
  const largest = Math.min(room.size, Math.floor(height / LINE_HEIGHT));
  const onOneLine = Math.min(largest, Math.floor(width / lineWidth));
  const enough = room.mostLines === 1 ? smallestSize : largest * SHRINK_BEFORE_WRAP;
  if (onOneLine >= Math.max(smallestSize, enough)) return { lines: [text], size: onOneLine };

  const words = wordsOf(text, face);
  const space = widthInEms(' ', face);
  const widestWord = Math.max(...words.map((word) => word.width));
  const start = Math.min(largest, Math.floor(width / widestWord));
  for (let size = start; size >= smallestSize; size -= 1) {
    const most = linesThatFit(room, size);
    // No way of wrapping makes the text shorter than all its words in a row.
    if (lineWidth * size > most * width) continue;
    const lines = wrap(words, space, width / size);
    if (lines.length <= most) return { lines: textsOf(lines, text), size };
  }
  return cut(measuredText, words, space, room, Math.min(largest, smallestSize));
}

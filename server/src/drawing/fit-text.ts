import type { Typeface } from './layout-items.ts';
import { ASCENT, DESCENT, widthInEms } from './text-metrics.ts';

/** The room a text has, and how far it may shrink in it. Sizes and lengths in dots. */
export interface TextRoom {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly smallestSize: number;
  readonly mostLines: number;
  readonly face: Typeface;
}

/** Lines set at one size, each no wider than the room. */
export interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
}

/** A word, or a piece of one, with its width in ems. */
interface Word {
  readonly text: string;
  readonly width: number;
}

/** Distance between baselines as a part of the size: no accent touches a descender above it. */
export const LINE_HEIGHT = ASCENT + DESCENT;

/** How far a text shrinks to stay on one line before it is given another one. */
const SHRINK_BEFORE_WRAP = 0.75;
const ELLIPSIS = '…';

const measured = (text: string, face: Typeface): Word => ({ text, width: widthInEms(text, face) });

/** Breaks a word that is wider than a line into pieces that are not. */
function breakWord(word: string, face: Typeface, widthEms: number): Word[] {
  const pieces: Word[] = [];
  let piece = { text: '', width: 0 };
  for (const character of word) {
    const width = widthInEms(character, face);
    if (piece.text !== '' && piece.width + width > widthEms) {
      pieces.push(piece);
      piece = { text: '', width: 0 };
    }
    piece = { text: piece.text + character, width: piece.width + width };
  }
  return [...pieces, piece];
}

/** Fills lines with words from left to right. */
function wrap(words: readonly Word[], space: number, widthEms: number): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  let used = 0;
  for (const { text, width } of words) {
    const longer = used + space + width;
    if (line !== undefined && longer <= widthEms) {
      line = `${line} ${text}`;
      used = longer;
    } else {
      if (line !== undefined) lines.push(line);
      line = text;
      used = width;
    }
  }
  return line === undefined ? lines : [...lines, line];
}

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

/** How much of a text its first lines take, the spaces at which it was wrapped included. */
function lengthOf(lines: readonly string[], text: string): number {
  return lines.reduce((at, line) => {
    const end = at + line.length;
    return text[end] === ' ' ? end + 1 : end;
  }, 0);
}

/** The smallest size and an ellipsis: what is done when nothing else fits. */
function cut(text: string, words: readonly Word[], space: number, room: TextRoom, size: number) {
  const widthEms = room.width / size;
  const pieces = words.flatMap((word) =>
    word.width > widthEms ? breakWord(word.text, room.face, widthEms) : [word],
  );
  const most = Math.max(1, linesThatFit(room, size));
  const lines = wrap(pieces, space, widthEms);
  // A word that was too wide for a line may fit in its pieces.
  if (lines.length <= most) return { lines, size };
  const whole = lines.slice(0, most - 1);
  const rest = text.slice(lengthOf(whole, text));
  return { lines: [...whole, withEllipsis(rest, room.face, widthEms)], size };
}

function linesThatFit({ height, mostLines }: TextRoom, size: number): number {
  return Math.min(mostLines, Math.floor(height / (size * LINE_HEIGHT)));
}

/**
 * Fits a text into its room: first it shrinks a little to stay on one line, then it wraps and
 * shrinks down to the smallest size, then it is cut with an ellipsis. The room must hold a line of
 * the smallest size.
 */
export function fitText(text: string, room: TextRoom): FittedText {
  const { width, height, face, smallestSize } = room;
  const lineWidth = widthInEms(text, face);
  const largest = Math.min(room.size, Math.floor(height / LINE_HEIGHT));
  const onOneLine = Math.min(largest, Math.floor(width / lineWidth));
  const enough = room.mostLines === 1 ? smallestSize : largest * SHRINK_BEFORE_WRAP;
  if (onOneLine >= Math.max(smallestSize, enough)) return { lines: [text], size: onOneLine };

  const words = text.split(' ').map((word) => measured(word, face));
  const space = widthInEms(' ', face);
  const widestWord = Math.max(...words.map((word) => word.width));
  const start = Math.min(largest, Math.floor(width / widestWord));
  for (let size = start; size >= smallestSize; size -= 1) {
    const most = linesThatFit(room, size);
    // No way of wrapping makes the text shorter than all its words in a row.
    if (lineWidth * size > most * width) continue;
    const lines = wrap(words, space, width / size);
    if (lines.length <= most) return { lines, size };
  }
  return cut(text, words, space, room, Math.min(largest, smallestSize));
}

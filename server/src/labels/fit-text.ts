import type { Weight } from './layout-items.ts';
import { ASCENT, DESCENT, widthInEms } from './text-metrics.ts';

/** The room a text has, and how far it may shrink in it. Sizes and lengths in dots. */
export interface TextRoom {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly smallestSize: number;
  readonly mostLines: number;
  readonly weight: Weight;
}

/** Lines set at one size, each no wider than the room. */
export interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
}

/** Distance between baselines as a part of the size: no accent touches a descender above it. */
export const LINE_HEIGHT = ASCENT + DESCENT;

/** How far a text shrinks to stay on one line before it is given another one. */
const SHRINK_BEFORE_WRAP = 0.75;
const ELLIPSIS = '…';

/** Breaks a word that is wider than a line into pieces that are not. */
function breakWord(word: string, weight: Weight, widthEms: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && widthInEms(piece + character, weight) > widthEms) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

/** Fills lines with words from left to right; only a word too wide for a line is broken. */
function wrap(text: string, weight: Weight, widthEms: number): string[] {
  const lines: string[] = [];
  let line = '';
  const pieces = text
    .split(' ')
    .flatMap((word) =>
      widthInEms(word, weight) > widthEms ? breakWord(word, weight, widthEms) : [word],
    );
  for (const piece of pieces) {
    const longer = line === '' ? piece : `${line} ${piece}`;
    if (widthInEms(longer, weight) > widthEms) {
      lines.push(line);
      line = piece;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** As much of a text as a line holds, with an ellipsis for the rest. */
function withEllipsis(text: string, weight: Weight, widthEms: number): string {
  if (widthInEms(text, weight) <= widthEms) return text;
  let kept = '';
  let width = widthInEms(ELLIPSIS, weight);
  for (const character of text) {
    width += widthInEms(character, weight);
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

function widestWord(text: string, weight: Weight): number {
  return Math.max(...text.split(' ').map((word) => widthInEms(word, weight)));
}

/**
 * Fits a text into its room: first it shrinks a little to stay on one line, then it wraps and
 * shrinks down to the smallest size, then it is cut with an ellipsis. The room must hold a line of
 * the smallest size.
 */
export function fitText(text: string, room: TextRoom): FittedText {
  const { width, height, weight } = room;
  const largest = Math.min(room.size, Math.floor(height / LINE_HEIGHT));
  const onOneLine = Math.min(largest, Math.floor(width / widthInEms(text, weight)));
  if (onOneLine >= Math.max(room.smallestSize, largest * SHRINK_BEFORE_WRAP)) {
    return { lines: [text], size: onOneLine };
  }
  const linesAt = (size: number) =>
    Math.max(1, Math.min(room.mostLines, Math.floor(height / (size * LINE_HEIGHT))));
  for (let size = largest; size >= room.smallestSize; size -= 2) {
    if (widestWord(text, weight) * size > width) continue;
    const lines = wrap(text, weight, width / size);
    if (lines.length <= linesAt(size)) return { lines, size };
  }
  const size = Math.min(largest, room.smallestSize);
  const lines = wrap(text, weight, width / size);
  const whole = lines.slice(0, linesAt(size) - 1);
  const rest = text.slice(lengthOf(whole, text));
  return { lines: [...whole, withEllipsis(rest, weight, width / size)], size };
}

import PdfDocument from 'pdfkit';
import type { Box, TextItem, Weight, Typeface } from './layout-items.ts';
import { isResident, toPrintable } from './printable-text.ts';
import { wideAdvance } from './wide-font.ts';

/** In ems: capitals, accented capitals, descenders. */
const CAP_HEIGHT = 0.72;
export const ASCENT = 0.94;
export const DESCENT = 0.23;

/** In dots. */
interface TextRoom {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly smallestSize: number;
  readonly mostLines: number;
}

interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
}

/** A range of the text; width in ems. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly width: number;
}

/** In ems. */
export const LINE_HEIGHT = ASCENT + DESCENT;

/** Shrinks to this share of the size before wrapping. */
const SHRINK_BEFORE_WRAP = 0.75;
const ELLIPSIS = '…';

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Signs stay with the word before. */
function wordsWithoutSpaces(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike || words.length === 0) words.push(segment);
    else words.push(`${words.pop()}${segment}`);
  }
  return words;
}

function wordsOf(text: string, face: Typeface): Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (const spaced of text.split(' ')) {
    const hasWords = !face.resident && WITHOUT_SPACES.test(spaced);
    for (const word of hasWords ? wordsWithoutSpaces(spaced) : [spaced]) {
      const end = start + word.length;
      stretches.push({ start, end, width: widthInEms(word, face) });
      start = end;
    }
    start += 1;
  }
  return stretches;
}

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

function wrap(words: readonly Stretch[], space: number, widthEms: number): Stretch[] {
  const lines: Stretch[] = [];
  let line: Stretch | undefined;
  for (const word of words) {
    const gap = line && line.end < word.start ? space : 0;
    const longer = line && line.width + gap + word.width;
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

/** Last resort: the smallest size, cut with an ellipsis. */
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
  // Retries words that were too wide, in pieces.
  if (lines.length <= most || !last) return { lines: textsOf(lines, text), size };
  const whole = textsOf(lines.slice(0, most - 1), text);
  return { lines: [...whole, withEllipsis(text.slice(last.start), face, widthEms)], size };
}

function linesThatFit({ height, mostLines }: TextRoom, size: number): number {
  return Math.min(mostLines, Math.floor(height / (size * LINE_HEIGHT)));
}

/** Shrinks to one line, then wraps, shrinks further and cuts. The room holds a smallest line. */
function fitText(measuredText: MeasuredText, room: TextRoom): FittedText {
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
    // Wrapping cannot make a text shorter than its words on one line.
    if (lineWidth * size > most * width) continue;
    const lines = wrap(words, space, width / size);
    if (lines.length <= most) return { lines: textsOf(lines, text), size };
  }
  return cut(measuredText, words, space, room, Math.min(largest, smallestSize));
}

/** Width of one line in ems. */
export interface MeasuredText {
  readonly text: string;
  readonly face: Typeface;
  readonly width: number;
}

export const PDF_FONT = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const satisfies Record<
  Weight,
  string
>;

const ruler = new PdfDocument({ autoFirstPage: false });

function measure(character: string, { weight, resident }: Typeface): number {
  return resident
    ? ruler.font(PDF_FONT[weight]).fontSize(1).widthOfString(character)
    : wideAdvance(character, weight);
}

const advances = {
  resident: { regular: new Map<string, number>(), bold: new Map<string, number>() },
  wide: { regular: new Map<string, number>(), bold: new Map<string, number>() },
} as const;

function advanceOf(character: string, face: Typeface): number {
  const known = advances[face.resident ? 'resident' : 'wide'][face.weight];
  const advance = known.get(character) ?? measure(character, face);
  known.set(character, advance);
  return advance;
}

const LATIN_1 = 256;

/** Fast path for frequent characters. */
function latinAdvances(weight: Weight): Float64Array {
  const printable = (code: number) => isResident(String.fromCharCode(code));
  return Float64Array.from({ length: LATIN_1 }, (_, code) =>
    printable(code) ? measure(String.fromCharCode(code), { weight, resident: true }) : 0,
  );
}

const latin = { regular: latinAdvances('regular'), bold: latinAdvances('bold') } as const;

/** Ems without kerning, never less than drawn. Font 0 runs narrower (`render-zpl.ts`). */
export function widthInEms(text: string, face: Typeface): number {
  let width = 0;
  if (!face.resident) {
    for (const character of text) width += advanceOf(character, face);
    return width;
  }
  const known = latin[face.weight];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    width += (code < LATIN_1 ? known[code] : undefined) ?? advanceOf(text.charAt(index), face);
  }
  return width;
}

export function measureText(text: string, weight: Weight): MeasuredText {
  const { text: printable, resident } = toPrintable(text);
  const face = { weight, resident };
  return { text: printable, face, width: widthInEms(printable, face) };
}

const kernings = { regular: new Map<string, number>(), bold: new Map<string, number>() } as const;

/** Helvetica's, in thousandths of an em. */
export function kerning(pair: string, weight: Weight): number {
  const known = kernings[weight].get(pair);
  if (known !== undefined) return known;
  ruler.font(PDF_FONT[weight]).fontSize(1000);
  const [first = '', second = ''] = pair;
  const apart = ruler.widthOfString(first) + ruler.widthOfString(second);
  const amount = Math.round(ruler.widthOfString(pair) - apart);
  kernings[weight].set(pair, amount);
  return amount;
}

/** Default: regular, left, black, one line, from the top. */
export interface TextStyle {
  readonly size: number;
  /** Default: `size`, without shrinking. */
  readonly smallestSize?: number;
  readonly mostLines?: number;
  readonly weight?: Weight;
  readonly align?: TextItem['align'];
  readonly reversed?: boolean;
  /** Centres on the height of capitals. */
  readonly centered?: boolean;
}

type MeasuredStyle = Omit<TextStyle, 'weight'>;

/** Returns a box as high as the text; nothing for an empty text. */
export function textBlock(text: string, box: Box, style: TextStyle): TextItem[] {
  return measuredBlock(measureText(text, style.weight ?? 'regular'), box, style);
}

export function measuredBlock(text: MeasuredText, box: Box, style: MeasuredStyle): TextItem[] {
  if (text.text === '') return [];
  const { width, height } = box;
  const room = { width, height, smallestSize: style.size, mostLines: 1, ...style };
  const { lines, size } = fitText(text, room);
  const lineHeight = size * LINE_HEIGHT;
  const heightOfLines = lines.length * lineHeight;
  const capitals = (lines.length - 1) * lineHeight + size * CAP_HEIGHT;
  const baseline = style.centered
    ? box.y + (box.height - capitals) / 2 + size * CAP_HEIGHT
    : box.y + size * ASCENT;
  return [
    {
      kind: 'text',
      box: style.centered ? box : { ...box, height: Math.ceil(heightOfLines) },
      lines,
      size,
      face: text.face,
      align: style.align ?? 'left',
      reversed: style.reversed ?? false,
      baseline: Math.round(baseline),
      lineHeight: Math.round(lineHeight),
    },
  ];
}

/** `top` without items. */
export function bottomOf(items: readonly { readonly box: Box }[], top: number): number {
  return Math.max(top, ...items.map(({ box }) => box.y + box.height));
}

export function startOfLine(box: Box, align: TextItem['align'], width: number): number {
  const free = Math.max(0, Math.floor(box.width - width));
  if (align === 'left') return box.x;
  return box.x + (align === 'right' ? free : Math.floor(free / 2));
}

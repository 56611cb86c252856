import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type Glyph, type PathCommand } from 'fontkit';
import type { Weight } from './layout-items.ts';

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;
const NUMBER = /\p{N}/u;

type Direction = 'right' | 'left';

interface Directed {
  readonly word: string;
  readonly direction: Direction;
}

/** Undefined for numbers and signs. */
function lettersOf(word: string): Direction | undefined {
  if (RIGHT_TO_LEFT.test(word)) return 'left';
  return LETTER.test(word) ? 'right' : undefined;
}

/** Numbers follow letters, signs both neighbours or the line (UAX 9: W7, N1, N2). */
function directed(words: readonly string[], line: Direction): Directed[] {
  const letters = words.map(lettersOf);
  const upTo = (index: number) => letters.slice(0, index + 1).findLast(Boolean) ?? line;
  const known = words.map((word, index) => (NUMBER.test(word) ? upTo(index) : letters[index]));
  return words.map((word, index) => {
    const before = upTo(index);
    const after = known.slice(index + 1).find(Boolean) ?? line;
    return { word, direction: known[index] ?? (before === after ? before : line) };
  });
}

function turnRuns(words: readonly Directed[], against: Direction): string[] {
  const ordered: string[] = [];
  let run: string[] = [];
  for (const { word, direction } of words) {
    if (direction === against) {
      run.unshift(word);
    } else {
      ordered.push(...run, word);
      run = [];
    }
  }
  return [...ordered, ...run];
}

/** Orders words as displayed; the shaper orders letters. */
export function inVisualOrder(line: string): string[] {
  const words = line.split(' ');
  if (!RIGHT_TO_LEFT.test(line)) return words;
  const runsLeft = words.map(lettersOf).find(Boolean) === 'left';
  return runsLeft
    ? turnRuns(directed(words, 'left').toReversed(), 'right')
    : turnRuns(directed(words, 'right'), 'left');
}

/** In dots, y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Closed contours from the start of the baseline; nonzero fill. */
export interface TextOutline {
  readonly width: number;
  readonly contours: readonly (readonly Point[])[];
}

/** Keeps doubly accented capitals (Ế) below the ascent. */
export const WIDE_SCALE = 0.875;
const SEGMENTS_OF_A_CURVE = 6;

const LIGATURE_OR_JOINED_LETTER = /[\u{fb00}-\u{fdff}\u{fe70}-\u{fefc}]/u;

/** Readers of a PDF would reverse the letters of an Arabic ligature. */
function typedFor(character: string): number[] {
  const letters = Array.from(
    LIGATURE_OR_JOINED_LETTER.test(character) ? character.normalize('NFKC') : character,
  );
  const kept = letters.length > 1 && RIGHT_TO_LEFT.test(character) ? [character] : letters;
  return kept.map((letter) => letter.codePointAt(0) ?? 0);
}

function open(file: string): Font {
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`);
  const font = create(readFileSync(path));
  if (!('layout' in font)) throw new TypeError(`${file} is not one font`);
  // fontkit caches glyphs with the characters it first met; load them before any text.
  for (const codePoint of font.characterSet) {
    const glyph = font.glyphForCodePoint(codePoint);
    glyph.codePoints = typedFor(String.fromCodePoint(codePoint));
  }
  return font;
}

export const wideFonts: Readonly<Record<Weight, Font>> = {
  regular: open('DejaVuSansCondensed.ttf'),
  bold: open('DejaVuSansCondensed-Bold.ttf'),
};

/** DejaVu: Latin, Greek, Cyrillic, Vietnamese, Arabic, Hebrew, … */
export function isInWideFont(character: string): boolean {
  return wideFonts.bold.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

/** In ems, before shaping. */
export function wideAdvance(character: string, weight: Weight): number {
  const font = wideFonts[weight];
  const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
  return (glyph.advanceWidth / font.unitsPerEm) * WIDE_SCALE;
}

const flattened = new Map<Glyph, readonly (readonly Point[])[]>();

/** In units of the font, y upwards. */
function flatten(commands: readonly PathCommand[]): Point[][] {
  const contours: Point[][] = [];
  let contour: Point[] = [];
  let [fromX, fromY] = [0, 0];
  for (const { command, args } of commands) {
    if (command === 'closePath') continue;
    if (command === 'moveTo') {
      contour = [];
      contours.push(contour);
    }
    const [controlX = 0, controlY = 0, toX = controlX, toY = controlY] = args;
    const segments = command === 'quadraticCurveTo' ? SEGMENTS_OF_A_CURVE : 1;
    for (let segment = 1; segment <= segments; segment += 1) {
      const t = segment / segments;
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
      contour.push({
        x: a * fromX + b * controlX + c * toX,
        y: a * fromY + b * controlY + c * toY,
      });
    }
    [fromX, fromY] = [toX, toY];
  }
  return contours;
}

function contoursOf(glyph: Glyph): readonly (readonly Point[])[] {
  const contours = flattened.get(glyph) ?? flatten(glyph.path.commands);
  flattened.set(glyph, contours);
  return contours;
}

/** Measured from the start of the baseline, in units of the font. */
interface PlacedGlyph {
  readonly glyph: Glyph;
  readonly x: number;
  readonly y: number;
}

/** In units of the font. */
interface ShapedLine {
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
}

const unitInEms = (weight: Weight): number => WIDE_SCALE / wideFonts[weight].unitsPerEm;

/** Applies ligatures, joined letters and right-to-left text. */
function shapeLine(line: string, weight: Weight): ShapedLine {
  const font = wideFonts[weight];
  const space = font.glyphForCodePoint(0x20).advanceWidth;
  const placed: PlacedGlyph[] = [];
  let pen = 0;
  for (const word of inVisualOrder(line)) {
    const { glyphs, positions } = font.layout(word);
    glyphs.forEach((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      placed.push({ glyph, x: pen + xOffset, y: yOffset });
      pen += xAdvance;
    });
    pen += space;
  }
  return { glyphs: placed, width: pen - space };
}

/** At a size in dots. */
export function outlineOf(line: string, weight: Weight, size: number): TextOutline {
  const { glyphs, width } = shapeLine(line, weight);
  const scale = size * unitInEms(weight);
  const contours = glyphs.flatMap(({ glyph, x: left, y: up }) =>
    contoursOf(glyph).map((contour) =>
      contour.map(({ x, y }) => ({ x: (left + x) * scale, y: -(up + y) * scale })),
    ),
  );
  return { width: width * scale, contours };
}

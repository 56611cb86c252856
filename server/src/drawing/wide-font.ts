import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
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

const pathOf = createRequire(import.meta.url).resolve;

function open(name: string, file: Buffer): Font {
  const font = create(file);
  if (!('layout' in font)) throw new TypeError(`${name} is not one font`);
  return font;
}

function openDejaVu(name: string): Font {
  const font = open(name, readFileSync(pathOf(`dejavu-fonts-ttf/ttf/${name}`)));
  // fontkit caches glyphs with the characters it first met; load them before any text.
  for (const codePoint of font.characterSet) {
    const glyph = font.glyphForCodePoint(codePoint);
    glyph.codePoints = typedFor(String.fromCodePoint(codePoint));
  }
  return font;
}

const dejaVu: Readonly<Record<Weight, Font>> = {
  regular: openDejaVu('DejaVuSansCondensed.ttf'),
  bold: openDejaVu('DejaVuSansCondensed-Bold.ttf'),
};

/** Inflates WOFF 1.0, whose tables fontkit would inflate again for each glyph. */
function inflated(woff: Buffer): Buffer {
  const tables = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * tables);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tables, 4);
  const parts: Buffer[] = [directory];
  let end = directory.length;
  for (let table = 0; table < tables; table += 1) {
    const [entry, at] = [44 + 20 * table, 12 + 16 * table];
    const field = (offset: number) => woff.readUInt32BE(entry + offset);
    const [start, stored, length] = [field(4), field(8), field(12)] as const;
    const data = woff.subarray(start, start + stored);
    woff.copy(directory, at, entry, entry + 4);
    woff.copy(directory, at + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(end, at + 8);
    directory.writeUInt32BE(length, at + 12);
    parts.push(stored === length ? data : inflateSync(data));
    end += length;
  }
  return Buffer.concat(parts);
}

let unifont: Font | undefined;

function openUnifont(): Font {
  const name = '@fontsource/unifont/files/unifont-latin-400-normal.woff';
  unifont ??= open(name, inflated(readFileSync(pathOf(name))));
  return unifont;
}

const has = (font: Font, character: string) =>
  font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** Latin, Greek, Cyrillic, Vietnamese, Arabic, Hebrew, … */
export const isInDejaVu = (character: string): boolean => has(dejaVu.bold, character);

/** Chinese, Japanese, Korean, Thai, Devanagari, …, of 16 by 16 squares. */
export const isInUnifont = (character: string): boolean => has(openUnifont(), character);

function fontOf(character: string, weight: Weight): Font {
  return has(dejaVu[weight], character) ? dejaVu[weight] : openUnifont();
}

/** In ems, before shaping. */
export function wideAdvance(character: string, weight: Weight): number {
  const font = fontOf(character, weight);
  const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
  return (glyph.advanceWidth / font.unitsPerEm) * WIDE_SCALE;
}

interface Run {
  readonly font: Font;
  text: string;
}

function splitByFont(word: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const character of word) {
    const font = fontOf(character, weight);
    const run = runs.at(-1);
    if (run?.font === font) run.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

/** Words and spaces as displayed, in runs of one font. */
export function runsOf(line: string, weight: Weight): readonly Readonly<Run>[] {
  return inVisualOrder(line)
    .flatMap((word, at) => (at === 0 ? [word] : [' ', word]))
    .flatMap((word) => splitByFont(word, weight));
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

/** Measured from the start of the baseline, in ems. */
interface PlacedGlyph {
  readonly glyph: Glyph;
  readonly unit: number;
  readonly x: number;
  readonly y: number;
}

interface ShapedLine {
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
}

function shapeLine(line: string, weight: Weight): ShapedLine {
  const placed: PlacedGlyph[] = [];
  let pen = 0;
  for (const { font, text } of runsOf(line, weight)) {
    const unit = WIDE_SCALE / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    glyphs.forEach((glyph, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      placed.push({ glyph, unit, x: pen + xOffset * unit, y: yOffset * unit });
      pen += xAdvance * unit;
    });
  }
  return { glyphs: placed, width: pen };
}

/** At a size in dots. */
export function outlineOf(line: string, weight: Weight, size: number): TextOutline {
  const { glyphs, width } = shapeLine(line, weight);
  const contours = glyphs.flatMap(({ glyph, unit, x: left, y: up }) =>
    contoursOf(glyph).map((contour) =>
      contour.map(({ x, y }) => ({ x: (left + x * unit) * size, y: -(up + y * unit) * size })),
    ),
  );
  return { width: width * size, contours };
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type Glyph, type PathCommand } from 'fontkit';
import type { Weight } from './layout-items.ts';
import { inVisualOrder } from './visual-order.ts';

/** A place in dots, y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The shape of a line of text from the start of its baseline: closed contours, filled nonzero. */
export interface TextOutline {
  readonly width: number;
  readonly contours: readonly (readonly Point[])[];
}

/** DejaVu is large on its em: at this scale a doubly accented capital (Ế) stays below the ascent. */
const SCALE = 0.875;
const SEGMENTS_OF_A_CURVE = 6;

function open(file: string): Font {
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`);
  const font = create(readFileSync(path));
  if (!('layout' in font)) throw new TypeError(`${file} is not one font`);
  // fontkit keeps each glyph with the characters that it was first met for, and joins Arabic letters by
  // them. Met alone here, in sequence, none depends on which texts were drawn before.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}

const fonts: Readonly<Record<Weight, Font>> = {
  regular: open('DejaVuSansCondensed.ttf'),
  bold: open('DejaVuSansCondensed-Bold.ttf'),
};

/** Tells whether DejaVu can draw a character: Latin, Greek, Cyrillic, Vietnamese, Arabic, Hebrew, … */
export function isInWideFont(character: string): boolean {
  return fonts.bold.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

/** The advance of a character in ems before shaping, which only ever brings letters together. */
export function wideAdvance(character: string, weight: Weight): number {
  const font = fonts[weight];
  const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0);
  return (glyph.advanceWidth / font.unitsPerEm) * SCALE;
}

/** Contours that were flattened before; there are never more than the fonts have glyphs. */
const flattened = new Map<Glyph, readonly (readonly Point[])[]>();

/** The contours of a glyph in units of its font, y upwards; TrueType has straight lines and quadratic curves. */
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

/** A glyph of a line, at its place from the start of the baseline in units of the font, y upwards. */
interface PlacedGlyph {
  readonly glyph: Glyph;
  readonly x: number;
  readonly y: number;
}

/** A line of text as glyphs; `width` in units of the font. */
interface ShapedLine {
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
}

/** The size of a unit of a font, in ems. */
export const unitInEms = (weight: Weight): number => SCALE / fonts[weight].unitsPerEm;

/** Shapes a line of text: ligatures, joined letters, right to left where it must. */
export function shapeLine(line: string, weight: Weight): ShapedLine {
  const font = fonts[weight];
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

/** The shapes of a line of text at a size in dots. */
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

import PdfDocument from 'pdfkit';
import type { Typeface, Weight } from './layout-items.ts';
import { isResident, toPrintable } from './printable-text.ts';
import { wideAdvance } from './wide-font.ts';

/** A text as it is printed: in which face, and how wide it is on one line, in ems. */
export interface MeasuredText {
  readonly text: string;
  readonly face: Typeface;
  readonly width: number;
}

/** The standard PDF font of each weight. */
export const PDF_FONT = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const satisfies Record<
  Weight,
  string
>;

/** Height of a capital, of an accented capital and depth of a descender, as parts of the em. */
export const CAP_HEIGHT = 0.72;
export const ASCENT = 0.94;
export const DESCENT = 0.23;

const ruler = new PdfDocument({ autoFirstPage: false });

function measure(character: string, { weight, resident }: Typeface): number {
  return resident
    ? ruler.font(PDF_FONT[weight]).fontSize(1).widthOfString(character)
    : wideAdvance(character, weight);
}

/** Advances that were measured before; there are never more than the fonts have characters. */
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

/** The advances of the first characters of Unicode by their codes: nearly all that labels measure. */
function latinAdvances(weight: Weight): Float64Array {
  const printable = (code: number) => isResident(String.fromCharCode(code));
  return Float64Array.from({ length: LATIN_1 }, (_, code) =>
    printable(code) ? measure(String.fromCharCode(code), { weight, resident: true }) : 0,
  );
}

const latin = { regular: latinAdvances('regular'), bold: latinAdvances('bold') } as const;

/**
 * The width of a text in ems, letter by letter without kerning, so never less than what is drawn. For
 * the resident face it is Helvetica's; ZPL's font 0 is set to run narrower (see `render-zpl.ts`).
 */
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

/** Makes a user's text printable in a face that can, and measures it. */
export function measureText(text: string, weight: Weight): MeasuredText {
  const { text: printable, resident } = toPrintable(text);
  const face = { weight, resident };
  return { text: printable, face, width: widthInEms(printable, face) };
}

/** Kerning that was looked up before; there are never more pairs than the fonts have. */
const kernings = { regular: new Map<string, number>(), bold: new Map<string, number>() } as const;

/**
 * What Helvetica adds between two resident characters, in thousandths of an em: below 0 where they
 * come closer.
 */
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

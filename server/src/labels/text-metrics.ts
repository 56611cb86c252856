import PdfDocument from 'pdfkit';
import type { Weight } from './layout-items.ts';

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
const advances: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() };

function advanceOf(character: string, weight: Weight): number {
  const known = advances[weight].get(character);
  if (known !== undefined) return known;
  const advance = ruler.font(PDF_FONT[weight]).fontSize(1).widthOfString(character);
  advances[weight].set(character, advance);
  return advance;
}

/**
 * The width of a text in ems. It is Helvetica's without kerning, so never less than what the PDF
 * shows; ZPL's font 0 is set to run narrower than it (see `render-zpl.ts`).
 */
export function widthInEms(text: string, weight: Weight): number {
  let width = 0;
  for (const character of text) width += advanceOf(character, weight);
  return width;
}

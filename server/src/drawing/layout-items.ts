/** A rectangle in dots, measured from the top left corner of the label. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Weight of a face. The font of ZPL printers has only one; there the two differ in width. */
export type Weight = 'regular' | 'bold';

/**
 * A resident face is the renderer's own: Helvetica in a PDF, font 0 in ZPL. It costs nothing to embed,
 * and holds what nearly every label says. Text beyond it is drawn in DejaVu: in a PDF with glyphs
 * that are embedded once each, in ZPL as pictures of lines.
 */
export interface Typeface {
  readonly weight: Weight;
  readonly resident: boolean;
}

/** Text that is known to fit its box: every line set at one size, baselines a `lineHeight` apart. */
export interface TextItem {
  readonly kind: 'text';
  readonly box: Box;
  readonly lines: readonly string[];
  /** Size of the em in dots. */
  readonly size: number;
  readonly face: Typeface;
  readonly align: 'left' | 'center' | 'right';
  /** White on a black `fill` below it. */
  readonly reversed: boolean;
  /** Distance of the first baseline from the top of the label. */
  readonly baseline: number;
  readonly lineHeight: number;
}

/** A black rectangle: a rule, or the ground of reversed text. */
export interface FillItem {
  readonly kind: 'fill';
  readonly box: Box;
}

/** A Code 128 whose bars fill the box; the quiet zone lies outside it. */
export interface Code128Item {
  readonly kind: 'code128';
  readonly box: Box;
  readonly data: string;
  /** Width of the narrowest bar in dots. */
  readonly module: number;
}

/** A QR code centred in the box, which holds its quiet zone too. */
export interface QrItem {
  readonly kind: 'qr';
  readonly box: Box;
  readonly data: string;
  /** Side of one square in dots. */
  readonly module: number;
}

/** A picture in shades of gray, row by row from the top left corner, a byte a pixel; 255 is white. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

/** A picture in the middle of its box, as large as its proportions allow (see `fitPicture`). */
export interface PictureItem {
  readonly kind: 'picture';
  readonly box: Box;
  readonly picture: Picture;
}

/** One thing drawn on a page. */
export type LayoutItem = TextItem | FillItem | Code128Item | QrItem | PictureItem;

/**
 * One printed page as things at places, in dots of 1/203 inch. Renderers only draw it: they decide
 * no size, no line break and no place, so that every format shows the same page.
 */
export interface PageLayout {
  readonly width: number;
  readonly height: number;
  readonly items: readonly LayoutItem[];
  /** On letter paper this page begins a new sheet, however much of the last one is empty. */
  readonly beginsSheet?: true;
}

/** Dots to the inch of the layout: the common resolution of label printers (8 dots/mm). */
export const DOTS_PER_INCH = 203;

/** A label of 4 × 6 inches in dots. */
export const LABEL_SIZE = { width: 4 * DOTS_PER_INCH, height: 6 * DOTS_PER_INCH } as const;

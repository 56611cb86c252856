/** Centres a picture in a box, in its proportions. */
export function fitPicture({ width, height }: Pick<Picture, 'width' | 'height'>, box: Box): Box {
  const scale = Math.min(box.width / width, box.height / height);
  const fitted = { width: width * scale, height: height * scale };
  return {
    x: box.x + (box.width - fitted.width) / 2,
    y: box.y + (box.height - fitted.height) / 2,
    ...fitted,
  };
}

/** Dots from the label's top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Printers have one weight; there the two differ in width. */
export type Weight = 'regular' | 'bold';

/** Resident: Helvetica in a PDF, font 0 in ZPL; otherwise DejaVu. */
export interface Typeface {
  readonly weight: Weight;
  readonly resident: boolean;
}

/** Text that fits its box; baselines are `lineHeight` apart. */
export interface TextItem {
  readonly kind: 'text';
  readonly box: Box;
  readonly lines: readonly string[];
  /** In dots per em. */
  readonly size: number;
  readonly face: Typeface;
  readonly align: 'left' | 'center' | 'right';
  /** White, on a black `fill` below it. */
  readonly reversed: boolean;
  /** First baseline, from the top of the label. */
  readonly baseline: number;
  readonly lineHeight: number;
}

/** A rule, or the background of reversed text. */
export interface FillItem {
  readonly kind: 'fill';
  readonly box: Box;
}

/** The bars fill the box; the quiet zone lies outside it. */
export interface Code128Item {
  readonly kind: 'code128';
  readonly box: Box;
  readonly data: string;
  readonly module: number;
}

/** Centred in the box, which includes the quiet zone. */
export interface QrItem {
  readonly kind: 'qr';
  readonly box: Box;
  readonly data: string;
  readonly module: number;
}

/** Rows from the top left, a byte a pixel; 255 is white. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
}

/** As large as its proportions allow. */
export interface PictureItem {
  readonly kind: 'picture';
  readonly box: Box;
  readonly picture: Picture;
}

export type LayoutItem = TextItem | FillItem | Code128Item | QrItem | PictureItem;

/** One page in dots of 1/203 inch. Renderers decide no size or position, so formats agree. */
export interface PageLayout {
  readonly width: number;
  readonly height: number;
  readonly items: readonly LayoutItem[];
  /** Starts a new sheet of letter paper. */
  readonly beginsSheet?: true;
}

/** Common among label printers (8 dots/mm). */
export const DOTS_PER_INCH = 203;

export const LABEL_SIZE = { width: 4 * DOTS_PER_INCH, height: 6 * DOTS_PER_INCH } as const;

/** The most pixels of a picture: a small file can unfold to more than a browser can show. */
const MOST_PIXELS = 100_000_000;

/** The most pieces that a picture is made of: each costs memory while it is looked at. */
export const MOST_PIECES = 50_000;

/** Tells whether a picture of this width and height can be shown. */
export const isShowable = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width * height <= MOST_PIXELS;

const QUOTE = 34;
const LINE_FEED = 10;

/**
 * Counts the rows of a CSV file that comes in pieces: tells after each piece how many have ended,
 * the header not counted. A line break between quotes ends no row.
 */
export function rowCounter(): (piece: Uint8Array) => number {
  let rows = -1;
  let isQuoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) rows += 1;
    }
    return Math.max(0, rows);
  };
}

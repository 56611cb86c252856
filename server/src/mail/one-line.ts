/** Line breaks of every kind, and the other control characters. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** Marks that turn the direction of what follows them, the rest of the mail included. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

/** A value as it may stand in a mail: on one line, reading in its own direction only. */
export function oneLine(value: string): string {
  return value.toWellFormed().replace(BREAKS, ' ').replace(DIRECTION_MARKS, '');
}

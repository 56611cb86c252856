/**
 * The labels of a ZPL file, each by itself: from `^XA` to `^XZ`. What an order says never holds a
 * command, so the text of a label cannot end it.
 */
export function zplLabels(zpl: string): string[] {
  return zpl.match(/\^XA.*?\^XZ/gs) ?? [];
}

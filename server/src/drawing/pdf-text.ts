import type { Weight } from './layout-items.ts';
import { kerning, widthInEms } from './text-metrics.ts';

/** A line of text as a PDF shows it. */
export interface PdfLine {
  /** The operand of `TJ`: the text in Windows-1252, its letters brought together where the font says so. */
  readonly shown: string;
  /** How wide it is, in ems. */
  readonly width: number;
}

/** The characters of the bytes 0x80 to 0x9f of Windows-1252; a space stands where there is none. */
const FROM_0X80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** What a string of a PDF cannot hold as it stands: its own signs, and what is no byte. */
const TO_ENCODE = /[()\\\u0100-\uffff]/g;

function encode(text: string): string {
  return text.replace(TO_ENCODE, (character) =>
    character > '\xff'
      ? String.fromCharCode(0x80 + FROM_0X80.indexOf(character))
      : `\\${character}`,
  );
}

/** Sets a line of resident text in the PDF's own font. */
export function pdfLine(line: string, weight: Weight): PdfLine {
  let shown = '[(';
  let width = widthInEms(line, { weight, resident: true });
  let start = 0;
  for (let at = 1; at < line.length; at += 1) {
    const closer = kerning(line.slice(at - 1, at + 1), weight);
    if (closer === 0) continue;
    shown += `${encode(line.slice(start, at))})${-closer}(`;
    width += closer / 1000;
    start = at;
  }
  return { shown: `${shown}${encode(line.slice(start))})]`, width };
}

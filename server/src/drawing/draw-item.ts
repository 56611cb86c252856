import { code128Widths } from './code128.ts';
import { fitPicture } from './fit-picture.ts';
import type {
  Box,
  Code128Item,
  FillItem,
  LayoutItem,
  Picture,
  PictureItem,
  QrItem,
  TextItem,
  Weight,
} from './layout-items.ts';
import { type PdfGlyphs, wideLine } from './pdf-glyphs.ts';
import { pdfLine } from './pdf-text.ts';
import { qrCode } from './qr-code.ts';
import { startOfLine } from './text-block.ts';

/** The names by which a page of a PDF calls what lies outside it. */
export interface ResourceNames {
  readonly font: (weight: Weight) => string;
  readonly picture: (picture: Picture) => string;
  readonly glyph: PdfGlyphs['name'];
}

/** Tenths of a dot are finer than any printer. */
const tenths = (value: number) => Math.round(value * 10) / 10;

const rectangle = ({ x, y, width, height }: Box) => `${x} ${y} ${width} ${height} re`;

/** Operators with what they draw white; black is what a page begins with. */
const inWhite = (operators: string) => `1 g ${operators} 0 g`;

/** A line beyond the standard fonts, in glyphs that the document embeds. */
function wideOperators(
  { box, face, size, align }: TextItem,
  line: string,
  y: number,
  names: ResourceNames,
): string {
  const { shown, width } = wideLine(line, { weight: face.weight, size }, names.glyph);
  const x = startOfLine(box, align, width * size);
  return `BT 1 0 0 -1 ${tenths(x)} ${y} Tm ${shown} ET`;
}

/** A line in a font of the reader's, upright on a page whose y grows downwards. */
function lineOperators(
  { box, face, size, align }: TextItem,
  line: string,
  y: number,
  font: string,
): string {
  const { shown, width } = pdfLine(line, face.weight);
  const x = startOfLine(box, align, width * size);
  return `BT /${font} ${size} Tf 1 0 0 -1 ${x} ${y} Tm ${shown} TJ ET`;
}

function textOperators(item: TextItem, names: ResourceNames): string {
  const { face, reversed, lines } = item;
  const operators = lines
    .map((line, index) => {
      const y = item.baseline + index * item.lineHeight;
      return face.resident
        ? lineOperators(item, line, y, names.font(face.weight))
        : wideOperators(item, line, y, names);
    })
    .join('\n');
  return reversed ? inWhite(operators) : operators;
}

const fillOperators = ({ box }: FillItem) => `${rectangle(box)} f`;

/** Fills a path that is drawn in modules: its short whole numbers are quick to write and to compress. */
function moduleOperators(path: string, { x, y, width, height }: Box): string {
  return `q ${width} 0 0 ${height} ${x} ${y} cm${path} f Q`;
}

function code128Operators({ box, module, data }: Code128Item): string {
  let path = '';
  let at = 0;
  code128Widths(data).forEach((modules, index) => {
    if (index % 2 === 0) path += ` ${at} 0 ${modules} 1 re`;
    at += modules;
  });
  return moduleOperators(path, { ...box, width: module });
}

/** Neighbouring dark squares of a row are one rectangle: no hair lines between them. */
function qrOperators({ box, module, data }: QrItem): string {
  const code = qrCode(data);
  let path = '';
  for (let row = 0; row < code.size; row += 1) {
    let start = 0;
    for (let column = 0; column <= code.size; column += 1) {
      if (code.get(column, row)) continue;
      if (column > start) path += ` ${start} ${row} ${column - start} 1 re`;
      start = column + 1;
    }
  }
  const x = box.x + Math.floor((box.width - code.size * module) / 2);
  const y = box.y + Math.floor((box.height - code.size * module) / 2);
  return moduleOperators(path, { x, y, width: module, height: module });
}

/** A PDF draws a picture into the square of 1 × 1, from its lower left corner up. */
function pictureOperators({ box, picture }: PictureItem, name: string): string {
  const { x, y, width, height } = fitPicture(picture, box);
  const [right, down] = [tenths(width), tenths(height)];
  return `q ${right} 0 0 ${-down} ${tenths(x)} ${tenths(y + height)} cm /${name} Do Q`;
}

/** The operators of a PDF that draw an item, on a page that is scaled to dots already. */
export function operatorsOf(item: LayoutItem, names: ResourceNames): string {
  if (item.kind === 'text') return textOperators(item, names);
  if (item.kind === 'fill') return fillOperators(item);
  if (item.kind === 'code128') return code128Operators(item);
  if (item.kind === 'qr') return qrOperators(item);
  return pictureOperators(item, names.picture(item.picture));
}

import type { Font, GlyphPosition } from 'fontkit';
import type PdfDocument from 'pdfkit';
import { code128Widths, qrCode } from './barcodes.ts';
import {
  fitPicture,
  type Box,
  type Code128Item,
  type FillItem,
  type LayoutItem,
  type Picture,
  type PictureItem,
  type QrItem,
  type TextItem,
  type Typeface,
  type Weight,
} from './layout-items.ts';
import { startOfLine, PDF_FONT, kerning, widthInEms } from './text-block.ts';
import { runsOf, WIDE_SCALE } from './wide-font.ts';

type Pdf = InstanceType<typeof PdfDocument>;
type Reference = ReturnType<Pdf['ref']>;

/** Missing from the types of pdfkit. */
declare global {
  namespace PDFKit {
    interface PDFDocument {
      readonly _root: Reference;
    }
  }
  namespace PDFKit.Mixins {
    interface PDFFont {
      readonly _font: EmbeddedFont;
      font(source: Font): this;
    }
  }
}

/** Positions are in thousandths of an em. */
interface EmbeddedFont {
  readonly id: string;
  ref(): Reference;
  encode(text: string): [codes: readonly string[], positions: readonly EncodedPosition[]];
}

interface EncodedPosition extends GlyphPosition {
  /** Moves the text cursor. */
  readonly advanceWidth: number;
}

interface WideLine {
  /** In ems. */
  readonly width: number;
  /** Operators between `BT` and `ET`, after the line's position. */
  readonly shown: string;
}

/** Draws word by word, as pdfkit misplaces the spaces of right-to-left lines. */
function wideLine(
  line: string,
  { weight }: Typeface,
  size: number,
  { wideFont }: ResourceNames,
): WideLine {
  const scaled = size * WIDE_SCALE;
  const operators: string[] = [];
  let shown = '';
  let selected: EmbeddedFont | undefined;
  let rise = 0;
  // Positions in the line: of the next glyph, and of the text cursor.
  let pen = 0;
  let cursor = 0;
  const flush = () => {
    if (shown !== '') operators.push(`[${shown}] TJ`);
    shown = '';
  };
  for (const { font: source, text } of runsOf(line, weight)) {
    const font = wideFont(source);
    if (font !== selected) {
      flush();
      selected = font;
      operators.push(`/${font.id} ${scaled} Tf`);
    }
    const [codes, positions] = font.encode(text);
    positions.forEach(({ xAdvance, xOffset, yOffset, advanceWidth }, at) => {
      if (yOffset !== rise) {
        flush();
        rise = yOffset;
        operators.push(`${((rise * scaled) / 1000).toFixed(2)} Ts`);
      }
      const back = Math.round(cursor - pen - xOffset);
      shown += `${back === 0 ? '' : back}<${codes[at]}>`;
      cursor += advanceWidth - back;
      pen += xAdvance;
    });
  }
  flush();
  if (rise !== 0) operators.push('0 Ts');
  return { width: (pen * WIDE_SCALE) / 1000, shown: operators.join(' ').replaceAll('><', '') };
}

function complete(pdf: Pdf, data: object, content?: Uint8Array): Reference {
  const reference = pdf.ref(data);
  reference.end(content);
  return reference;
}

/** Embeds fonts and pictures once a document. */
export class PdfResources implements ResourceNames {
  readonly #pdf: Pdf;
  readonly #fonts = new Map<Weight, Reference>();
  readonly #wideFonts = new Map<Font, EmbeddedFont>();
  readonly #pictures = new Map<Picture, Reference>();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  readonly font = (weight: Weight): string => {
    let reference = this.#fonts.get(weight);
    if (!reference) {
      reference = complete(this.#pdf, {
        Type: 'Font',
        Subtype: 'Type1',
        BaseFont: PDF_FONT[weight],
        Encoding: 'WinAnsiEncoding',
      });
      this.#fonts.set(weight, reference);
    }
    const name = `H${reference.id}`;
    Object.assign(this.#pdf.page.fonts, { [name]: reference });
    return name;
  };

  readonly wideFont = (source: Font): EmbeddedFont => {
    let font = this.#wideFonts.get(source);
    if (!font) {
      font = this.#pdf.font(source)._font;
      this.#wideFonts.set(source, font);
    }
    Object.assign(this.#pdf.page.fonts, { [font.id]: font.ref() });
    return font;
  };

  readonly picture = (picture: Picture): string => {
    let reference = this.#pictures.get(picture);
    if (!reference) {
      reference = complete(
        this.#pdf,
        {
          Type: 'XObject',
          Subtype: 'Image',
          Width: picture.width,
          Height: picture.height,
          ColorSpace: 'DeviceGray',
          BitsPerComponent: 8,
        },
        picture.gray,
      );
      this.#pictures.set(picture, reference);
    }
    const name = `I${reference.id}`;
    Object.assign(this.#pdf.page.xobjects, { [name]: reference });
    return name;
  };
}

interface PdfLine {
  /** Operand of `TJ`: Windows-1252 text with kerning. */
  readonly shown: string;
  /** In ems. */
  readonly width: number;
}

/** 0x80 to 0x9f of Windows-1252; unused codes are spaces. */
const FROM_0X80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Characters that a PDF string must escape. */
const TO_ENCODE = /[()\\\u0100-\uffff]/g;

function encode(text: string): string {
  return text.replace(TO_ENCODE, (character) =>
    character > '\xff'
      ? String.fromCharCode(0x80 + FROM_0X80.indexOf(character))
      : `\\${character}`,
  );
}

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

export interface ResourceNames {
  readonly font: (weight: Weight) => string;
  readonly picture: (picture: Picture) => string;
  readonly wideFont: (source: Font) => EmbeddedFont;
}

const tenths = (value: number) => Math.round(value * 10) / 10;

const rectangle = ({ x, y, width, height }: Box) => `${x} ${y} ${width} ${height} re`;

const inWhite = (operators: string) => `1 g ${operators} 0 g`;

function wideOperators(
  { box, face, size, align }: TextItem,
  line: string,
  y: number,
  names: ResourceNames,
): string {
  const { shown, width } = wideLine(line, face, size, names);
  const x = startOfLine(box, align, width * size);
  return `BT 1 0 0 -1 ${tenths(x)} ${y} Tm ${shown} ET`;
}

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

/** Fills in whole modules, which compress well. */
function moduleOperators(path: string, { x, y, width, height }: Box): string {
  return `q ${width} 0 0 ${height} ${x} ${y} cm${path} f Q`;
}

/** In modules; keeps bars within their dots where viewers round the edges. */
const BAR_INSET = 0.02;

function code128Operators({ box, module, data }: Code128Item): string {
  let path = '';
  let at = 0;
  code128Widths(data).forEach((modules, index) => {
    if (index % 2 === 0) path += ` ${at + BAR_INSET} 0 ${modules - 2 * BAR_INSET} 1 re`;
    at += modules;
  });
  return moduleOperators(path, { ...box, width: module });
}

/** Merges adjacent dark squares of a row, to avoid hairlines between them. */
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

/** PDF draws pictures into the unit square, from the lower left. */
function pictureOperators({ box, picture }: PictureItem, name: string): string {
  const { x, y, width, height } = fitPicture(picture, box);
  const [right, down] = [tenths(width), tenths(height)];
  return `q ${right} 0 0 ${-down} ${tenths(x)} ${tenths(y + height)} cm /${name} Do Q`;
}

/** Draws an item on a page scaled to dots. */
export function operatorsOf(item: LayoutItem, names: ResourceNames): string {
  if (item.kind === 'text') return textOperators(item, names);
  if (item.kind === 'fill') return fillOperators(item);
  if (item.kind === 'code128') return code128Operators(item);
  if (item.kind === 'qr') return qrOperators(item);
  return pictureOperators(item, names.picture(item.picture));
}

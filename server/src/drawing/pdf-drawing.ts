import type { Glyph, PathCommand } from 'fontkit';
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
  type Weight,
} from './layout-items.ts';
import { startOfLine, PDF_FONT, kerning, widthInEms } from './text-block.ts';
import { shapeLine, unitInEms } from './wide-font.ts';

type Pdf = InstanceType<typeof PdfDocument>;
type Reference = ReturnType<Pdf['ref']>;

interface GlyphName {
  readonly font: string;
  readonly code: number;
}

/** Glyphs per Type 3 font. */
const MOST_GLYPHS = 256;

interface GlyphFont {
  readonly weight: Weight;
  readonly reference: Reference;
  readonly glyphs: Glyph[];
}

/** Embeds glyphs beyond the standard fonts once a document, in Type 3 fonts. */
class PdfGlyphs {
  readonly #pdf: Pdf;
  readonly #fonts: GlyphFont[] = [];
  readonly #names = new Map<Glyph, GlyphName & { reference: Reference }>();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  /** Names a glyph and adds its font to the current page. */
  readonly name = (glyph: Glyph, weight: Weight): GlyphName => {
    const known = this.#names.get(glyph) ?? this.#add(glyph, weight);
    this.#names.set(glyph, known);
    Object.assign(this.#pdf.page.fonts, { [known.font]: known.reference });
    return known;
  };

  #add(glyph: Glyph, weight: Weight) {
    let font = this.#fonts.findLast((one) => one.weight === weight);
    if (!font || font.glyphs.length === MOST_GLYPHS) {
      font = { weight, reference: this.#pdf.ref({}), glyphs: [] };
      this.#fonts.push(font);
    }
    const code = font.glyphs.push(glyph) - 1;
    return { font: `G${font.reference.id}`, code, reference: font.reference };
  }

  /** Writes the fonts. Call once, after the last page. */
  end(): void {
    for (const { weight, reference, glyphs } of this.#fonts) {
      const names = glyphs.map((_, code) => `g${code}`);
      const unit = unitInEms(weight);
      Object.assign(reference.data, {
        Type: 'Font',
        Subtype: 'Type3',
        FontBBox: [0, 0, 0, 0],
        FontMatrix: [unit, 0, 0, unit, 0, 0],
        CharProcs: Object.fromEntries(
          glyphs.map((glyph, code) => [`g${code}`, this.#procedure(glyph)]),
        ),
        Encoding: { Type: 'Encoding', Differences: [0, ...names] },
        FirstChar: 0,
        LastChar: glyphs.length - 1,
        Widths: glyphs.map(({ advanceWidth }) => advanceWidth),
        Resources: {},
      });
      reference.end(undefined);
    }
  }

  #procedure({ advanceWidth, bbox, path }: Glyph): Reference {
    const { minX, minY, maxX, maxY } = bbox;
    const box = [minX, minY, maxX, maxY].map((side) => (Number.isFinite(side) ? side : 0));
    const procedure = this.#pdf.ref({});
    const content = `${advanceWidth} 0 ${box.join(' ')} d1\n${pathOperators(path.commands)} f`;
    procedure.end(Buffer.from(content, 'latin1'));
    return procedure;
  }
}

/** Turns TrueType's quadratic curves into cubic ones. */
function pathOperators(commands: readonly PathCommand[]): string {
  const operators: string[] = [];
  let [fromX, fromY] = [0, 0];
  const thirds = (end: number, control: number) => Math.round(end + (2 / 3) * (control - end));
  for (const { command, args } of commands) {
    if (command === 'closePath') {
      operators.push('h');
      continue;
    }
    const [first = 0, second = 0, toX = first, toY = second] = args;
    if (command === 'moveTo') operators.push(`${toX} ${toY} m`);
    else if (command === 'lineTo') operators.push(`${toX} ${toY} l`);
    else {
      const near = `${thirds(fromX, first)} ${thirds(fromY, second)}`;
      operators.push(`${near} ${thirds(toX, first)} ${thirds(toY, second)} ${toX} ${toY} c`);
    }
    [fromX, fromY] = [toX, toY];
  }
  return operators.join(' ');
}

interface WideLine {
  readonly width: number;
  /** Operators between `BT` and `ET`, after the line's position. */
  readonly shown: string;
}

const hexByte = (code: number) => code.toString(16).padStart(2, '0');

function wideLine(
  line: string,
  { weight, size }: { weight: Weight; size: number },
  nameOf: PdfGlyphs['name'],
): WideLine {
  const unit = unitInEms(weight);
  const { glyphs, width } = shapeLine(line, weight);
  const operators: string[] = [];
  let shown = '';
  let font = '';
  let rise = 0;
  // Position of the text cursor, in units of the font.
  let pen = 0;
  const flush = () => {
    if (shown !== '') operators.push(`[${shown}] TJ`);
    shown = '';
  };
  for (const { glyph, x, y } of glyphs) {
    const name = nameOf(glyph, weight);
    if (name.font !== font) {
      flush();
      ({ font } = name);
      operators.push(`/${font} ${size} Tf`);
    }
    if (y !== rise) {
      flush();
      rise = y;
      operators.push(`${(y * unit * size).toFixed(2)} Ts`);
    }
    const back = Math.round((pen - x) * unit * 1000);
    if (back !== 0) {
      shown += back;
      pen -= back / unit / 1000;
    }
    shown += `<${hexByte(name.code)}>`;
    pen += glyph.advanceWidth;
  }
  flush();
  if (rise !== 0) operators.push('0 Ts');
  return { width: width * unit, shown: operators.join(' ').replaceAll('><', '') };
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
  readonly #pictures = new Map<Picture, Reference>();

  readonly #glyphs: PdfGlyphs;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    this.#glyphs = new PdfGlyphs(pdf);
  }

  get glyph(): PdfGlyphs['name'] {
    return this.#glyphs.name;
  }

  /** Writes the embedded fonts. Call once, after the last page. */
  end(): void {
    this.#glyphs.end();
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
    const name = `F${reference.id}`;
    Object.assign(this.#pdf.page.fonts, { [name]: reference });
    return name;
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
  readonly glyph: PdfGlyphs['name'];
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
  const { shown, width } = wideLine(line, { weight: face.weight, size }, names.glyph);
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

function code128Operators({ box, module, data }: Code128Item): string {
  let path = '';
  let at = 0;
  code128Widths(data).forEach((modules, index) => {
    if (index % 2 === 0) path += ` ${at} 0 ${modules} 1 re`;
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

/** For a page scaled to dots. */
export function operatorsOf(item: LayoutItem, names: ResourceNames): string {
  if (item.kind === 'text') return textOperators(item, names);
  if (item.kind === 'fill') return fillOperators(item);
  if (item.kind === 'code128') return code128Operators(item);
  if (item.kind === 'qr') return qrOperators(item);
  return pictureOperators(item, names.picture(item.picture));
}

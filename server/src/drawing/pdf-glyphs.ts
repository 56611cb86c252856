import type { Glyph, PathCommand } from 'fontkit';
import type PdfDocument from 'pdfkit';
import type { Weight } from './layout-items.ts';
import { shapeLine, unitInEms } from './wide-font.ts';

type Pdf = InstanceType<typeof PdfDocument>;
type Reference = ReturnType<Pdf['ref']>;

/** How a page calls a glyph: the name of a font, and the code that it has there. */
export interface GlyphName {
  readonly font: string;
  readonly code: number;
}

/** As many glyphs as a font of the PDF can have. */
const MOST_GLYPHS = 256;

/** A font of the document that holds the glyphs which were drawn, each once. */
interface GlyphFont {
  readonly weight: Weight;
  readonly reference: Reference;
  readonly glyphs: Glyph[];
}

/**
 * The glyphs beyond the standard fonts that the pages of one document draw. Each is embedded once, as a
 * glyph of a Type 3 font, and not as a path each time it is drawn.
 */
export class PdfGlyphs {
  readonly #pdf: Pdf;
  readonly #fonts: GlyphFont[] = [];
  readonly #names = new Map<Glyph, GlyphName & { reference: Reference }>();

  /** The glyphs of a new document. */
  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  /** The name of a glyph, whose font the page that is being drawn gets. */
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

  /** Writes the fonts, once everything is drawn. */
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

  /** What draws a glyph, in units of its font. */
  #procedure({ advanceWidth, bbox, path }: Glyph): Reference {
    const { minX, minY, maxX, maxY } = bbox;
    const box = [minX, minY, maxX, maxY].map((side) => (Number.isFinite(side) ? side : 0));
    const procedure = this.#pdf.ref({});
    const content = `${advanceWidth} 0 ${box.join(' ')} d1\n${pathOperators(path.commands)} f`;
    procedure.end(Buffer.from(content, 'latin1'));
    return procedure;
  }
}

/** The shape of a glyph of a TrueType font: straight lines and quadratic curves, written as cubic ones. */
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

/** A line beyond the standard fonts as a PDF shows it; `width` in ems. */
interface WideLine {
  readonly width: number;
  /** The operators between `BT` and `ET`, after the place of the line is set. */
  readonly shown: string;
}

const hexByte = (code: number) => code.toString(16).padStart(2, '0');

/** Sets a line of text at a size: its glyphs one after the other, moved where shaping has them. */
export function wideLine(
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
  // Where the reader is after the glyphs so far, in units of the font.
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

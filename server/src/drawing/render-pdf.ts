import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import { DOTS_PER_INCH, type PageLayout } from './layout-items.ts';
import { operatorsOf, PdfResources } from './pdf-drawing.ts';

const POINTS_PER_INCH = 72;
const SCALE = POINTS_PER_INCH / DOTS_PER_INCH;

type Pdf = InstanceType<typeof PdfDocument>;

/** In points. */
interface Place {
  readonly left: number;
  readonly top: number;
}

const pointsOf = ({ width, height }: PageLayout) => ({
  width: width * SCALE,
  height: height * SCALE,
});

function layoutOperators(
  layout: PageLayout,
  resources: PdfResources,
  { left, top }: Place,
): string[] {
  return [
    `q ${SCALE} 0 0 ${SCALE} ${left} ${top} cm`,
    ...layout.items.map((item) => operatorsOf(item, resources)),
    'Q',
  ];
}

const LETTER = { width: 11 * POINTS_PER_INCH, height: 8.5 * POINTS_PER_INCH } as const;
const PLACES_OF_A_SHEET = 2;
const CUT_MARK = { length: 18, distance: 6, thickness: 0.5 } as const;

function cutMarks({ left, top }: Place, width: number, height: number): string {
  const { length, distance, thickness } = CUT_MARK;
  const lines = [[left, -1] as const, [left + width, 1] as const].flatMap(([x, outwards]) =>
    [[top, -1] as const, [top + height, 1] as const].map(([y, upwards]) => {
      const [nearX, nearY] = [x + outwards * distance, y + upwards * distance];
      const [farX, farY] = [nearX + outwards * length, nearY + upwards * length];
      return `${nearX} ${y} m ${farX} ${y} l ${x} ${nearY} m ${x} ${farY} l`;
    }),
  );
  return `${thickness} w ${lines.join(' ')} S`;
}

/** Two layouts a sheet, or one before a layout that begins a sheet. */
function sheetsOf(layouts: readonly PageLayout[]): PageLayout[][] {
  const sheets: PageLayout[][] = [];
  for (const layout of layouts) {
    const sheet = sheets.at(-1);
    if (!sheet || sheet.length === PLACES_OF_A_SHEET || layout.beginsSheet) sheets.push([layout]);
    else sheet.push(layout);
  }
  return sheets;
}

/** Letter in landscape, a layout in each half. */
function sheetOperators(sheet: readonly PageLayout[], resources: PdfResources): string[] {
  const half = LETTER.width / PLACES_OF_A_SHEET;
  return sheet.flatMap((layout, index) => {
    const { width, height } = pointsOf(layout);
    const place = { left: index * half + (half - width) / 2, top: (LETTER.height - height) / 2 };
    return [cutMarks(place, width, height), ...layoutOperators(layout, resources, place)];
  });
}

/** First and last barcode, for the print queue. */
function titleOf(layouts: readonly PageLayout[]): string {
  const barcodes = [layouts.at(0), layouts.at(-1)].map(
    (layout) => layout?.items.find((item) => item.kind === 'code128')?.data,
  );
  return ['Portage', ...new Set(barcodes)].join(' ');
}

/** Has no date: equal labels give equal bytes. Viewers print it unscaled, on one side. */
function newDocument(title: string): Pdf {
  const pdf = new PdfDocument({
    autoFirstPage: false,
    // Skips loading a default font.
    font: '',
    info: { Title: title, Creator: 'Portage', CreationDate: new Date(0) },
  });
  // pdfkit derives the document's id from it, but must not write it.
  Object.defineProperty(pdf.info, 'CreationDate', { enumerable: false });
  const ViewerPreferences = pdf.ref({ PrintScaling: 'None', Duplex: 'Simplex' });
  Object.assign(pdf._root.data, { ViewerPreferences });
  return pdf;
}

/** `pdf_letter` has two layouts a sheet, and cut marks. Throws what `beforePage` throws. */
export function renderPdf(
  layouts: readonly PageLayout[],
  format: 'pdf' | 'pdf_letter',
  beforePage: () => void = () => undefined,
): Promise<Buffer> {
  const pdf = newDocument(titleOf(layouts));
  const resources = new PdfResources(pdf);
  function addPage(
    { width, height }: ReturnType<typeof pointsOf>,
    draw: () => readonly string[],
  ): void {
    beforePage();
    pdf.addPage({ size: [width, height], margin: 0 });
    // In one piece, because each write costs.
    pdf.addContent(Buffer.from(draw().join('\n'), 'latin1'));
  }
  if (format === 'pdf') {
    for (const layout of layouts) {
      addPage(pointsOf(layout), () => layoutOperators(layout, resources, { left: 0, top: 0 }));
    }
  } else {
    for (const sheet of sheetsOf(layouts)) addPage(LETTER, () => sheetOperators(sheet, resources));
  }
  pdf.end();
  return buffer(pdf);
}

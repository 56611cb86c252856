import type { LabelFormat } from '@portage/contract/orders/labels';
import type { Order } from '@portage/contract/orders/orders';
import { drawFile, type DrawnAs } from '../server/src/printing/draw-file.ts';
import { shippedTariff } from '../server/src/tariffs/shipped-tariff.ts';
import { bareLabels } from './bare-labels.ts';
import { ratioLine, textTable } from './figures-table.ts';
import { measureInTurn, rateRatios, type Load } from './measure.ts';

const ROUNDS = { rounds: 7, seconds: 1 };

/** Without a logo, since bare pdfkit draws none. */
const DRAWN_AS: Omit<DrawnAs, 'format'> = {
  documents: 'labels',
  dpi: 203,
  merchant: { name: 'Maple & Pine', language: 'en', timeZone: 'America/Toronto' },
  trackingUrl: 'https://portage.example/track',
  areaByPrefix: shippedTariff().areaByPrefix,
  logos: new Map(),
  limits: { pages: Infinity, bytes: Infinity, milliseconds: Infinity },
};

/** A file that was drawn. */
interface LabelFile {
  readonly bytes: number;
  readonly labels: number;
}

const countLabels = (orders: readonly Order[]) =>
  orders.reduce((sum, { packageCount }) => sum + packageCount, 0);

/** Draws the labels of orders, from their data to the bytes of the file. */
async function drawLabels(format: LabelFormat, orders: readonly Order[]): Promise<LabelFile> {
  const drawn = await drawFile(orders, { ...DRAWN_AS, format });
  if (!drawn.file || drawn.failures.size > 0) throw new Error('Labels could not be drawn');
  return { bytes: drawn.file.length, labels: countLabels(orders) };
}

async function drawBare(labels: number): Promise<LabelFile> {
  return { bytes: (await bareLabels(labels)).length, labels };
}

/** Draws the files repeatedly; each label counts its share of the time. */
function drawing(files: readonly (() => Promise<LabelFile>)[]): Load {
  return async (seconds) => {
    const start = performance.now();
    let labels = 0;
    do {
      for (const draw of files) labels += (await draw()).labels;
    } while (performance.now() < start + seconds * 1000);
    const elapsed = performance.now() - start;
    return { durations: Array.from({ length: labels }, () => elapsed / labels), elapsed };
  };
}

/** All in one file, or a file for each order. */
function filesOf(format: LabelFormat, orders: readonly Order[], together: boolean) {
  return together
    ? [() => drawLabels(format, orders)]
    : orders.map((order) => () => drawLabels(format, [order]));
}

/** Bytes of a file per label. */
async function bytesOf([draw]: readonly (() => Promise<LabelFile>)[]): Promise<number> {
  const { bytes, labels } = (await draw?.()) ?? { bytes: 0, labels: 1 };
  return bytes / labels;
}

/** Draws labels and bare pdfkit pages, in one file or several, and prints the figures. */
export async function compareDrawing(orders: readonly Order[], together: boolean): Promise<void> {
  const labels = countLabels(orders);
  const files = {
    bare: together
      ? [() => drawBare(labels)]
      : Array.from({ length: labels }, () => () => drawBare(1)),
    zpl: filesOf('zpl', orders, together),
    pdf: filesOf('pdf', orders, together),
    letter: filesOf('pdf_letter', orders, together),
  };
  const measured = await measureInTurn(
    {
      bare: drawing(files.bare),
      zpl: drawing(files.zpl),
      pdf: drawing(files.pdf),
      letter: drawing(files.letter),
    },
    ROUNDS,
  );
  const rows = [
    ['Bare pdfkit', 'bare'],
    ['ZPL', 'zpl'],
    ['PDF', 'pdf'],
    ['PDF letter', 'letter'],
  ] as const;
  const title = together ? `${labels} labels in one file` : 'A file for each order';
  const lines = rows.map(async ([name, way]) => {
    const { perSecond, cpu } = measured[way];
    const bytes = await bytesOf(files[way]);
    return [name, perSecond.toFixed(0), (cpu * 1000).toFixed(0), (bytes / 1000).toFixed(1)];
  });
  console.log(
    textTable([
      [title, 'labels a second', 'CPU µs each', 'kB each'],
      ...(await Promise.all(lines)),
    ]),
  );
  const { bare, zpl, pdf } = measured;
  console.log(ratioLine('PDF to bare pdfkit', rateRatios(pdf, bare), { atLeast: 0.5 }));
  console.log(`${ratioLine('ZPL to PDF', rateRatios(zpl, pdf), { atLeast: 20 })}\n`);
}

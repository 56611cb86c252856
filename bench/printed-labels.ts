import type { LabelFormat } from '@portage/contract/orders/labels';
import type { Order } from '@portage/contract/orders/orders';
import { ratioLine, textTable } from './figures-table.ts';
import { measureInTurn, rateRatios, type Figures, type Load } from './measure.ts';
import type { Caller } from './orders-seed.ts';
import type { RequestsTask } from './requests-process-main.ts';
import type { SampleProcess } from './sample-process.ts';

/** Prints all orders once each round. */
const ROUNDS = { rounds: 5, seconds: 0 };

/** Concurrent requests of one client. */
export const AT_ONCE = 8;

/** A client that prints, in a separate process. */
export type Printer = SampleProcess<RequestsTask>;

/** One call per order. */
export function callsOf(api: string, ids: readonly string[], format: LabelFormat) {
  return ids.map((id) => ({ method: 'GET', url: `${api}/labels/${id}?format=${format}` }));
}

/** One call for all orders. */
export function batchOf(api: string, ids: readonly string[], format: LabelFormat) {
  return [{ method: 'POST', url: `${api}/labels/batch`, body: JSON.stringify({ ids, format }) }];
}

/** Returns the calls as a task of the printer's process. */
export function printingTask(
  { headers }: Caller,
  requests: RequestsTask['requests'],
): RequestsTask {
  return { requests, headers: { ...headers, 'content-type': 'application/json' }, atOnce: AT_ONCE };
}

/** Prints orders over HTTP, one by one and together, and compares the two. */
export async function comparePrinting(
  api: string,
  printer: Printer,
  caller: Caller,
  orders: readonly Order[],
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const labels = orders.reduce((sum, { packageCount }) => sum + packageCount, 0);
  const printing =
    (requests: RequestsTask['requests']): Load =>
    async () => {
      const { elapsed } = await printer.sample(printingTask(caller, requests));
      return { durations: Array.from({ length: labels }, () => elapsed / labels), elapsed };
    };
  const measured = await measureInTurn(
    {
      zpl: printing(callsOf(api, ids, 'zpl')),
      zplTogether: printing(batchOf(api, ids, 'zpl')),
      pdf: printing(callsOf(api, ids, 'pdf')),
      pdfTogether: printing(batchOf(api, ids, 'pdf')),
      letter: printing(callsOf(api, ids, 'pdf_letter')),
      letterTogether: printing(batchOf(api, ids, 'pdf_letter')),
    },
    ROUNDS,
  );
  const row = (name: string, { perSecond }: Figures) => [
    name,
    perSecond.toFixed(0),
    ((labels / perSecond) * 1000).toFixed(0),
  ];
  console.log(
    textTable([
      [`${labels} labels through HTTP`, 'labels a second', 'ms for all'],
      row(`ZPL, a call for each order, ${AT_ONCE} at once`, measured.zpl),
      row('ZPL, one call', measured.zplTogether),
      row(`PDF, a call for each order, ${AT_ONCE} at once`, measured.pdf),
      row('PDF, one call', measured.pdfTogether),
      row(`PDF letter, a call for each order, ${AT_ONCE} at once`, measured.letter),
      row('PDF letter, one call', measured.letterTogether),
    ]),
  );
  const { pdf, pdfTogether } = measured;
  const times = rateRatios(pdf, pdfTogether);
  console.log(`${ratioLine('Time of one call for PDFs to a call each', times, { below: 0.6 })}\n`);
}

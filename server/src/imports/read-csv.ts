import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { decodeText } from './decode-text.ts';

/** The most characters between two ends of a row: more come of a quote that was never closed. */
const LONGEST_ROW = 1024 * 1024;

/** Raised for a file whose rows cannot be told apart. */
export class UnclosedQuote extends Error {}

/**
 * The rows of a CSV file as they arrive, its header first; empty ones are left out. The delimiter is
 * found out from the first rows. Only what is being read is in memory. Raises `UnclosedQuote`.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { skipEmptyLines: 'greedy' });
  let sinceRow = 0;
  async function* measured() {
    for await (const text of decodeText(bytes)) {
      sinceRow += text.length;
      if (sinceRow > LONGEST_ROW) throw new UnclosedQuote();
      yield text;
    }
  }
  const source = Readable.from(measured(), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      sinceRow = 0;
      yield row;
    }
  } finally {
    source.destroy();
  }
}

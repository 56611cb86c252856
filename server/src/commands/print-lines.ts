import { pipeline } from 'node:stream/promises';
import { hasCode } from '../../../postgres/src/startup-error.ts';
import { printable } from './printable.ts';

/**
 * Prints lines to standard output, each as soon as whoever reads it has taken the one before. A reader
 * that leaves early, such as `head`, has what it wanted.
 */
export async function printLines(lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  async function* withEnds() {
    for await (const line of lines) yield `${printable(line)}\n`;
  }
  try {
    await pipeline(withEnds, process.stdout, { end: false });
  } catch (error) {
    if (!hasCode(error, 'EPIPE')) throw error;
  }
}

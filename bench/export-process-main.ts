import { get } from 'node:http';
import { createGunzip } from 'node:zlib';
import type { Sample } from './measure.ts';

/** Reads an export for some seconds, or to its end. */
export interface ExportTask {
  url: string;
  headers: Readonly<Record<string, string>>;
  seconds: number;
}

const LINE_END = 10;

/** Reads a file over HTTP and counts its lines; each counts its share of the time. */
function readFile({ url, headers, seconds }: ExportTask): Promise<Sample> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = get(url, { headers }, (response) => {
      const isPacked = response.headers['content-encoding'] === 'gzip';
      const file = isPacked ? response.pipe(createGunzip()) : response;
      let lines = -1;
      const end = () => {
        const elapsed = performance.now() - began;
        resolve({ durations: Array.from({ length: lines }, () => elapsed / lines), elapsed });
        request.destroy();
      };
      file.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) {
          lines += 1;
        }
        if (performance.now() > began + seconds * 1000) end();
      });
      file.on('end', end);
    });
    request.on('error', reject);
  });
}

process.on('message', async (task: ExportTask) => {
  process.send?.(await readFile(task));
});

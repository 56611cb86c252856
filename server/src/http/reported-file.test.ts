import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ReportedFileResponse } from '@portage/contract/endpoint';
import { readForm } from '../testing/print-documents.ts';
import { formOf } from './reported-file.ts';

const RESPONSE: ReportedFileResponse = {
  report: z.object({ words: z.array(z.string()) }),
  file: { mediaTypes: ['application/pdf'] },
};

async function read(form: ReturnType<typeof formOf>) {
  const parts = await readForm(form.mediaType, form.content as Buffer);
  const [report, file] = [parts.get('report'), parts.get('file')];
  if (typeof report !== 'string' || typeof file === 'string') throw new Error('Not such a form');
  return { report: JSON.parse(report) as unknown, file };
}

test('a browser reads the report and the file’s exact bytes', async () => {
  const anyReport = fc.record({ words: fc.array(fc.string({ unit: 'grapheme' })) });
  await fc.assert(
    fc.asyncProperty(anyReport, fc.uint8Array({ maxLength: 500 }), async (report, bytes) => {
      const file = { mediaType: 'application/pdf', content: Buffer.from(bytes) };
      const received = await read(formOf(RESPONSE, { report, file }));
      expect(received.report).toEqual(report);
      expect(received.file?.type).toBe('application/pdf');
      expect(await received.file?.bytes()).toEqual(bytes);
    }),
  );
});

test('lines that look like the end of the form are part of the file', async () => {
  const content = Buffer.from('\r\n--\r\n--boundary--\r\n\r\n--');
  const file = { mediaType: 'application/pdf', content };
  const received = await read(formOf(RESPONSE, { report: { words: [] }, file }));
  expect(await received.file?.text()).toBe(content.toString());
});

test('a report has no file when none was made', async () => {
  const report = { words: ['none'] };
  expect(await read(formOf(RESPONSE, { report, file: undefined }))).toEqual({ report });
});

test('a report has no unknown fields', async () => {
  const report = { words: ['one'], secret: 'two' };
  const received = await read(formOf(RESPONSE, { report, file: undefined }));
  expect(received.report).toEqual({ words: ['one'] });
});

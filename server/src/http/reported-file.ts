import { randomUUID } from 'node:crypto';
import type { ReportedFileResponse } from '@portage/contract/endpoint';
import { FileContent } from './file-content.ts';

/** A report of what was done, and the file that was made, if one was. */
export interface ReportedFile<Report> {
  report: Report;
  file: { mediaType: string; content: Buffer } | undefined;
}

/** A part of a form as RFC 7578 writes it. */
const part = (headers: string, content: Buffer | string) => [
  Buffer.from(`Content-Disposition: form-data; ${headers}\r\n\r\n`),
  Buffer.from(content),
];

/** The form that carries a report and its file, as `Response.formData()` reads it. */
export function formOf(
  response: ReportedFileResponse,
  { report, file }: ReportedFile<unknown>,
): FileContent {
  const boundary = randomUUID();
  const json = JSON.stringify(response.report.encode(report));
  const parts = [
    part('name="report"\r\nContent-Type: application/json', json),
    ...(file
      ? [part(`name="file"; filename="file"\r\nContent-Type: ${file.mediaType}`, file.content)]
      : []),
  ];
  const between = Buffer.from(`\r\n--${boundary}\r\n`);
  const pieces = parts.flatMap((one) => [between, ...one]);
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  return new FileContent(
    `multipart/form-data; boundary=${boundary}`,
    Buffer.concat([...pieces, end]),
  );
}

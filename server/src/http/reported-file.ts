import { randomUUID } from 'node:crypto';
import type { ReportedFileResponse } from '@portage/contract/endpoint';
import { FileContent } from './file-content.ts';

export interface ReportedFile<Report> {
  report: Report;
  file: { mediaType: string; content: Buffer } | undefined;
}

/** RFC 7578. */
const part = (headers: string, content: Buffer | string) => [
  Buffer.from(`Content-Disposition: form-data; ${headers}\r\n\r\n`),
  Buffer.from(content),
];

/** Writes a form that `Response.formData()` reads. */
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

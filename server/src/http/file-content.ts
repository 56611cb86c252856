import type { Readable } from 'node:stream';

/** A file as an answer: whole, or in pieces as they are made. */
export class FileContent {
  readonly mediaType: string;
  readonly content: Buffer | string | Readable;
  /** Headers that it has beside its type. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    mediaType: string,
    content: Buffer | string | Readable,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.mediaType = mediaType;
    this.content = content;
    this.headers = headers;
  }
}

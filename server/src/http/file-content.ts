import type { Readable } from 'node:stream';

/** Whole, or in pieces as they are made. */
export class FileContent {
  readonly mediaType: string;
  readonly content: Buffer | string | Readable;
  /** Beside its type. */
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

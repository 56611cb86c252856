import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, vi } from 'vitest';
import type { BucketSettings } from '../env.ts';

/** Bytes; S3 refuses smaller parts, but the last. */
const SMALLEST_PART = 5 * 1024 * 1024;
const MOST_PARTS = 10_000;

interface Upload {
  parts: Map<number, { size: number; etag: string }>;
}

/** Unfinished multipart uploads, which cost money. */
type Uploads = Map<string, Upload>;

/** A documented refusal of S3. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const bare = (etag: string) => etag.replaceAll('"', '');

/** Throws where S3 refuses the parts: unknown, out of sequence, changed or too small ones. */
function checkCompletion(upload: Upload, body: string): void {
  const named = Array.from(body.matchAll(/<Part>(.*?)<\/Part>/gs), ([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: bare((/<ETag>(.*?)<\/ETag>/s.exec(part)?.[1] ?? '').replaceAll('&quot;', '')),
  }));
  if (named.length === 0) throw new Refusal(400, 'MalformedXML');
  for (const [place, { number, etag }] of named.entries()) {
    const stored = upload.parts.get(number);
    if (stored?.etag !== etag) throw new Refusal(400, 'InvalidPart');
    if (number <= (named[place - 1]?.number ?? 0)) throw new Refusal(400, 'InvalidPartOrder');
    const isLast = place === named.length - 1;
    if (!isLast && stored.size < SMALLEST_PART) throw new Refusal(400, 'EntityTooSmall');
  }
}

/** Throws for requests that S3 refuses and s3rver accepts. */
function check(
  message: IncomingMessage,
  url: URL,
  body: Buffer,
  uploads: Uploads,
): Upload | undefined {
  const { headers, method } = message;
  if (method === 'PUT' && headers['content-length'] === undefined) {
    throw new Refusal(411, 'MissingContentLength');
  }
  const hash = headers['x-amz-content-sha256'];
  const isHash = typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
  if (isHash && hash !== createHash('sha256').update(body).digest('hex')) {
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  }
  const id = url.searchParams.get('uploadId');
  if (id === null) return undefined;
  const upload = uploads.get(id);
  if (!upload) throw new Refusal(404, 'NoSuchUpload');
  const part = Number(url.searchParams.get('partNumber'));
  if (method === 'PUT' && !(part >= 1 && part <= MOST_PARTS)) {
    throw new Refusal(400, 'InvalidArgument');
  }
  if (method === 'POST') checkCompletion(upload, body.toString());
  return upload;
}

function forward(message: IncomingMessage, body: Buffer, port: number): Promise<IncomingMessage> {
  const { method, url: target, headers } = message;
  return new Promise((resolve, reject) => {
    // With its own `Host`, which is signed.
    const asked = request({ host: '127.0.0.1', port, method, path: target, headers }, resolve);
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Passes valid requests to s3rver, and aborts uploads, which s3rver cannot. */
async function answer(
  message: IncomingMessage,
  response: ServerResponse,
  { port, uploads }: { port: number; uploads: Uploads },
): Promise<void> {
  const url = new URL(message.url ?? '/', 'http://bucket');
  const body = await buffer(message);
  const upload = check(message, url, body, uploads);
  const id = url.searchParams.get('uploadId') ?? '';
  if (message.method === 'DELETE' && upload) {
    uploads.delete(id);
    response.writeHead(204).end();
    return;
  }
  const answered = await forward(message, body, port);
  const content = await buffer(answered);
  const isOk = answered.statusCode === 200;
  if (isOk && message.method === 'POST' && url.searchParams.has('uploads')) {
    const [, begun = ''] = /<UploadId>(.*?)</.exec(content.toString()) ?? [];
    uploads.set(begun, { parts: new Map() });
  }
  if (isOk && upload && message.method === 'PUT') {
    const part = Number(url.searchParams.get('partNumber'));
    const etag = bare(answered.headers.etag ?? '');
    upload.parts.set(part, { size: body.length, etag });
  }
  if (isOk && upload && message.method === 'POST') uploads.delete(id);
  response.writeHead(answered.statusCode ?? 500, answered.headers).end(content);
}

export interface LocalBucket extends BucketSettings {
  answerInstead(listener: RequestListener | undefined): void;
  /** Breaks off the next answers midway. */
  breakOff(times: number): void;
  /** Unfinished multipart uploads. */
  openUploads(): number;
  /** Bytes of the largest body. */
  largestBody(): number;
  stop(): Promise<void>;
}

/**
 * Makes a bucket for a test file: s3rver, plus the rules of S3 that it lacks. Call it at the top of
 * the file.
 */
export function useStrictBucket(): LocalBucket {
  const bucket = {} as LocalBucket;
  const uploads: Uploads = new Map();
  let directory: string | undefined;
  let instead: RequestListener | undefined;
  let broken = 0;
  let largest = 0;
  beforeAll(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'portage-bucket-'));
    const store = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: 'portage' }],
    });
    const { port } = await store.run();
    const server = createServer((message, response) => {
      if (instead) {
        instead(message, response);
        return;
      }
      largest = Math.max(largest, Number(message.headers['content-length'] ?? 0));
      if (broken > 0 && message.method === 'GET' && message.headers.range !== undefined) {
        broken -= 1;
        response.writeHead(206, { 'content-length': 1_000_000 }).write('half of an answer');
        setImmediate(() => response.destroy());
        return;
      }
      answer(message, response, { port, uploads }).catch((error: unknown) => {
        const refusal = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
        const { status, code } = refusal;
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(
          `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
        );
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port: own } = server.address() as AddressInfo;
    Object.assign(bucket, {
      store: 's3',
      bucket: 'portage',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${own}`,
      usesPaths: true,
      answerInstead: (listener) => void (instead = listener),
      breakOff: (times) => void (broken = times),
      openUploads: () => uploads.size,
      largestBody: () => largest,
      async stop() {
        server.closeAllConnections();
        server.close();
        if (store.httpServer.listening) await store.close();
      },
    } satisfies LocalBucket);
  });
  afterAll(async () => {
    await bucket.stop();
    if (directory !== undefined) await fs.rm(directory, { recursive: true });
    vi.unstubAllEnvs();
  });
  return bucket;
}

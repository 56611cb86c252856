import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { pathOf } from './http/path-of.ts';

/** The fields that may hold secrets, wherever they stand in what is logged. */
const SECRETS = [
  'req.headers.authorization',
  '*.password',
  '*.newPassword',
  '*.token',
  '*.refreshToken',
  '*.session',
];

/** Where links are opened that need no session; what follows must not be logged. */
const LINKS = /^(\/api\/photos\/).+/;

/**
 * What is logged of a request. Its query is not: recipients are searched for by name and phone. Nor
 * is a link to a photo, since whoever has it can open the photo.
 */
function requestEntry({ method, url, ip }: { method: string; url: string; ip: string }) {
  return { method, path: pathOf(url).replace(LINKS, '$1[redacted]'), remoteAddress: ip };
}

/**
 * What is logged of an error. PostgreSQL's have more (`detail`, `where`), which repeats the values of
 * the row at fault.
 */
function errorEntry(error: Error & { code?: unknown }) {
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, code: error.code, stack };
}

/** The log of the process, as JSON lines without tokens, passwords and recipients. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: { paths: SECRETS, censor: '[redacted]' },
      serializers: { req: requestEntry, err: errorEntry },
    },
    destination,
  );
}

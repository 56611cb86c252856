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

/** Links that need no session; the rest of the path is secret. */
const LINKS = /^(\/api\/photos\/).+/;

/** Logs a request without its query, which has names and phones, and without links to photos. */
function requestEntry({ method, url, ip }: { method: string; url: string; ip: string }) {
  return { method, path: pathOf(url).replace(LINKS, '$1[redacted]'), remoteAddress: ip };
}

/** Logs an error without PostgreSQL's `detail` and `where`, which repeat the row's values. */
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

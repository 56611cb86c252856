import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { pathOf } from './http/path-of.ts';

/** Redacted at any depth. */
const SECRETS = [
  'req.headers.authorization',
  '*.password',
  '*.newPassword',
  '*.token',
  '*.refreshToken',
  '*.session',
];

/** Need no session; the rest of the path is secret. */
const LINKS = /^(\/api\/photos\/).+/;

/** Drops the query, which has names and phones, and links to photos. */
function requestEntry({ method, url, ip }: { method: string; url: string; ip: string }) {
  return { method, path: pathOf(url).replace(LINKS, '$1[redacted]'), remoteAddress: ip };
}

/** Drops PostgreSQL's `detail` and `where`, which repeat the row's values. */
function errorEntry(error: Error & { code?: unknown }) {
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, code: error.code, stack };
}

/** JSON lines without tokens, passwords and recipients. */
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

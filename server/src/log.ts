import { pino, type Logger } from 'pino';

/** The fields that may hold secrets, wherever they stand in what is logged. */
const SECRETS = [
  'req.headers.authorization',
  '*.password',
  '*.newPassword',
  '*.token',
  '*.refreshToken',
  '*.session',
];

/** The log of the process, as JSON lines without tokens and passwords. */
export function openLog(level: string): Logger {
  return pino({ level, redact: { paths: SECRETS, censor: '[redacted]' } });
}

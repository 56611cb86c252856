import { openLog } from '../log.ts';

/** A log that keeps its lines. */
export function recordedLog(level: string) {
  const lines: string[] = [];
  return { log: openLog(level, { write: (line) => void lines.push(line) }), lines };
}

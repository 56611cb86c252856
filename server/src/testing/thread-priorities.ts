import { readdirSync, readFileSync } from 'node:fs';

/** Nice value of a thread (Linux); 0 is usual, higher yields more. */
function niceOf(thread: string): number | undefined {
  try {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ');
    return Number(fields.split(' ')[16]);
  } catch {
    return undefined; // it has just ended
  }
}

/** Threads with a lower priority than the main thread (Linux). */
export function threadsSteppedBack(): ReadonlySet<string> {
  const usual = niceOf(String(process.pid)) ?? 0;
  const isBack = (thread: string) => (niceOf(thread) ?? usual) > usual;
  return new Set(readdirSync('/proc/self/task').filter(isBack));
}

import { readdirSync, readFileSync } from 'node:fs';

/** Reads the nice value of a thread on Linux: 0 is usual, higher is less. */
function niceOf(thread: string): number | undefined {
  try {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ');
    return Number(fields.split(' ')[16]);
  } catch {
    return undefined; // it has just ended
  }
}

/** The threads of this process that have a lower priority than its main thread. Linux only. */
export function threadsSteppedBack(): ReadonlySet<string> {
  const usual = niceOf(String(process.pid)) ?? 0;
  const isBack = (thread: string) => (niceOf(thread) ?? usual) > usual;
  return new Set(readdirSync('/proc/self/task').filter(isBack));
}

import { readdirSync, readFileSync } from 'node:fs';

/** What Linux says of the priority of a thread of this process: 0 is the usual one, higher is less. */
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

import { readdirSync, readFileSync } from 'node:fs';

/** What Linux says of the priority of a thread of this process: 0 is the usual one, higher is less. */
function niceOf(thread: string): number {
  const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ');
  return Number(fields.split(' ')[16]);
}

/** How many threads of this process have a lower priority than its main thread. Linux only. */
export function threadsSteppedBack(): number {
  const usual = niceOf(String(process.pid));
  return readdirSync('/proc/self/task').filter((thread) => niceOf(thread) > usual).length;
}

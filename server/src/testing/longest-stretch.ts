import { setImmediate } from 'node:timers/promises';

/** CPU time of this thread, in milliseconds. Other processes and threads do not count. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The most CPU time of this thread that work takes before other calls have their turn, in ms. */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  const state = { longest: 0, isDone: false };
  async function watch() {
    let before = cpuTime();
    while (!state.isDone) {
      await setImmediate();
      const now = cpuTime();
      state.longest = Math.max(state.longest, now - before);
      before = now;
    }
  }
  const watched = watch();
  await work().finally(() => {
    state.isDone = true;
  });
  await watched;
  return state.longest;
}

import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL: STEP, PRIORITY_LOW: LOWEST } = constants.priority;

/**
 * Lets whatever else the process has to do go before this thread, which takes a core for as long as
 * there is work. Linux counts priority by thread; elsewhere it would be the whole process that steps
 * back, so nothing happens there.
 */
export function stepBack(): void {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + STEP, LOWEST));
}

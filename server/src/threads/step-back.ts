import { constants, setPriority } from 'node:os';

/**
 * Lets whatever else the machine has to do go before this thread, which takes a core for as long as
 * there is work. Linux counts priority by thread; elsewhere it would be the whole process that steps
 * back, so nothing happens there.
 */
export function stepBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

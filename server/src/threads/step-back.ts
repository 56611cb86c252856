import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_LOW: LOWEST } = constants.priority;

/**
 * Lets whatever else the process has to do go before this thread, which takes a core for as long as
 * there is work, by so many steps of the priorities of Linux; at 5 it has a third of what another thread
 * has, at 10 a tenth. Linux counts priority by thread; elsewhere it would be the whole process that
 * steps back, so nothing happens there.
 */
export function stepBack(steps: number): void {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + steps, LOWEST));
}

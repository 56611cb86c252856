import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_LOW: LOWEST } = constants.priority;

/**
 * Lowers this thread's priority: 5 steps leave a third of a share, 10 a tenth. Linux only;
 * elsewhere it would slow the process.
 */
export function stepBack(steps: number): void {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + steps, LOWEST));
}

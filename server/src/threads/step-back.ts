import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_LOW: LOWEST } = constants.priority;

/** Linux only: 5 steps leave a third of a share, 10 a tenth. */
export function stepBack(steps: number): void {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + steps, LOWEST));
}

import { currentSession, onSessionChange } from '../session.ts';
import { createStore } from '../store.ts';

/** What the server asks of the session at hand before it goes on. */
export type FactorDemand =
  | { readonly kind: 'check'; readonly settle: (isConfirmed: boolean) => void }
  | { readonly kind: 'set-up' };

/** What is asked now; undefined while nothing is. */
export const factorDemand = createStore<FactorDemand | undefined>(undefined);

let underWay: Promise<boolean> | undefined;

/**
 * Asks the reader for a second factor, in one dialog however many calls need it. Resolves true once the
 * session is confirmed, and false when the reader gives up.
 */
export function askForFactor(): Promise<boolean> {
  underWay ??= new Promise<boolean>((resolve) => {
    factorDemand.set({ kind: 'check', settle: resolve });
  }).finally(() => {
    underWay = undefined;
    if (factorDemand.get()?.kind === 'check') factorDemand.set(undefined);
  });
  return underWay;
}

/** Shows the set-up of a second factor in place of every page: an owner requires one. */
export function leadToSetUp(): void {
  if (factorDemand.get()?.kind !== 'set-up') factorDemand.set({ kind: 'set-up' });
}

/** Shows the pages again. */
export function endSetUp(): void {
  factorDemand.set(undefined);
}

// What was asked of a session ends with it.
onSessionChange(() => {
  const demand = factorDemand.get();
  if (currentSession() || !demand) return;
  if (demand.kind === 'check') demand.settle(false);
  else endSetUp();
});

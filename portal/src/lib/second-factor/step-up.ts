import { currentSession, onSessionChange } from '../session.ts';
import { createStore } from '../store.ts';

type Settle = (isConfirmed: boolean) => void;

/** Undefined without a question. */
export const factorQuestion = createStore<Settle | undefined>(undefined);

export const isSetUpRequired = createStore(false);

let underWay: Promise<boolean> | undefined;

/** Asks once for all waiting calls; resolves true when confirmed. */
export function askForFactor(): Promise<boolean> {
  underWay ??= new Promise<boolean>((resolve) => {
    factorQuestion.set(resolve);
  }).finally(() => {
    underWay = undefined;
    factorQuestion.set(undefined);
  });
  return underWay;
}

// Signing out cancels the question.
onSessionChange(() => {
  if (currentSession()) return;
  factorQuestion.get()?.(false);
  isSetUpRequired.set(false);
});

import { currentSession, onSessionChange } from '../session.ts';
import { createStore } from '../store.ts';

type Settle = (isConfirmed: boolean) => void;

/** Answers the current question; undefined while none is asked. */
export const factorQuestion = createStore<Settle | undefined>(undefined);

/** Replaces every page by the set-up of a second factor. */
export const isSetUpRequired = createStore(false);

let underWay: Promise<boolean> | undefined;

/**
 * Asks for a second factor or the password, once for all waiting calls. Resolves true when
 * confirmed.
 */
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

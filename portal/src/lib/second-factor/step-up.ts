import { currentSession, onSessionChange } from '../session.ts';
import { createStore } from '../store.ts';

/** Ends the question for a factor or the password: with true once the session is confirmed. */
type Settle = (isConfirmed: boolean) => void;

/** How the question that is asked now ends; undefined while none is asked. */
export const factorQuestion = createStore<Settle | undefined>(undefined);

/** Whether the set-up of a second factor stands in place of every page: an owner requires one. */
export const isSetUpRequired = createStore(false);

let underWay: Promise<boolean> | undefined;

/**
 * Asks the reader for a second factor or, without one, for the password, in one dialog however many
 * calls need it. Resolves true once the session is confirmed, and false when the reader gives up.
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

// What was asked of a session ends with it.
onSessionChange(() => {
  if (currentSession()) return;
  factorQuestion.get()?.(false);
  isSetUpRequired.set(false);
});

import type { Question } from '../ui/Dialogs.tsx';
import { currentSession, onSessionChange } from './session.ts';
import { createStore } from './store.ts';

interface AskedQuestion extends Question {
  readonly answer: (isYes: boolean) => void;
}

/** The question on the screen; undefined while none is asked. */
export const question = createStore<AskedQuestion | undefined>(undefined);

/**
 * Asks in a dialog above everything else. Resolves true for yes, and false for no, Escape, another
 * page, another question or the end of the session.
 */
export function confirm(asked: Question): Promise<boolean> {
  question.get()?.answer(false);
  return new Promise((resolve) => {
    question.set({
      ...asked,
      answer(isYes) {
        question.set(undefined);
        resolve(isYes);
      },
    });
  });
}

onSessionChange(() => {
  if (!currentSession()) question.get()?.answer(false);
});

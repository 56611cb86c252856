import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Question } from '../ui/Dialogs.tsx';
import { factorQuestion } from './second-factor/step-up.ts';
import { currentSession, onSessionChange } from './session.ts';
import { createStore, useStore } from './store.ts';

interface AskedQuestion extends Question {
  readonly answer: (isYes: boolean) => void;
}

export const question = createStore<AskedQuestion | undefined>(undefined);

/** Resolves false for no, Escape, another page or question, and the session's end. */
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

const USUAL = {};
const ASIDE = {
  components: { Modal: { defaultProps: { trapFocus: false, closeOnEscape: false } } },
};

/** Leaves the keyboard and Escape to a question above. */
export function BelowQuestion({ children }: { readonly children: ReactNode }) {
  const needsFactor = useStore(factorQuestion) !== undefined;
  const isAsked = useStore(question) !== undefined || needsFactor;
  return <MantineThemeProvider theme={isAsked ? ASIDE : USUAL}>{children}</MantineThemeProvider>;
}

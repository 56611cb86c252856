import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { question } from '../confirm.ts';
import { useStore } from '../store.ts';
import { factorQuestion } from './step-up.ts';

const USUAL = {};
const ASIDE = {
  components: { Modal: { defaultProps: { trapFocus: false, closeOnEscape: false } } },
};

/** Leaves the keyboard and Escape to a question above these dialogs. */
export function BelowQuestion({ children }: { readonly children: ReactNode }) {
  const needsFactor = useStore(factorQuestion) !== undefined;
  const isAsked = useStore(question) !== undefined || needsFactor;
  return <MantineThemeProvider theme={isAsked ? ASIDE : USUAL}>{children}</MantineThemeProvider>;
}

import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from '../store.ts';
import { factorQuestion } from './step-up.ts';

const USUAL = {};
const ASIDE = {
  components: { Modal: { defaultProps: { trapFocus: false, closeOnEscape: false } } },
};

/**
 * What the question for a factor or the password is shown over. While it is, the dialogs in here leave
 * the keyboard to it: each would take the focus back, and close with it when Escape is pressed.
 */
export function BelowQuestion({ children }: { readonly children: ReactNode }) {
  const isAsked = useStore(factorQuestion) !== undefined;
  return <MantineThemeProvider theme={isAsked ? ASIDE : USUAL}>{children}</MantineThemeProvider>;
}

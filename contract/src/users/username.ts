import { requiredText } from '../text.ts';

/** Folds only here: systems disagree about the lower case of some letters. */
export const foldUsername = (typed: string): string => typed.toLowerCase().normalize('NFC');

export const Username = requiredText(254).overwrite(foldUsername);

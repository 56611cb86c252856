import { requiredText } from '../text.ts';

/**
 * The form in which usernames are stored, compared, counted and handed to identity providers:
 * systems disagree about lower case.
 */
export const foldUsername = (typed: string): string => typed.toLowerCase().normalize('NFC');

export const Username = requiredText(254).overwrite(foldUsername);

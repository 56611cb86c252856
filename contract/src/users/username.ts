import { requiredText } from '../text.ts';

/**
 * The one form of a username, however it is typed: in lower case, with accents composed. Usernames are
 * stored, compared, counted and handed to identity providers in this form alone, since no two systems
 * agree on what the lower case of every letter is.
 */
export const foldUsername = (typed: string): string => typed.toLowerCase().normalize('NFC');

/** A username as typed to sign in. */
export const Username = requiredText(254).overwrite(foldUsername);

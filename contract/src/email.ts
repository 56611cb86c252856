import { z } from 'zod';
import { text } from './text.ts';

/**
 * An e-mail address as browsers and mail servers take it; never with a line break, so that it cannot
 * add a header to a mail. Refuses with `emailInvalid`.
 */
export const Email = text(254).pipe(z.email('emailInvalid'));

/** Tells whether a text is an e-mail address, spaces around it aside. */
export const isEmail = (typed: string): boolean => Email.safeParse(typed).success;

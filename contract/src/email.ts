import { z } from 'zod';
import { text } from './text.ts';

/** Never has a line break, which could add a mail header. Refuses with `emailInvalid`. */
export const Email = text(254).pipe(z.email('emailInvalid'));

/** Ignores spaces around the text. */
export const isEmail = (typed: string): boolean => Email.safeParse(typed).success;

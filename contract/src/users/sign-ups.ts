import { z } from 'zod';
import { NewLocation } from '../addresses/address.ts';
import { endpoint, namedObject } from '../endpoint.ts';
import { Locale } from '../locale.ts';
import { Phone } from '../phone.ts';
import { Email, longText, requiredText, text } from '../text.ts';
import { foldUsername } from './username.ts';

/** Spec 2 §9. */
export const MOST_WEEKLY_PACKAGES = 10_000;

/** Approved by an operator (`npm run portage -- sign-ups`), who invites its owner. */
export const SignUpRequest = namedObject('SignUpRequest', {
  company: requiredText(200).describe('Name of the merchant to be.'),
  name: requiredText(200).describe('The person who will own the account.'),
  email: Email.overwrite(foldUsername).describe('Their e-mail address, and later their username.'),
  phone: Phone,
  language: Locale.optional().describe('Of mails and labels; the language of the call by default.'),
  location: NewLocation.describe('Address that the merchant ships from.'),
  weeklyPackages: z.int().min(0).max(MOST_WEEKLY_PACKAGES).optional(),
  message: longText(2000).optional(),
  website: text(200)
    .optional()
    .describe('Hidden from people: only a program fills it in, and its request is dropped.'),
});
export type SignUpRequest = z.infer<typeof SignUpRequest>;

export const signUpEndpoints = {
  request: endpoint('POST /sign-ups', {
    summary: 'Ask to become a merchant; an operator sees every request',
    mayCall: 'anyone',
    body: SignUpRequest,
    errors: ['too_many_attempts'],
  }),
};

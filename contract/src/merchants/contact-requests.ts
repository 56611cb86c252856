import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { Phone } from '../phone.ts';
import { Email, longText, requiredText, text } from '../text.ts';

export const ContactRequest = namedObject('ContactRequest', {
  name: requiredText(200),
  company: requiredText(200),
  email: Email,
  phone: Phone.optional(),
  weeklyPackages: z.int().min(0).max(1_000_000).describe('The volume chosen in the estimator.'),
  message: longText(2000).optional(),
  formToken: z.string().max(200).describe('Token from `GET /contact-requests/form`.'),
  website: text(200)
    .optional()
    .describe('Hidden from people: only a program fills it in, and its request is dropped.'),
});
export type ContactRequest = z.infer<typeof ContactRequest>;

export const contactRequestEndpoints = {
  openForm: endpoint('GET /contact-requests/form', {
    summary: 'Open the Contact Sales form: the token that sending it takes a few seconds later',
    mayCall: 'anyone',
    response: z.object({ formToken: z.string() }),
  }),
  send: endpoint('POST /contact-requests', {
    summary: 'Write to Sales',
    mayCall: 'anyone',
    body: ContactRequest,
    errors: ['form_token_invalid', 'too_many_attempts'],
  }),
};

import { z } from 'zod';

/** What a draft has wrong beyond the contract's rules; `problem` in the dictionary of the wizard has the words. */
const DraftProblem = z.enum([
  'cannotShip',
  'provinceMismatch',
  'serviceMissing',
  'serviceNotOffered',
  'windowNotOffered',
  'ratesUnavailable',
  'ratesChanged',
]);
export type DraftProblem = z.infer<typeof DraftProblem>;

/** Tells a problem of a draft from a sentence of the server. */
export function isDraftProblem(error: string): error is DraftProblem {
  return DraftProblem.safeParse(error).success;
}

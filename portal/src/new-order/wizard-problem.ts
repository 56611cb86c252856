import { z } from 'zod';

/** What only the wizard finds wrong with a field; the words are under `problem` in its dictionary. */
const WizardProblem = z.enum([
  'cannotShip',
  'serviceMissing',
  'serviceNotOffered',
  'windowNotOffered',
  'ratesUnavailable',
]);
export type WizardProblem = z.infer<typeof WizardProblem>;

/** Tells a problem of the wizard from a sentence of the server. */
export function isWizardProblem(error: string): error is WizardProblem {
  return WizardProblem.safeParse(error).success;
}

import { byText } from '@portage/contract/orders/new-order';
import type { FieldErrors } from '../lib/field-message.ts';
import { type WizardStep, wizardSteps } from './wizard-address.ts';

export const stepOfPart = {
  originAddress: 'origin',
  returnFrom: 'origin',
  recipient: 'recipient',
  recipientAddress: 'recipient',
  freeSearch: 'recipient',
  saveAddress: 'recipient',
  packages: 'packages',
  packageCount: 'packages',
  minimumAge: 'packages',
  ...byText(() => 'packages' as const),
  tags: 'packages',
  customFields: 'packages',
  service: 'rate',
  window: 'rate',
  deliveryService: 'deliveryService',
  signatureRequired: 'deliveryService',
} as const satisfies Readonly<Record<string, WizardStep>>;

export function isOrderPart(part: string): part is keyof typeof stepOfPart {
  return Object.hasOwn(stepOfPart, part);
}

/** The page of a field; the review for unknown paths. */
export function stepOfPath(path: string): number {
  const [part = ''] = path.split('.');
  return wizardSteps.indexOf(isOrderPart(part) ? stepOfPart[part] : 'review');
}

export function errorsOfStep(errors: FieldErrors, step: number): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stepOfPath(path) === step));
}

export function firstStepWithError(errors: FieldErrors): number | undefined {
  const steps = Object.keys(errors).map(stepOfPath);
  return steps.length === 0 ? undefined : Math.min(...steps);
}

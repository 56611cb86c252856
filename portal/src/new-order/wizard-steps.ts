import { byText } from '@portage/contract/orders/order-texts';
import type { DraftErrors } from '../order/order-form/read-draft.ts';

/** The six pages of the wizard, in order (spec 2 §2). */
export const wizardSteps = [
  'origin',
  'recipient',
  'packages',
  'rate',
  'deliveryService',
  'review',
] as const;
export type WizardStep = (typeof wizardSteps)[number];

export const LAST_STEP = wizardSteps.length - 1;

/** Clamps a page index to the wizard (spec 2 §4); 0 for other values. */
export function clampStep(index: number): number {
  return Number.isInteger(index) ? Math.min(Math.max(index, 0), LAST_STEP) : 0;
}

/** The page of each part of an order. */
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

export function errorsOfStep(errors: DraftErrors, step: number): DraftErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stepOfPath(path) === step));
}

/** The first page with an error. */
export function firstStepWithError(errors: DraftErrors): number | undefined {
  const steps = Object.keys(errors).map(stepOfPath);
  return steps.length === 0 ? undefined : Math.min(...steps);
}

/** The wizard's address. The page counts from 2; without one it is the first. */
export interface NewOrderSearch {
  /** Set for the express form. */
  readonly express?: true;
  readonly step?: number;
  /** Id of the draft; the route adds a new one. */
  readonly draft?: string;
  /** Id of the order to duplicate. */
  readonly duplicate?: string;
  /** Id of the order to return. */
  readonly return?: string;
}

/** Parses the wizard's address. */
export function readNewOrderSearch(address: Readonly<Record<string, unknown>>): NewOrderSearch {
  const { express, step, draft, duplicate, return: returned } = address;
  return {
    // `/new?express` has it without a value.
    ...(express !== undefined && express !== false && { express: true as const }),
    ...searchOfStep(clampStep(Number(step) - 1)),
    ...(typeof draft === 'string' && { draft }),
    ...(typeof duplicate === 'string' && { duplicate }),
    ...(typeof returned === 'string' && { return: returned }),
  };
}

/** The address of a page by index. */
export function searchOfStep(
  index: number,
  { step: _step, ...search }: NewOrderSearch = {},
): NewOrderSearch {
  return index === 0 ? search : { ...search, step: index + 1 };
}

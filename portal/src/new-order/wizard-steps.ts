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

/** The index of the page that submits. */
export const LAST_STEP = wizardSteps.length - 1;

/** Keeps a page index within the wizard (spec 2 §4); what is no page is the first one. */
export function clampStep(index: number): number {
  return Number.isInteger(index) ? Math.min(Math.max(index, 0), LAST_STEP) : 0;
}

/** The page that shows each part of an order. */
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
  refNumber: 'packages',
  merchantDisplayName: 'packages',
  tags: 'packages',
  notes: 'packages',
  customFields: 'packages',
  service: 'rate',
  window: 'rate',
  deliveryService: 'deliveryService',
  signatureRequired: 'deliveryService',
} as const satisfies Readonly<Record<string, WizardStep>>;

/** Whether a page of the wizard shows the part. */
export function isOrderPart(part: string): part is keyof typeof stepOfPart {
  return Object.hasOwn(stepOfPart, part);
}

/** The index of the page that holds a field; a path that no page shows belongs to the review. */
export function stepOfPath(path: string): number {
  const [part = ''] = path.split('.');
  return wizardSteps.indexOf(isOrderPart(part) ? stepOfPart[part] : 'review');
}

/** The errors of the fields that one page shows. */
export function errorsOfStep(errors: DraftErrors, step: number): DraftErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stepOfPath(path) === step));
}

/** The first page with an error, or undefined when there is none. */
export function firstStepWithError(errors: DraftErrors): number | undefined {
  const steps = Object.keys(errors).map(stepOfPath);
  return steps.length === 0 ? undefined : Math.min(...steps);
}

/** What the address of the wizard says: the number of the page, from 2 on; none is the first page. */
export interface NewOrderSearch {
  /** Set for the express form, which shows everything on one page. */
  readonly express?: true;
  readonly step?: number;
  /** Id of the draft that is being entered; the route gives a new one to who comes without. */
  readonly draft?: string;
  /** Id of the order that is created once more. */
  readonly duplicate?: string;
  /** Id of the order that is sent back. */
  readonly return?: string;
}

/** Reads the wizard's address; anything but a page is the first one. */
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

/** The address of a page, by its index, for the order of another address. */
export function searchOfStep(
  index: number,
  { step: _step, ...search }: NewOrderSearch = {},
): NewOrderSearch {
  return index === 0 ? search : { ...search, step: index + 1 };
}

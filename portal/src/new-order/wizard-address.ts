// Apart from wizard-steps.ts, since the routes import it before the sign-in form.

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

export function searchOfStep(
  index: number,
  { step: _step, ...search }: NewOrderSearch = {},
): NewOrderSearch {
  return index === 0 ? search : { ...search, step: index + 1 };
}

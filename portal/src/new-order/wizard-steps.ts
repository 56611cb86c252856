import type { Locale } from '@portage/contract/locale';
import { byText } from '@portage/contract/orders/new-order';
import type { ExplainedRates, Rate, RateRequest, RateWindow } from '@portage/contract/rates/rates';
import type { FieldErrors } from '../lib/field-message.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import {
  rateRequestOf,
  type Route,
  routeOf,
  readDraft,
  type DraftProblem,
} from '../order/order-form/read-draft.ts';
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

export interface StepRules {
  readonly phoneOptional: boolean;
  readonly language: Locale;
  readonly askRates: (request: RateRequest) => Promise<readonly Rate[]>;
  /** As shown on the page of rates. */
  readonly askOffer: (request: RateRequest) => Promise<ExplainedRates>;
  readonly askWindows: (route: Route) => Promise<readonly RateWindow[]>;
}

type WizardErrors = Readonly<Record<string, DraftProblem>>;

/** Requires any rate between the postal codes; a failed call counts as none (spec 2 §5). */
async function checkRoute(draft: OrderDraft, rules: StepRules): Promise<WizardErrors> {
  const rates = await rules
    .askRates({ ...routeOf(draft), language: rules.language })
    .catch(() => []);
  return rates.length > 0 ? {} : { 'recipientAddress.postalCode': 'cannotShip' };
}

/** Requires that the chosen service and window are still offered. */
async function checkOffer(draft: OrderDraft, rules: StepRules): Promise<WizardErrors> {
  try {
    const { rates } = await rules.askOffer(rateRequestOf(draft, rules.language));
    if (!rates.some(({ service }) => service === draft.service)) {
      return { service: 'serviceNotOffered' };
    }
    if (draft.service !== 'SCHEDULED') return {};
    const windows = await rules.askWindows(routeOf(draft));
    const isOffered = windows.some(({ start }) => start === draft.window?.start);
    return isOffered ? {} : { window: 'windowNotOffered' };
  } catch {
    return { service: 'ratesUnavailable' };
  }
}

/** Returns the errors of a page: of its fields, then of the server. */
export async function checkStep(
  step: number,
  draft: OrderDraft,
  rules: StepRules,
): Promise<FieldErrors> {
  const errors = errorsOfStep(readDraft(draft, rules).errors, step);
  if (Object.keys(errors).length > 0) return errors;
  if (wizardSteps[step] === 'recipient') return checkRoute(draft, rules);
  if (wizardSteps[step] === 'rate') return checkOffer(draft, rules);
  return {};
}

/** Returns the errors of the first invalid page between two. */
export async function checkWay(
  from: number,
  to: number,
  draft: OrderDraft,
  rules: StepRules,
): Promise<FieldErrors> {
  for (let step = from; step < to; step += 1) {
    const errors = await checkStep(step, draft, rules);
    if (Object.keys(errors).length > 0) return errors;
  }
  return {};
}

/** Returns the errors of the whole draft, for the express form. */
export async function checkWhole(draft: OrderDraft, rules: StepRules): Promise<FieldErrors> {
  const { errors } = readDraft(draft, rules);
  const { service, ...others } = errors;
  if (Object.keys(others).length > 0) return errors;
  const routeErrors = await checkRoute(draft, rules);
  if (Object.keys(routeErrors).length > 0) return routeErrors;
  return service === undefined ? checkOffer(draft, rules) : errors;
}

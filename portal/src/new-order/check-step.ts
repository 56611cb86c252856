import type { ExplainedRates, Rate, RateRequest, RateWindow } from '@portage/contract/rates/rates';
import type { Locale } from '@portage/contract/locale';
import {
  rateRequestOf,
  type Route,
  routeOf,
  type DraftErrors,
  readDraft,
  type DraftProblem,
} from '../order/order-form/read-draft.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { errorsOfStep, wizardSteps } from './wizard-steps.ts';

/** What a page must know to judge a draft. */
export interface StepRules {
  readonly phoneOptional: boolean;
  readonly language: Locale;
  readonly askRates: (request: RateRequest) => Promise<readonly Rate[]>;
  /** As shown on the page of rates. */
  readonly askOffer: (request: RateRequest) => Promise<ExplainedRates>;
  readonly askWindows: (route: Route) => Promise<readonly RateWindow[]>;
}

type WizardErrors = Readonly<Record<string, DraftProblem>>;

/** Portage ships where it has any rate; a call that fails counts as none (spec 2 §5). */
async function checkRoute(draft: OrderDraft, rules: StepRules): Promise<WizardErrors> {
  const rates = await rules
    .askRates({ ...routeOf(draft), language: rules.language })
    .catch(() => []);
  return rates.length > 0 ? {} : { 'recipientAddress.postalCode': 'cannotShip' };
}

/** What was chosen must still be offered: packages, addresses and the hour may have changed since. */
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

/** What keeps the wizard on a page: the errors of its fields, then what the server says of them. */
export async function checkStep(
  step: number,
  draft: OrderDraft,
  rules: StepRules,
): Promise<DraftErrors> {
  const errors = errorsOfStep(readDraft(draft, rules).errors, step);
  if (Object.keys(errors).length > 0) return errors;
  if (wizardSteps[step] === 'recipient') return checkRoute(draft, rules);
  if (wizardSteps[step] === 'rate') return checkOffer(draft, rules);
  return {};
}

/** What keeps a person who is on page `from` from page `to`: the errors of the first page that has any. */
export async function checkWay(
  from: number,
  to: number,
  draft: OrderDraft,
  rules: StepRules,
): Promise<DraftErrors> {
  for (let step = from; step < to; step += 1) {
    // One page after the other: what is wrong with the first one is what must be mended first.
    const errors = await checkStep(step, draft, rules);
    if (Object.keys(errors).length > 0) return errors;
  }
  return {};
}

/** What is wrong with a draft on any page, for the express form: the fields first, then what the server says. */
export async function checkWhole(draft: OrderDraft, rules: StepRules): Promise<DraftErrors> {
  const { errors } = readDraft(draft, rules);
  const { service, ...others } = errors;
  if (Object.keys(others).length > 0) return errors;
  const routeErrors = await checkRoute(draft, rules);
  if (Object.keys(routeErrors).length > 0) return routeErrors;
  return service === undefined ? checkOffer(draft, rules) : errors;
}

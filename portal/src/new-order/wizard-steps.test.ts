import { expect, test } from 'vitest';
import type { ExplainedRate, Rate, RateRequest, RateWindow } from '@portage/contract/rates/rates';
import { payloadOf } from '../order/order-form/read-draft.ts';
import { exampleDraft } from '../order/testing/example-draft.ts';
import {
  clampStep,
  LAST_STEP,
  readNewOrderSearch,
  searchOfStep,
  wizardSteps,
} from './wizard-address.ts';
import {
  checkStep,
  checkWay,
  checkWhole,
  errorsOfStep,
  firstStepWithError,
  stepOfPath,
  type StepRules,
} from './wizard-steps.ts';

test('a page index never leaves the wizard', () => {
  expect([-1, 0, 3, 5, 6, Number.NaN, 1.5].map(clampStep)).toEqual([0, 0, 3, 5, 5, 0, 0]);
});

test('every field that a user can fill belongs to a page before the review', () => {
  const { source, ...typed } = payloadOf(exampleDraft());
  expect(source).toBe('dashboard');
  for (const path of Object.keys(typed)) expect(stepOfPath(path)).toBeLessThan(LAST_STEP);
});

test('a field deep inside the payload is found on the page of its part', () => {
  expect(stepOfPath('originAddress.postalCode')).toBe(0);
  expect(stepOfPath('recipientAddress.postalCode')).toBe(1);
  expect(stepOfPath('packages.3.sizeOptions.length')).toBe(2);
  expect(stepOfPath('window.end')).toBe(3);
});

test('an error of a hidden field leads to the review', () => {
  expect(stepOfPath('orderItems.0.name')).toBe(LAST_STEP);
});

test('errors lead to the first page that has one, in any order', () => {
  const errors = { 'packages.0.refNumber': 'required', 'recipient.name': 'required' };
  expect(firstStepWithError(errors)).toBe(1);
  expect(errorsOfStep(errors, 2)).toEqual({ 'packages.0.refNumber': 'required' });
  expect(firstStepWithError({})).toBeUndefined();
});

test('the address names the page from the second on; anything else means the first', () => {
  expect(searchOfStep(0)).toEqual({});
  expect(readNewOrderSearch({ ...searchOfStep(3) })).toEqual({ step: 4 });
  expect(readNewOrderSearch({ step: '2' })).toEqual({ step: 2 });
  expect(readNewOrderSearch({ express: '' })).toEqual({ express: true });
  expect(readNewOrderSearch({ step: 99 })).toEqual({ step: 6 });
  for (const step of [undefined, 1, 0, 'x', null]) expect(readNewOrderSearch({ step })).toEqual({});
});

const nextDay: Rate = {
  name: 'Next day',
  service: 'NEXTDAY',
  price: 12,
  currency: 'CAD',
  description: 'Tomorrow',
};
const scheduled: Rate = { ...nextDay, service: 'SCHEDULED', name: 'Scheduled' };
const window: RateWindow = {
  date: '2026-11-23',
  weekday: 'monday',
  deliveryWindow: { timeStart: '09:00', timeEnd: '12:00' },
  start: 1_795_442_400_000,
  end: 1_795_453_200_000,
};

const explained = (rate: Rate): ExplainedRate => ({
  ...rate,
  breakdown: {
    packages: 1,
    base: rate.price,
    zone: 0,
    weight: 0,
    size: 0,
    reach: 'metro',
    originZone: 'MTL-1',
    destinationZone: 'MTL-1',
    promise: rate.description,
    tariffVersion: '2026-01',
  },
});

function rulesWith(changes: Partial<StepRules> = {}): StepRules {
  return {
    phoneOptional: false,
    language: 'en',
    askRates: async () => [nextDay, scheduled],
    askOffer: async () => ({ rates: [nextDay, scheduled].map(explained), unavailable: [] }),
    askWindows: async () => [window],
    ...changes,
  };
}
const failing = async () => {
  throw new Error('unreachable');
};
const step = (name: (typeof wizardSteps)[number]) => wizardSteps.indexOf(name);

test('a recipient whose postal code has rates from the origin is accepted', async () => {
  const asked: RateRequest[] = [];
  const askRates = async (request: RateRequest) => {
    asked.push(request);
    return [nextDay];
  };
  expect(await checkStep(step('recipient'), exampleDraft(), rulesWith({ askRates }))).toEqual({});
  expect(asked).toEqual([{ originPostalCode: 'H2Y 1Z3', postalCode: 'H1X 2B1', language: 'en' }]);
});

test('a recipient without rates, or whose rates cannot be loaded, is refused', async () => {
  const rejection = { 'recipientAddress.postalCode': 'cannotShip' };
  for (const askRates of [async () => [], failing]) {
    expect(await checkStep(step('recipient'), exampleDraft(), rulesWith({ askRates }))).toEqual(
      rejection,
    );
  }
});

test('rates are requested only when every field of the page is valid', async () => {
  const recipient = { name: '', phone: '5145550123', email: '' };
  const errors = await checkStep(
    step('recipient'),
    exampleDraft({ recipient }),
    rulesWith({ askRates: failing }),
  );
  expect(errors).toEqual({ 'recipient.name': 'required' });
});

test('a chosen service that is no longer offered is refused', async () => {
  const draft = exampleDraft({ service: 'SAMEDAY' });
  expect(await checkStep(step('rate'), draft, rulesWith())).toEqual({
    service: 'serviceNotOffered',
  });
});

test('rates that cannot be loaded do not mean that the service is no longer offered', async () => {
  const errors = await checkStep(step('rate'), exampleDraft(), rulesWith({ askOffer: failing }));
  expect(errors).toEqual({ service: 'ratesUnavailable' });
});

test('a scheduled order needs a window that is still offered', async () => {
  const inWindow = (start: number) =>
    exampleDraft({ service: 'SCHEDULED', window: { start, end: window.end } });
  expect(await checkStep(step('rate'), inWindow(window.start), rulesWith())).toEqual({});
  expect(await checkStep(step('rate'), inWindow(window.start - 1), rulesWith())).toEqual({
    window: 'windowNotOffered',
  });
});

test('skipping to the end stops at the first page with an error', async () => {
  const draft = exampleDraft({ minimumAge: '3', service: null });
  expect(await checkWay(0, LAST_STEP, draft, rulesWith())).toEqual({
    minimumAge: 'minimumAgeInvalid',
  });
  expect(await checkWay(0, LAST_STEP, exampleDraft(), rulesWith())).toEqual({});
});

test('a page names all missing fields at once, and a route without rates before the service', async () => {
  const recipient = { name: '', phone: '', email: '' };
  const draft = exampleDraft({ recipient, service: null });
  expect(await checkWhole(draft, rulesWith({ askRates: failing }))).toEqual({
    'recipient.name': 'required',
    'recipient.phone': 'required',
    service: 'serviceMissing',
  });
  const unserved = rulesWith({ askRates: async () => [] });
  expect(await checkWhole(exampleDraft({ service: null }), unserved)).toEqual({
    'recipientAddress.postalCode': 'cannotShip',
  });
  expect(await checkWhole(exampleDraft({ service: null }), rulesWith())).toEqual({
    service: 'serviceMissing',
  });
  expect(await checkWhole(exampleDraft(), rulesWith())).toEqual({});
});

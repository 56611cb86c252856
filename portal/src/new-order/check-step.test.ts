import { expect, test } from 'vitest';
import type { ExplainedRate, Rate, RateRequest, RateWindow } from '@portage/contract/rates/rates';
import { exampleDraft } from '../order/testing/example-draft.ts';
import { checkStep, checkWay, checkWhole, type StepRules } from './check-step.ts';
import { LAST_STEP, wizardSteps } from './wizard-address.ts';

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

import { expect, test } from 'vitest';
import { payloadOf } from '../order/order-form/read-draft.ts';
import { exampleDraft } from '../order/testing/example-draft.ts';
import { clampStep, LAST_STEP, readNewOrderSearch, searchOfStep } from './wizard-address.ts';
import { errorsOfStep, firstStepWithError, stepOfPath } from './wizard-steps.ts';

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

import { describe, expect, test } from 'vitest';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { editDraftOf, type EditDraft } from './current-edit.ts';
import { readEdit } from './read-edit.ts';

const order = exampleOrder({
  recipient: { name: 'Élodie Tremblay', phone: '+14165550123', email: 'elodie@example.com' },
  notes: 'Ring twice',
});
const before = editDraftOf(order);
const rules = { phoneOptional: false };

/** Reads a new form with some typed text. */
const read = (typed: Partial<EditDraft>, { phoneOptional } = rules) =>
  readEdit(before, { ...before, ...typed }, { phoneOptional });
const address = (parts: Partial<EditDraft['recipientAddress']>) => ({
  recipientAddress: { ...before.recipientAddress, ...parts },
});
const recipient = (parts: Partial<EditDraft['recipient']>) => ({
  recipient: { ...before.recipient, ...parts },
});

describe('the edit sent', () => {
  test('has only the changed fields, in their stored form', () => {
    expect(read(address({ city: ' Ottawa ', postalCode: 'k1p1j1' })).body).toEqual({
      recipientAddress: { city: 'Ottawa', postalCode: 'K1P 1J1' },
    });
    expect(read(recipient({ phone: '(647) 555-0199' })).body).toEqual({
      recipient: { phone: '+16475550199' },
    });
    expect(read(address({ isBusinessAddress: true })).body).toEqual({
      recipientAddress: { isBusinessAddress: true },
    });
    expect(read({ packageCount: '3' }).body).toEqual({ packageCount: 3 });
  });

  test('is empty when only the formatting differs', () => {
    const rewritten = recipient({ phone: '416 555-0123', name: ' Élodie Tremblay ' });
    expect(read(rewritten).body).toEqual({});
  });

  test('removes an optional field that was emptied', () => {
    expect(read({ notes: ' ' }).body).toEqual({ notes: null });
    expect(read(recipient({ email: '' })).body).toEqual({ recipient: { email: null } });
    expect(read(recipient({ phone: '' }), { phoneOptional: true }).body).toEqual({
      recipient: { phone: null },
    });
  });
});

describe('refused edits', () => {
  test.each<[string, Partial<EditDraft>, Record<string, string>]>([
    ['a missing name', recipient({ name: '' }), { 'recipient.name': 'required' }],
    ['a missing phone', recipient({ phone: '' }), { 'recipient.phone': 'required' }],
    [
      'an e-mail that is none',
      recipient({ email: 'elodie' }),
      { 'recipient.email': 'emailInvalid' },
    ],
    ['no package', { packageCount: '0' }, { packageCount: 'packageCountInvalid' }],
    ['too many packages', { packageCount: '1e9' }, { packageCount: 'packageCountInvalid' }],
    ['half a package', { packageCount: '1,5' }, { packageCount: 'packageCountInvalid' }],
    [
      'a postal code of another country',
      address({ postalCode: '14201' }),
      { 'recipientAddress.postalCode': 'postalCodeInvalid' },
    ],
    [
      'a country without its state',
      address({ country: 'US', province: '', postalCode: '14201' }),
      { 'recipientAddress.province': 'required' },
    ],
  ])('%s', (_what, typed, errors) => {
    expect(read(typed)).toEqual({ errors });
  });

  test('an order that never had a phone asks for none', () => {
    const silent = editDraftOf(exampleOrder({ recipient: { name: 'Élodie Tremblay' } }));
    expect(readEdit(silent, { ...silent, notes: 'Ring' }, rules)).toEqual({
      body: { notes: 'Ring' },
      errors: {},
    });
  });
});

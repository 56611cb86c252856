import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { chooseLocale } from '../i18n/i18n.ts';
import { fieldMessage } from './field-message.ts';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('localStorage', { setItem: () => undefined });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const messagesOf = (order: object) =>
  Object.fromEntries(
    (NewOrder.safeParse(order).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

test.each([
  ['en', /^At most 100 characters/, 'Required', /^Phone Number is invalid/],
  ['fr', /^Au plus 100 caractères/, 'Obligatoire', /^Le numéro de téléphone/],
] as const)(
  'a form says in %s what a schema without messages refuses',
  async (locale, long, missing, own) => {
    await chooseLocale(locale);
    const messages = messagesOf({
      refNumber: 'x'.repeat(101),
      service: 'NEXTDAY',
      recipient: { name: 'Ana', phone: '12' },
    });
    expect(messages['refNumber']).toMatch(long);
    expect(messages['recipientAddress']).toBe(missing);
    expect(fieldMessage(messages['recipient.phone'] ?? '', locale)).toMatch(own);
  },
);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Locale } from '@portage/contract/locale';
import { OrderStatus } from '@portage/contract/orders/order-status';
import { Order } from '@portage/contract/orders/orders';
import { merchantProfile } from '../testing/make-merchant.ts';
import { pageOf, secretiveOrder } from '../testing/order-pages.ts';

const anyStatus = fc.constantFrom(...OrderStatus.options);
const anyLocale = fc.constantFrom(...Locale.options);

/** Parts of people that the page may show: a first name, and the merchant's contact. */
const MAY_SHOW =
  /^(?:email|trackingNumber|merchantDisplayName|recipientAddress\.city|timelineEvents\.0\.location\.city|timelineEvents\.1\.location\.city|trackingEvents\.0\.location\.city|packages\.0\.trackingNumber|.*\.trackingNumber|timeChangeEvents\.0\.externalNotes)$/;

function leavesOf(value: unknown, path: string[] = []): [path: string, leaf: string][] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
  }
  const leaf = String(value);
  return leaf.length > 3 && typeof value !== 'boolean' ? [[path.join('.'), leaf]] : [];
}

test('an order’s page shows only what the recipient may know', () => {
  const full = secretiveOrder('CREATED', true);
  expect(Object.keys(full).sort()).toEqual(Object.keys(Order.shape).sort());
  const merchant = merchantProfile({ email: 'hello@merchant.example', name: 'Secretmerchant' });
  fc.assert(
    fc.property(anyStatus, anyLocale, fc.boolean(), (status, locale, showExternalNotes) => {
      const order = secretiveOrder(status, showExternalNotes);
      const page = pageOf(order, locale, merchant);
      const shown = [...leavesOf(order), ...leavesOf(merchant)]
        .filter(([path]) => !MAY_SHOW.test(path))
        .filter(([, leaf]) => page.includes(leaf));
      expect(shown).toEqual([]);
      expect(page).not.toMatch(/secret/i);
      expect(page).toContain('Zoé');
      expect(page).toContain('Shown City');
      if (!showExternalNotes) expect(page).not.toContain('Shown? reason');
    }),
    { numRuns: 200 },
  );
});

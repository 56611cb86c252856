import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import { OrderStatus } from '@portage/contract/orders/order-status';
import { NOW, pageOf, secretiveOrder, textOf } from '../testing/order-pages.ts';
import { HOUR } from '@portage/contract/time';

const LARGEST_PAGE = 40_000;

const anyStatus = fc.constantFrom(...OrderStatus.options);

const tagsOf = (page: string) => page.match(/<[^>]*>/g);

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style></main>{merchant}{city}',
  '&lt;b&gt; &amp; <!--',
];

test('user text is escaped on the page', () => {
  const anyText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 60 }));
  fc.assert(
    fc.property(anyText, anyText, anyText, anyStatus, (brand, city, note, status) => {
      const orderWith = (texts: { brand: string; city: string; note: string }) => {
        const order = secretiveOrder(status, true);
        return {
          ...order,
          merchantDisplayName: texts.brand,
          recipientAddress: { ...order.recipientAddress, city: texts.city },
          timelineEvents: order.timelineEvents.map((event) => ({
            ...event,
            location: { city: texts.city },
          })),
          timeChangeEvents: [
            { timestamp: NOW, showExternalNotes: true, externalNotes: texts.note },
          ],
        };
      };
      const hostile = { brand: `x${brand}`, city: `x${city}`, note: `x${note}` };
      const tame = { brand: 'brand', city: 'city', note: 'note' };
      expect(tagsOf(pageOf(orderWith(hostile)))).toEqual(tagsOf(pageOf(orderWith(tame))));
    }),
  );
});

test('a page stays below 40 kB with many events and long names', () => {
  const long = (length: number) => '"'.repeat(length);
  const order = secretiveOrder('DELIVERED', true);
  const photos = Array.from({ length: 10 }, (_, index) => `/orders/1/photos/${index}`);
  const events = Array.from({ length: 400 }, (_, index) => ({
    event: index % 2 ? 'DELIVERED' : 'RECEIVED_AT_DESTINATION',
    timestamp: NOW - index * HOUR,
    trackingNumber: `${order.trackingNumber}-${(index % 99) + 1}`,
    location: { city: long(99) + String(index % 10) },
    verificationPhotosUrls: photos,
    signaturePhotosUrls: photos,
  }));
  for (const orderStatus of OrderStatus.options) {
    const longest = {
      ...order,
      orderStatus,
      merchantDisplayName: long(100),
      recipient: { name: 'Z'.repeat(30) },
      recipientAddress: { ...order.recipientAddress, city: long(100) },
      packageCount: 99,
      timelineEvents: events,
      trackingEvents: events,
      timeChangeEvents: [{ showExternalNotes: true, externalNotes: long(500) }],
    };
    for (const locale of Locale.options) {
      expect(Buffer.byteLength(pageOf(longest, locale)), orderStatus).toBeLessThan(LARGEST_PAGE);
    }
  }
});

const statusesByLocale = Locale.options.flatMap((locale) =>
  OrderStatus.options.map((status) => [status, locale] as const),
);

test.each(statusesByLocale)(
  'the page of an order that is %s reads well in %s',
  (status, locale) => {
    const page = pageOf(secretiveOrder(status, true), locale);
    expect(page).toContain(`<html lang="${REGIONAL_LOCALE[locale]}">`);
    expect(page).toMatch(/<h1>[^<]{4,}<\/h1>/);
    expect(textOf(page)).not.toMatch(/\{\w+\}|undefined|NaN|Invalid/);
  },
);

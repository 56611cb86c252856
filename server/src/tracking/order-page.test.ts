import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import { OrderStatus } from '@portage/contract/orders/order-status';
import { Order } from '@portage/contract/orders/orders';
import { HOUR } from '@portage/contract/time';
import { labelledOrder } from '../testing/labelled-order.ts';
import { merchantProfile } from '../testing/make-merchant.ts';
import { orderPage } from './order-page.ts';
import { trackingContent } from './tracking-content.ts';

/** Thursday, four in the afternoon in Toronto. */
const NOW = Date.UTC(2026, 5, 4, 20);

/** The page of an order, with links to photos that are at least as long as real ones. */
function pageOf(order: Order, locale: Locale = 'en', merchant = merchantProfile()): string {
  return orderPage(trackingContent(order, merchant), {
    locale,
    sitePath: '/track',
    now: NOW,
    linkOf: (path) => `/api/photos/${'x'.repeat(140)}${path.length}`,
  });
}

const textOf = (page: string): string =>
  page.replaceAll(/<(style|script)>.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' ');

/** A document with every field, in unique texts and amounts. */
function secretiveOrder(status: OrderStatus, showExternalNotes: boolean): Order {
  const address = {
    number: '90417',
    street: 'Secretstreet',
    unit: 'Secretunit',
    city: 'Secretcity',
    province: 'ON',
    postalCode: 'M5J 0C3',
    country: 'CA',
    sublocality: 'Secretborough',
    location: { lat: 43.64123, lng: -79.38456 },
  } as const;
  const { trackingNumber } = labelledOrder();
  const photo = (name: string) => [`/orders/secret/photos/${name}`];
  const event = {
    event: 'DELIVERED',
    timestamp: NOW - 1000,
    trackingNumber,
    location: { city: 'Eventcity' },
    verificationPhotosUrls: photo('Secretphoto'),
    signaturePhotosUrls: photo('Secretsignature'),
  };
  return labelledOrder({
    orderStatus: status,
    merchantDisplayName: 'Shown Brand',
    createdBy: 'Secretuser',
    recipient: { name: 'Zoé Secretname', email: 'secret@mail.example', phone: '+14165550142' },
    recipientAddress: { ...address, city: 'Shown City' },
    dtoRecipientAddress: address,
    originAddress: address,
    dtoOriginAddress: address,
    refNumber: 'Secretref',
    returnFrom: { name: 'Secretsender', phone: '+14165550143' },
    packages: [
      {
        trackingNumber: `${trackingNumber}-1`,
        refNumber: 'Secretbox',
        weightOptions: { weight: 7919.31, unit: 'lb' },
      },
    ],
    rateChoice: {
      service: 'SAMEDAY',
      name: 'Secretrate',
      description: 'Secretdescription',
      price: 6841.27,
      currency: 'CAD',
      epochEstimateFrom: NOW,
      epochEstimateTo: NOW,
      deliveryService: 'TO_THE_DOOR',
    },
    orderItems: [{ name: 'Secretthing', sku: 'Secretsku', quantity: 5113, unitPrice: 3391.55 }],
    originalCompleteAfter: NOW - 5000,
    originalCompleteBefore: NOW - 4000,
    minimumAge: 19,
    dispatcher: 'Secretdispatcher',
    outForDeliveryAt: NOW,
    deliveredAt: NOW,
    failedAt: NOW,
    pickupReadyAt: NOW,
    quotedAt: NOW,
    shipBy: NOW,
    attentionClosedAt: NOW,
    importId: '01990000-0000-7000-8000-000000000009',
    labelPrintedAt: NOW,
    labelStale: true,
    labelVersion: 7129,
    notes: 'Secretnotes',
    failureNotes: 'Secretfailure',
    customFields: [{ name: 'Secretfield', value: 'Secretvalue' }],
    tags: ['Secrettag'],
    timelineEvents: [event, { ...event, event: 'Secretevent' }],
    trackingEvents: [{ ...event, event: 'SCANNED', timestamp: NOW - 9e6 }],
    scanEvents: [{ trackingNumber, events: [{ time: NOW, location: 'Secretscan' }] }],
    otherScans: [{ time: NOW }],
    timeChangeEvents: [{ timestamp: NOW, showExternalNotes, externalNotes: 'Shown? reason' }],
    tasks: [
      {
        id: 'Secrettask',
        shortId: 'Secretshort',
        taskType: 'DROPOFF',
        taskStatus: 'COMPLETED',
        completionNotes: 'Secretcompletion',
        completionPhotosUrl: photo('Secrettaskphoto'),
      },
    ],
  });
}

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
    expect(page, 'words run into a time').not.toMatch(/<\/\w+><time/);
  },
);

const anyLocale = fc.constantFrom(...Locale.options);

/** Personal data that the page may show. */
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

const headlineOf = (changes: Partial<Order>, locale: Locale): string =>
  printedHeadlineOf(changes, locale).replaceAll('\u2060', '').replaceAll(/\s+/g, ' ').trim();

function printedHeadlineOf(changes: Partial<Order>, locale: Locale): string {
  const page = pageOf(labelledOrder({ orderStatus: 'OUT_FOR_DELIVERY', ...changes }), locale);
  const [, headline = ''] = /<div id="headline">(.*?)<\/div>/s.exec(page) ?? [];
  return textOf(headline);
}

const at = (time: string) => Date.parse(`${time}-04:00`);
const inWindow = (completeAfter: string, completeBefore: string): Partial<Order> => ({
  completeAfter: at(completeAfter),
  completeBefore: at(completeBefore),
});

test.each([
  [
    'Out for delivery Arriving today, 6:00–10:30 p.m.',
    'En cours de livraison Arrivée prévue aujourd’hui, de 18 h à 22 h 30',
    inWindow('2026-06-04T18:00', '2026-06-04T22:30'),
  ],
  [
    'Out for delivery Arriving tomorrow, 9:00 a.m.–9:00 p.m.',
    'En cours de livraison Arrivée prévue demain, de 9 h à 21 h',
    inWindow('2026-06-05T09:00', '2026-06-05T21:00'),
  ],
  [
    'Out for delivery Arriving by Wednesday, July 1',
    'En cours de livraison Arrivée prévue au plus tard le mercredi 1er juillet',
    inWindow('2026-06-28T18:00', '2026-07-01T22:00'),
  ],
  [
    'Out for delivery Was expected Wednesday, June 3, 6:00–10:00 p.m.',
    'En cours de livraison Était prévue le mercredi 3 juin, de 18 h à 22 h',
    inWindow('2026-06-03T18:00', '2026-06-03T22:00'),
  ],
])('a window is written in words: %s', (en, fr, changes) => {
  expect(headlineOf(changes, 'en')).toBe(en);
  expect(headlineOf(changes, 'fr')).toBe(fr);
});

test.each([
  ['en', ['Was', 'expected', 'Wednesday,', 'June 3,', '6:00–10:00 p.m.']],
  ['fr', ['Était', 'prévue', 'le mercredi', '3 juin,', 'de 18 h', 'à 22 h']],
] as const)(
  'in %s no line ends within a date or an hour, nor after a short word',
  (locale, pieces) => {
    const printed = printedHeadlineOf(inWindow('2026-06-03T18:00', '2026-06-03T22:00'), locale);
    const when = printed
      .slice(printed.search(/Was|Était/))
      .trim()
      .replaceAll('\u2060', '');
    expect(when.split(/[ \n]/)).toEqual(pieces.map((piece) => piece.replaceAll(' ', '\u00A0')));
  },
);

test('times are in the zone of the destination', () => {
  const { recipientAddress } = labelledOrder();
  const inVancouver = {
    ...inWindow('2026-06-04T18:00', '2026-06-04T22:00'),
    recipientAddress: {
      ...recipientAddress,
      city: 'Vancouver',
      province: 'BC',
      postalCode: 'V6B 1A1',
    },
  };
  expect(headlineOf(inVancouver, 'en')).toBe('Out for delivery Arriving today, 3:00–7:00 p.m.');
});

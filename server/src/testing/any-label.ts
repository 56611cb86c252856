import fc from 'fast-check';
import { DeliveryService, Service } from '@portage/contract/rates/rates';
import { labelContents } from '../labels/label-content.ts';
import { labelledOrder } from './labelled-order.ts';

/** Texts that break printers and fonts. */
const HOSTILE = [
  '^XA',
  '~JA',
  '^GFA,8,8,1,',
  '^FS^XZ',
  '_5E',
  '\\&',
  '\u001B%-12345X',
  '№ 👍🏽',
  'שלום',
  'Шевченко',
  'Đặng Thị',
  '陳偉 김철수',
  'W'.repeat(80),
  'Ünï'.repeat(60),
];

/** Starts with `x`, so it is never blank. */
export const anyText = (longest: number) =>
  fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.constantFrom(...HOSTILE, 'Tremblay-Bouchard', 'de la', 'Anne'),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((parts) => `x${parts.join(' ')}`.normalize('NFC').slice(0, longest));

export const optional = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, { nil: undefined });

const anyLogo = fc
  .tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 120 }), fc.nat(255))
  .map(([width, height, shade]) => ({
    width,
    height,
    gray: new Uint8Array(width * height).fill(shade),
  }));

const anyAddress = fc.record({
  number: optional(fc.stringMatching(/^\d{1,5}$/)),
  street: anyText(200),
  unit: optional(anyText(50)),
  city: anyText(100),
  province: fc.constant('QC'),
  postalCode: fc.constant('J2X 4B7'),
  country: fc.constantFrom('CA' as const, 'US' as const),
  isBusinessAddress: fc.boolean(),
});

export const anyChanges = fc.record({
  recipient: fc.record({ name: anyText(200) }),
  recipientAddress: anyAddress,
  dtoRecipientAddress: anyAddress,
  originAddress: anyAddress,
  merchantDisplayName: optional(anyText(100)),
  refNumber: optional(anyText(100)),
  notes: optional(anyText(2000)),
  service: fc.constantFrom(...Service.options),
  deliveryService: fc.constantFrom(...DeliveryService.options),
  deliveryType: fc.constantFrom('PARCEL' as const, 'HEAVY' as const),
  signatureRequired: fc.boolean(),
  minimumAge: optional(fc.integer({ min: 16, max: 99 })),
  labelVersion: optional(fc.integer({ min: 2, max: 99 })),
  completeAfter: optional(fc.integer({ min: 1_780_000_000_000, max: 1_790_000_000_000 })),
});

export const anyLabelContent = fc
  .record({
    changes: anyChanges,
    name: anyText(60),
    language: fc.constantFrom('en' as const, 'fr' as const),
    sortCode: fc.constantFrom('M5J', 'M5J TOR-1', '981 SEA-1', 'W0W WWWWWW-99'),
    packageCount: fc.integer({ min: 1, max: 99 }),
    logo: optional(anyLogo),
  })
  .map(({ changes, name, language, sortCode, packageCount, logo }) => {
    const order = labelledOrder({ ...changes, packages: [], packageCount });
    const trackingUrl = 'https://portage.example/track';
    const last = labelContents(order, { name, language }, trackingUrl, sortCode, logo).at(-1);
    if (!last) throw new RangeError('An order has a package');
    return last;
  });

import { NewOrder } from '@portage/contract/orders/new-order';
import { type EpochMillis, DAY, HOUR } from '@portage/contract/time';
import { demoAddress, metroOf, streetsOf, UNSERVED_STREETS } from './addresses.ts';
import type { DemoRandom } from './random.ts';

type Slip = (random: DemoRandom, order: NewOrder, at: EpochMillis) => Partial<NewOrder>;

/** Provinces without a street in the demo. */
const FOREIGN_LETTERS = ['A', 'C', 'E', 'X'];

/** Metro areas without origins, so SAMEDAY is impossible there. */
const FAR_STREETS = (['CGY', 'WPG', 'HFX'] as const).flatMap(streetsOf);

/** Detected by locating and rating only, each with its own status. */
const SLIPS = {
  addressNotFound: (random, { recipientAddress }) => {
    const { country, postalCode } = recipientAddress;
    const misread = `${random.pick(FOREIGN_LETTERS)}${postalCode.slice(1)}`;
    return {
      recipientAddress: { ...recipientAddress, postalCode: country === 'CA' ? misread : '00000' },
    };
  },

  outsideServiceArea: (random) => ({
    recipientAddress: demoAddress(random, random.pick(UNSERVED_STREETS), false),
    service: 'STANDARD',
    deliveryService: 'THRESHOLD',
    window: undefined,
  }),

  /** The decimal point of 60.0 lb is forgotten. */
  tooHeavy: (random, { packages: [first, ...others] = [] }) => ({
    packages: [
      { ...first, weightOptions: { weight: random.between(51, 84) * 10, unit: 'lb' } },
      ...others,
    ],
  }),

  serviceNotOffered: (random) => ({
    recipientAddress: demoAddress(random, random.pick(FAR_STREETS), false),
    service: 'SAMEDAY',
    deliveryService: 'THRESHOLD',
    window: undefined,
  }),

  /** Windows begin on the full hour. */
  windowNotOffered: (random, { originAddress }, at) => {
    const metro = metroOf(originAddress.postalCode) ?? 'TOR';
    const start = (Math.floor(at / DAY) + 3) * DAY + 13.5 * HOUR;
    return {
      recipientAddress: demoAddress(random, random.pick(streetsOf(metro)), false),
      service: 'SCHEDULED',
      deliveryService: 'THRESHOLD',
      window: { start, end: start + 3 * HOUR },
    };
  },
} as const satisfies Record<string, Slip>;

export type Mistake = keyof typeof SLIPS;

export function withMistake(
  random: DemoRandom,
  order: NewOrder,
  mistake: Mistake,
  at: EpochMillis,
): NewOrder {
  const slip: Slip = SLIPS[mistake];
  return NewOrder.parse({ ...order, ...slip(random, order, at) });
}

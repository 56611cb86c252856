import { transitDays } from '@portage/contract/rate-words';
import type { Service } from '@portage/contract/services';

/** When a service arrives: days are counted from the day of the order, hours are local to the origin. */
export interface ServicePromise {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly from: string;
  readonly to: string;
  /** Orders at or after this time of day are late. */
  readonly cutoff?: string;
  /** What becomes of a late order: not offered at all, or promised a day later. */
  readonly whenLate?: 'notOffered' | 'dayLater';
}

/** Hours in which drivers are on the road (product decision). */
const DAYTIME = { from: '09:00', to: '21:00' } as const;

/** Until when a SAMEDAY order is taken, on the clock of its origin (spec 2 §2). */
export const SAME_DAY_CUTOFF = '13:00';

const daysOf = (service: keyof typeof transitDays) => ({
  firstDay: transitDays[service].first,
  lastDay: transitDays[service].last,
});

/**
 * Promises of the services that name a day (spec 2 §2 for SAMEDAY and NEXTDAY). SCHEDULED has the
 * merchant's windows instead; the day of a CUSTOMER_BOOKING is the recipient's to choose.
 */
export const PROMISES: Partial<Readonly<Record<Service, ServicePromise>>> = {
  SAMEDAY: {
    firstDay: 0,
    lastDay: 0,
    from: '18:00',
    to: '22:00',
    cutoff: SAME_DAY_CUTOFF,
    whenLate: 'notOffered',
  },
  NEXTDAY: { firstDay: 1, lastDay: 1, ...DAYTIME, cutoff: '13:00', whenLate: 'dayLater' },
  STANDARD: { ...daysOf('STANDARD'), ...DAYTIME },
  FLEX: { ...daysOf('FLEX'), ...DAYTIME },
};

/** How SCHEDULED windows are cut and how far ahead they are listed (product decision). */
export const SCHEDULED_WINDOWS = { hours: 3, days: 14 } as const;

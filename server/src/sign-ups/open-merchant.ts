import { v7 as uuidv7 } from 'uuid';
import type { Address } from '@portage/contract/address';
import type { Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants';
import { Weekday } from '@portage/contract/time';
import { timeZoneOf } from '@portage/contract/time-zone';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { prepareInvitation } from '../users/invite-user.ts';

/** What a new merchant is made of. */
export interface NewMerchant {
  name: string;
  language: Locale;
  /** The main location; the time zone follows from it. */
  location: Pick<Address, 'street' | 'unit' | 'city' | 'province' | 'postalCode' | 'country'>;
  /** The first owner; `email` becomes the username. */
  owner: { name: string; email: string; phone: string | undefined };
}

/** Deliveries and pickups of every new merchant until support agrees on others with it. */
const WORKING_DAYS = Weekday.options.slice(0, 5);

function profileOf({ name, language, location }: NewMerchant, id: string): Merchant {
  return {
    id,
    name,
    language,
    timeZone: timeZoneOf(location),
    merchantLocation: location,
    additionalLocations: [],
    orderTags: [],
    phoneOptional: false,
    apiRequestMappings: [],
    merchantDisplayLogoUrls: [],
    deliveryConstraintsByWeek: {
      usuals: WORKING_DAYS.map((weekday) => ({
        weekday,
        deliveryWindow: { timeStart: '09:00', timeEnd: '21:00' },
        cutoffTime: '08:00',
      })),
      exceptions: [],
    },
    pickupConstraintsByWeek: {
      usuals: WORKING_DAYS.map((weekday) => ({
        weekday,
        cutoffTime: '13:00',
        pickupWindow: { timeStart: '13:30', timeEnd: '15:30' },
      })),
    },
    locationPricing: { pricingRows: [] },
  };
}

/**
 * Prepares a new merchant, and gives what creates it in a transaction and invites its first owner by
 * mail. Raises `busy`, and the transaction `username_taken`.
 */
export async function prepareMerchant(
  deps: Pick<Deps, 'clock' | 'identity' | 'portalUrl'>,
  newMerchant: NewMerchant,
): Promise<(trx: Executor) => Promise<Merchant>> {
  const now = deps.clock.now();
  const merchant = profileOf(newMerchant, uuidv7({ msecs: now }));
  const { name, email, phone } = newMerchant.owner;
  const owner = { username: email, name, phone, role: 'owner' } as const;
  const invite = await prepareInvitation(deps, merchant, owner, { actor: 'operator' });
  return async (trx) => {
    await createMerchant(trx, merchant);
    await recordSecurityEvent(trx, {
      at: now,
      action: 'merchant.created',
      actor: 'operator',
      subject: merchant.name,
      merchantId: merchant.id,
    });
    await invite(trx);
    return merchant;
  };
}

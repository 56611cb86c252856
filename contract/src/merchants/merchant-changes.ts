import { z } from 'zod';
import { NewLocation } from '../addresses/address.ts';
import { endpoint } from '../endpoint.ts';
import { MinimumAge, ProfileTag } from '../orders/new-order.ts';
import { Email, requiredText } from '../text.ts';
import { CalendarDate, TimeOfDay } from '../time.ts';
import { LogoUrl } from './image-url.ts';
import { ApiRequestMapping, Merchant, MerchantDisplayLogo } from './merchants.ts';

export const PROFILE_LIMITS = {
  orderTags: 200,
  merchantDisplayLogoUrls: 100,
  additionalLocations: 100,
  exceptions: 200,
} as const;

/** At least one (spec 2 §5), without repeats. */
const Tags = z
  .array(ProfileTag)
  .min(1, 'tagRequired')
  .max(PROFILE_LIMITS.orderTags)
  .overwrite((tags) => [...new Set(tags)]);

/** A closed day, or with `cutoffTime` a short one. */
export const NewException = z.strictObject({
  date: CalendarDate.describe('In the merchant’s time zone; today or later.'),
  cutoffTime: TimeOfDay.optional().describe('Takes orders of that day until then; closed without.'),
});
export type NewException = z.infer<typeof NewException>;

const Brand = z.strictObject({ name: requiredText(100), logoUrl: LogoUrl });

type ChangeError = 'already_in_profile' | 'not_in_profile' | 'profile_full';

/** Answers the whole profile. */
const change = <Body extends z.ZodType>(
  name: string,
  summary: string,
  body: Body,
  ...errors: readonly ChangeError[]
) =>
  endpoint(`PATCH /merchants/updateMerchant/${name}`, {
    summary,
    mayCall: 'owner',
    body,
    response: Merchant,
    errors,
  });

/** Takes no payload (spec 2 §7). */
const removal = (name: string, summary: string) =>
  endpoint(`PATCH /merchants/updateMerchant/${name}`, {
    summary,
    mayCall: 'owner',
    response: Merchant,
    errors: ['not_in_profile'],
  });

const EXCEPTIONS_PATH = '/merchants/deliveryConstraintsByWeek/exceptions';

export const merchantChangeEndpoints = {
  confirmLocation: endpoint('PATCH /merchants/updateMerchant/confirmLocation', {
    summary: 'Confirm that orders are picked up at the main location',
    mayCall: 'owner',
    response: Merchant,
  }),
  addOrderTags: change(
    'addOrderTags',
    'Add tags that orders can have',
    Tags,
    'already_in_profile',
    'profile_full',
  ),
  removeOrderTags: change(
    'removeOrderTags',
    'Remove tags that orders can have',
    Tags,
    'not_in_profile',
  ),
  addEmail: change(
    'addEmail',
    'Set the e-mail address',
    z.strictObject({ email: Email }),
    'already_in_profile',
  ),
  removeEmail: removal('removeEmail', 'Remove the e-mail address'),
  addLogoUrl: change(
    'addLogoUrl',
    'Set the logo',
    z.strictObject({ logoUrl: LogoUrl }),
    'already_in_profile',
  ),
  removeLogoUrl: removal('removeLogoUrl', 'Remove the logo'),
  addMinimumAge: change(
    'addMinimumAge',
    'Set the minimum age of recipients',
    z.strictObject({ age: MinimumAge }),
    'already_in_profile',
  ),
  deleteMinimumAge: removal('deleteMinimumAge', 'Remove the minimum age'),
  addApiRequestMappings: change(
    'addApiRequestMappings',
    'Read a field of incoming orders as another one',
    ApiRequestMapping,
    'already_in_profile',
  ),
  removeApiRequestMappings: change(
    'removeApiRequestMappings',
    'Stop reading a field of incoming orders as another one',
    ApiRequestMapping,
    'not_in_profile',
  ),
  addMerchantDisplayLogoUrls: change(
    'addMerchantDisplayLogoUrls',
    'Add a sub-brand with its logo',
    Brand,
    'already_in_profile',
    'profile_full',
  ),
  removeMerchantDisplayLogoUrls: change(
    'removeMerchantDisplayLogoUrls',
    'Remove a sub-brand',
    MerchantDisplayLogo,
    'not_in_profile',
  ),
  addAdditionalLocations: change(
    'addAdditionalLocations',
    'Add a location to ship from',
    NewLocation,
    'already_in_profile',
    'profile_full',
  ),
  removeAdditionalLocations: change(
    'removeAdditionalLocations',
    'Remove a location to ship from',
    NewLocation,
    'not_in_profile',
  ),
  addException: endpoint(`POST ${EXCEPTIONS_PATH}`, {
    summary: 'Add a day that is closed, or one with an early cutoff',
    mayCall: 'owner',
    body: NewException,
    status: 201,
    response: Merchant,
    errors: ['already_in_profile', 'profile_full'],
  }),
  removeException: endpoint(`DELETE ${EXCEPTIONS_PATH}`, {
    summary: 'Remove an exception: the day is a usual one again',
    mayCall: 'owner',
    query: z.object({ date: CalendarDate }),
    response: Merchant,
    errors: ['not_in_profile'],
  }),
};

import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { EpochMillis } from '../time.ts';
import { ASKS_PLATFORM, ShopDomain, ShopLink } from './shop.ts';

/** Signed as a whole, so nothing of it is dropped. */
export const InstallQuery = z
  .looseObject({
    // Keeps the capitals that were signed.
    shop: z.string().refine((domain) => ShopDomain.safeParse(domain).success),
    hmac: z.string().regex(/^[0-9a-f]{64}$/i),
    timestamp: z.string().regex(/^\d{1,12}$/),
  })
  .catchall(z.string().max(4000));

/** A part of the set-up that the shop refused. */
export const ShopRefusal = z.object({
  part: z.string().describe('`rates`, or the topic of a webhook.'),
  message: z.string().describe('In the platform’s words.'),
});
export type ShopRefusal = z.infer<typeof ShopRefusal>;

export const ShopConnection = namedObject('ShopConnection', {
  webhooks: z.int().describe('Webhooks that reach Portage.'),
  webhooksNeeded: z.int(),
  hasRates: z.boolean().describe('True if the checkout asks Portage for rates.'),
  isAddressCurrent: z
    .boolean()
    .describe('False where the shop calls an address that Portage had before.'),
  refusals: z.array(ShopRefusal).describe('Of the last set-up.'),
  ordersRefused: z
    .string()
    .optional()
    .describe('Why orders cannot be read, in the platform’s words.'),
  readAt: EpochMillis.optional().describe('Time when orders were last read.'),
  lastError: z.object({ message: z.string(), at: EpochMillis }).optional(),
});
export type ShopConnection = z.infer<typeof ShopConnection>;

const NoLink = z.object({ link: ShopLink.optional() });

export const shopLinkEndpoints = {
  start: endpoint('POST /link/start', {
    summary: 'Verify the install request of a shop, and get a link token of 10 minutes for it',
    mayCall: 'anyone',
    body: z.object({ query: InstallQuery }),
    response: z.object({ shop: z.string(), linkToken: z.string() }),
    errors: ['shop_signature_invalid'],
  }),
  authorize: endpoint('POST /link/authorize', {
    summary: 'Link the shop of a link token to the merchant; answers where the browser goes next',
    mayCall: 'owner',
    needsRecentSignIn: true,
    body: z.object({
      linkToken: z.string().max(2000),
      replaces: z.boolean().default(false).describe('Replace another shop that is linked.'),
    }),
    response: z.object({ redirectUrl: z.string() }),
    errors: ['shop_link_expired', 'shop_linked_elsewhere', 'other_shop_linked'],
  }),
  finish: endpoint('POST /link/finish', {
    summary: 'Link the shop that the browser came back from; only for the user who began',
    mayCall: 'owner',
    body: z.object({ finishToken: z.string().max(4000) }),
    response: z.object({ shop: z.string() }),
    errors: [
      'shop_link_expired',
      'shop_link_of_other_user',
      'shop_linked_elsewhere',
      'shop_unavailable',
      'shop_frozen',
    ],
  }),
  linkAgain: endpoint('POST /link/again', {
    summary: 'Ask the linked shop to authorize Portage again; answers where the browser goes next',
    mayCall: 'owner',
    needsRecentSignIn: true,
    response: z.object({ redirectUrl: z.string() }),
    errors: ['shop_not_linked'],
  }),
  get: endpoint('GET /link', {
    summary: 'The shop that is linked, if any',
    mayCall: 'user',
    response: NoLink,
  }),
  change: endpoint('PATCH /link', {
    summary: 'Change the settings of the link',
    mayCall: 'owner',
    body: z.object({ placesOrders: z.boolean() }),
    response: ShopLink,
    errors: ['shop_not_linked'],
  }),
  connection: endpoint('GET /link/connection', {
    summary: 'State of the shop’s connection, as the shop reports it',
    mayCall: 'user',
    response: ShopConnection,
    errors: ASKS_PLATFORM,
  }),
  setUp: endpoint('POST /link/set_up', {
    summary: 'Set up the webhooks and rates of the shop again',
    mayCall: 'owner',
    response: ShopConnection,
    errors: ASKS_PLATFORM,
  }),
  unlink: endpoint('DELETE /link', {
    summary:
      'Unlink the shop; its orders stay for up to 30 days, delivery orders without recipients',
    mayCall: 'owner',
    needsRecentSignIn: true,
    query: z.object({ shop: ShopDomain }),
    errors: ['shop_not_linked'],
  }),
};

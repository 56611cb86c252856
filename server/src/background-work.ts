import type { TaskList } from 'graphile-worker';
import { Locale } from '@portage/contract/locale';
import { EpochMillis } from '@portage/contract/time';
import { z } from 'zod';
import { purgeDeletedAddresses } from './addresses/purge-deleted-addresses.ts';
import { forgetOldSecurityEvents } from './audit/forget-old-security-events.ts';
import { forgetOldEvents } from './carrier/forget-old-events.ts';
import { forgetOldKeys } from './idempotency/forget-old-keys.ts';
import { forgetOldLogos } from './logos/forget-old-logos.ts';
import { forgetOldMails } from './mail/forget-old-mails.ts';
import { sendMail } from './mail/send-mail.ts';
import { archiveOldOrders } from './orders/archival/archive-old-orders.ts';
import { purgeDeletedOrders } from './orders/deletion/purge-deleted-orders.ts';
import { locateAndRateOrders } from './orders/locate-and-rate-orders.ts';
import { deleteStrayPicture } from './photos/upload-photo.ts';
import { forgetExpiredRefreshTokens } from './sessions/forget-expired-refresh-tokens.ts';
import { renewSigningKeys } from './sessions/renew-signing-keys.ts';
import { forgetUnusedDevices } from './sessions/known-devices.ts';
import { sendRequestedCode } from './sign-in/send-requested-code.ts';
import { connectShop } from './shop/connect-shop.ts';
import { followShopOrder, reconcileShop } from './shop/follow-shop-order.ts';
import { readyFulfilled } from './shop/fulfill-orders.ts';
import { deleteOrdersOfUnlinkedShop } from './shop/link-shop.ts';
import { acceptsToken, redactShop } from './shop/receive-webhook.ts';
import { reconcileShops } from './shop/reconcile-shops.ts';
import { forgetEndedThrottles } from './throttle/forget-ended-throttles.ts';
import { forgetExpiredResets } from './users/forget-expired-resets.ts';
import type { Demo } from './demo.ts';
import type { Deps } from './deps.ts';
import { rollUpOrderDays } from './dashboard/roll-up-order-days.ts';
import { PrintNote, recordNotedPrint } from './orders/record-noted-print.ts';
import { deleteOldContactRequests } from './contact/delete-old-contact-requests.ts';
import { submitContactRequest } from './contact/submit-contact-request.ts';
import { forgetOldImports } from './imports/forget-old-imports.ts';
import { runImport } from './imports/run-import.ts';
import { deleteImportedOrders } from './imports/undo-import.ts';
import type { BackgroundWork } from './jobs/worker.ts';

const OrderReference = z.object({ merchantId: z.uuid(), orderId: z.uuid() });
const PlacedOrders = z.object({ merchantId: z.uuid(), orderIds: z.array(z.uuid()) });
const ImportReference = z.object({ merchantId: z.uuid(), importId: z.uuid() });
const ContactRequestReference = z.object({ contactRequestId: z.uuid() });
const MerchantReference = z.object({ merchantId: z.uuid() });
const ShopReference = MerchantReference.extend({ shop: z.string() });
const ShopOrderReference = MerchantReference.extend({
  shopOrderId: z.string(),
  isFulfilled: z.boolean().default(false),
});
const FulfilledOrder = OrderReference.extend({ username: z.string() });
const PhotoReference = OrderReference.extend({ photoId: z.uuid() });
const PasswordReset = z.object({
  username: z.string(),
  locale: Locale,
  usefulUntil: EpochMillis,
});
const MailReference = z.object({ mailId: z.uuid(), usefulUntil: EpochMillis });

/** What the jobs of linked shops do; nothing where shops cannot be linked. */
function shopTasks({ shopPlatform, ...deps }: Deps): TaskList {
  if (!shopPlatform) return { 'reconcile-shops': () => undefined };
  const shopDeps = { ...deps, shopPlatform };
  return {
    'connect-shop': (payload) => connectShop(shopDeps, MerchantReference.parse(payload).merchantId),
    'reconcile-shop': (payload) =>
      reconcileShop(shopDeps, MerchantReference.parse(payload).merchantId),
    'reconcile-shops': () => reconcileShops(deps),
    'check-shop-token': async (payload) => {
      await acceptsToken(shopDeps, ShopReference.parse(payload));
    },
    'redact-shop': (payload) => redactShop(shopDeps, ShopReference.parse(payload)),
    'follow-shop-order': (payload) => followShopOrder(shopDeps, ShopOrderReference.parse(payload)),
    'ready-fulfilled-order': async (payload) => {
      // The worker tries again, later and later.
      const isOver = await readyFulfilled(deps, FulfilledOrder.parse(payload));
      if (!isOver) throw new Error('The order that was fulfilled is not located yet');
    },
  };
}

/** What each job does. */
const productTasks = (deps: Deps): TaskList => ({
  'locate-and-rate-orders': async (payload) => {
    const { merchantId, orderIds } = PlacedOrders.parse(payload);
    await locateAndRateOrders(deps, merchantId, orderIds);
  },
  'run-import': (payload, { job }) => runImport(deps, ImportReference.parse(payload), job.attempts),
  'undo-import': (payload) => deleteImportedOrders(deps, ImportReference.parse(payload)),
  'forget-old-imports': () => forgetOldImports(deps),
  'delete-shop-orders': (payload) => deleteOrdersOfUnlinkedShop(deps, ShopReference.parse(payload)),
  'submit-contact-request': (payload, { abortSignal }) =>
    submitContactRequest(deps, {
      ...ContactRequestReference.parse(payload),
      signal: abortSignal,
    }),
  'delete-old-contact-requests': () => deleteOldContactRequests(deps),
  'record-print': (payload) => recordNotedPrint(deps, PrintNote.parse(payload)),
  'roll-up-order-days': () => rollUpOrderDays(deps),
  'delete-stray-picture': (payload) => deleteStrayPicture(deps, PhotoReference.parse(payload)),
  'send-mail': (payload, { abortSignal }) =>
    sendMail(deps, { ...MailReference.parse(payload), signal: abortSignal }),
  'request-password-reset': (payload) => sendRequestedCode(deps, PasswordReset.parse(payload)),
  'forget-old-idempotency-keys': () => forgetOldKeys(deps),
  'forget-ended-throttles': () => forgetEndedThrottles(deps),
  'forget-expired-password-resets': () => forgetExpiredResets(deps),
  'forget-expired-refresh-tokens': () => forgetExpiredRefreshTokens(deps),
  'forget-unused-devices': () => forgetUnusedDevices(deps),
  'forget-old-mails': () => forgetOldMails(deps),
  'forget-old-logos': () => forgetOldLogos(deps),
  'purge-deleted-orders': () => purgeDeletedOrders(deps),
  'purge-deleted-addresses': () => purgeDeletedAddresses(deps),
  'archive-old-orders': () => archiveOldOrders(deps),
  'forget-old-carrier-events': () => forgetOldEvents(deps),
  'forget-old-security-events': () => forgetOldSecurityEvents(deps),
  'renew-signing-keys': () => renewSigningKeys(deps),
});

/** What is done by the clock, as cron lines; of several processes one does it. */
const CRONTAB = `
  17 * * * * forget-old-idempotency-keys
  27 * * * * forget-ended-throttles
  37 * * * * forget-expired-password-resets
  47 3 * * * forget-expired-refresh-tokens
  7 4 * * * forget-old-security-events
  17 4 * * * forget-old-carrier-events
  27 4 * * * purge-deleted-orders
  47 4 * * * archive-old-orders
  57 4 * * * purge-deleted-addresses
  57 * * * * forget-old-mails
  37 4 * * * forget-old-logos
  17 5 * * * forget-unused-devices
  7 5 * * * delete-old-contact-requests
  7 * * * * renew-signing-keys
  7 3 * * * forget-old-imports
  27 3 * * * reconcile-shops
  */5 * * * * roll-up-order-days ?max=1
`;

/** Lists what each job does, and when the jobs that run by the clock run. */
export function backgroundWork(deps: Deps, demo?: Demo): BackgroundWork {
  const added = demo?.work(deps);
  return {
    tasks: { ...productTasks(deps), ...shopTasks(deps), ...added?.tasks },
    crontab: added ? `${CRONTAB}\n${added.crontab}` : CRONTAB,
  };
}

import type { Task } from 'graphile-worker';
import { Locale } from '@portage/contract/locale';
import { EpochMillis } from '@portage/contract/time';
import { z } from 'zod';
import { sendMail } from './mail/outbox.ts';
import { deleteMerchantData } from './merchant-data/delete-merchant.ts';
import { archiveOldOrders } from './orders/archive-old-orders.ts';
import { purgeDeletedOrders } from './orders/delete-orders.ts';
import { locateAndRateOrders } from './orders/locate-and-rate-orders.ts';
import { deleteStrayPicture } from './photos/upload-photo.ts';
import { renewSigningKeys } from './sessions/renew-signing-keys.ts';
import { sendRequestedCode } from './sign-in/own-password.ts';
import { redactRecipients } from './orders/redact-recipients.ts';
import { deleteOrdersOfUnlinkedShop, leaveShop } from './shop/link-shop.ts';
import { followShopOrder, reconcileShop } from './shop/read-shop-orders.ts';
import { connectShop, connectShops } from './shop/shop-connection.ts';
import { tellDeliveryEvents } from './shop/tell-delivery-events.ts';
import { readyFulfilled } from './shop/fulfill-orders.ts';
import { redactDeliveries, redactShop } from './shop/privacy.ts';
import { acceptsToken } from './shop/with-shop.ts';
import type { Demo } from './demo.ts';
import type { Deps } from './deps.ts';
import { rollUpOrderDays } from './dashboard/dashboard-routes.ts';
import { PrintNote, recordNotedPrint } from './orders/record-prints.ts';
import { submitContactRequest } from './contact/marketing-form.ts';
import { forgetOldImports, deleteImportedOrders } from './imports/import-records.ts';
import { runImport } from './imports/run-import.ts';
import { deleteOldRows, retainedTables, retention } from './jobs/retention-queries.ts';
import type { BackgroundWork } from './jobs/worker.ts';

const OrderReference = z.object({ merchantId: z.uuid(), orderId: z.uuid() });
const PlacedOrders = z.object({ merchantId: z.uuid(), orderIds: z.array(z.uuid()) });
const RedactedOrders = PlacedOrders.extend({ until: EpochMillis.optional() });
const ImportReference = z.object({ merchantId: z.uuid(), importId: z.uuid() });
const ContactRequestReference = z.object({ contactRequestId: z.uuid() });
const MerchantReference = z.object({ merchantId: z.uuid() });
const MovedShops = z.object({ moved: z.boolean().default(false) });
const ShopReference = MerchantReference.extend({ shop: z.string() });
const RedactedShop = ShopReference.extend({ receivedAt: EpochMillis.optional() });
const RedactedShopOrders = ShopReference.extend({
  shopOrderIds: z.array(z.string()),
  until: EpochMillis,
});
const LeftShop = ShopReference.extend({ encryptedToken: z.string() });
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

/** Jobs without `cron` are queued by calls. */
interface Job {
  /** Cron line in UTC. One process runs it. */
  cron?: string;
  run: Task;
}

/** Keep the database small. */
const upkeepJobs = (deps: Deps): Record<string, Job> => ({
  ...Object.fromEntries(
    retainedTables.map((table): [string, Job] => [
      `delete-old-${table}`,
      { cron: retention[table].cron, run: () => deleteOldRows(deps, table) },
    ]),
  ),
  'forget-old-imports': { cron: '7 3 * * *', run: () => forgetOldImports(deps) },
  'purge-deleted-orders': { cron: '27 4 * * *', run: () => purgeDeletedOrders(deps) },
  'archive-old-orders': { cron: '47 4 * * *', run: () => archiveOldOrders(deps) },
});

/** Do nothing where shops cannot be linked. */
function shopJobs({ shopPlatform, ...deps }: Deps): Record<string, Job> {
  const nightly = { cron: '27 3 * * *' };
  if (!shopPlatform) return { 'connect-shops': { ...nightly, run: () => undefined } };
  const shopDeps = { ...deps, shopPlatform };
  return {
    'connect-shops': {
      ...nightly,
      run: (payload) => connectShops(shopDeps, MovedShops.parse(payload)),
    },
    'reconcile-shop': {
      run: (payload) => reconcileShop(shopDeps, MerchantReference.parse(payload).merchantId),
    },
    'connect-shop': {
      run: (payload) => connectShop(shopDeps, MerchantReference.parse(payload).merchantId),
    },
    'check-shop-token': {
      run: async (payload) => {
        await acceptsToken(shopDeps, ShopReference.parse(payload));
      },
    },
    'tell-delivery-events': {
      run: (payload) => tellDeliveryEvents(shopDeps, OrderReference.parse(payload)),
    },
    'leave-shop': { run: (payload) => leaveShop(shopDeps, LeftShop.parse(payload)) },
    'redact-shop': { run: (payload) => redactShop(shopDeps, RedactedShop.parse(payload)) },
    'follow-shop-order': {
      run: (payload) => followShopOrder(shopDeps, ShopOrderReference.parse(payload)),
    },
    'ready-fulfilled-order': {
      run: async (payload) => {
        // The worker retries with growing pauses.
        const isOver = await readyFulfilled(deps, FulfilledOrder.parse(payload));
        if (!isOver) throw new Error('The order that was fulfilled is not located yet');
      },
    },
  };
}

const productJobs = (deps: Deps): Record<string, Job> => ({
  'roll-up-order-days': { cron: '*/5 * * * *', run: () => rollUpOrderDays(deps) },
  'renew-signing-keys': { cron: '7 * * * *', run: () => renewSigningKeys(deps) },
  'locate-and-rate-orders': {
    run: async (payload) => {
      const { merchantId, orderIds } = PlacedOrders.parse(payload);
      await locateAndRateOrders(deps, merchantId, orderIds);
    },
  },
  'delete-merchant': {
    run: (payload) => deleteMerchantData(deps, MerchantReference.parse(payload).merchantId),
  },
  'run-import': {
    run: (payload, { job }) => runImport(deps, ImportReference.parse(payload), job.attempts),
  },
  'undo-import': { run: (payload) => deleteImportedOrders(deps, ImportReference.parse(payload)) },
  'redact-recipients': {
    run: (payload) => redactRecipients(deps, RedactedOrders.parse(payload)),
  },
  'redact-shop-orders': {
    run: (payload) => redactDeliveries(deps, RedactedShopOrders.parse(payload)),
  },
  'delete-shop-orders': {
    run: (payload) => deleteOrdersOfUnlinkedShop(deps, ShopReference.parse(payload)),
  },
  'submit-contact-request': {
    run: (payload, { abortSignal: signal }) =>
      submitContactRequest(deps, { ...ContactRequestReference.parse(payload), signal }),
  },
  'record-print': { run: (payload) => recordNotedPrint(deps, PrintNote.parse(payload)) },
  'delete-stray-picture': {
    run: (payload) => deleteStrayPicture(deps, PhotoReference.parse(payload)),
  },
  'send-mail': {
    run: (payload, { abortSignal: signal }) =>
      sendMail(deps, { ...MailReference.parse(payload), signal }),
  },
  'request-password-reset': {
    run: (payload) => sendRequestedCode(deps, PasswordReset.parse(payload)),
  },
});

/** Not retried: the next run does the same. */
const TRIED_ONCE = new Set(['roll-up-order-days']);

export function backgroundWork(deps: Deps, demo?: Demo): BackgroundWork {
  const jobs = Object.entries({ ...upkeepJobs(deps), ...shopJobs(deps), ...productJobs(deps) });
  const lines = jobs.flatMap(([name, { cron }]) =>
    cron === undefined ? [] : `${cron} ${name}${TRIED_ONCE.has(name) ? ' ?max=1' : ''}`,
  );
  const added = demo?.work(deps);
  return {
    tasks: { ...Object.fromEntries(jobs.map(([name, { run }]) => [name, run])), ...added?.tasks },
    crontab: [...lines, ...(added ? [added.crontab] : [])].join('\n'),
  };
}

import type { JobHelpers, Task } from 'graphile-worker';
import { submitContactRequest } from './contact/marketing-form.ts';
import { rollUpOrderDays } from './dashboard/dashboard-routes.ts';
import type { Demo } from './demo.ts';
import type { Deps } from './deps.ts';
import { forgetOldImports, deleteImportedOrders } from './imports/import-records.ts';
import { runImport } from './imports/run-import.ts';
import { jobPayloads, type JobName, type JobPayload } from './jobs/job-queries.ts';
import { deleteOldRows, retainedTables, retention } from './jobs/retention-queries.ts';
import type { BackgroundWork } from './jobs/worker.ts';
import { sendMail } from './mail/outbox.ts';
import { deleteMerchantData } from './merchant-data/delete-merchant.ts';
import { archiveOldOrders } from './orders/archive-old-orders.ts';
import { purgeDeletedOrders } from './orders/delete-orders.ts';
import { locateAndRateOrders } from './orders/locate-and-rate-orders.ts';
import { recordNotedPrint } from './orders/record-prints.ts';
import { redactRecipients } from './orders/redact-recipients.ts';
import { deleteStrayPicture } from './photos/upload-photo.ts';
import { renewSigningKeys } from './sessions/renew-signing-keys.ts';
import { readyFulfilled } from './shop/fulfill-orders.ts';
import { deleteOrdersOfUnlinkedShop, leaveShop } from './shop/link-shop.ts';
import { redactDeliveries, redactShop } from './shop/privacy.ts';
import { followShopOrder, reconcileShop } from './shop/read-shop-orders.ts';
import { connectShop, connectShops } from './shop/shop-connection.ts';
import { tellDeliveryEvents } from './shop/tell-delivery-events.ts';
import { acceptsToken } from './shop/with-shop.ts';
import { sendRequestedCode } from './sign-in/own-password.ts';

/** Jobs without `cron` are queued by calls. */
interface Job {
  /** Cron line in UTC. One process runs it. */
  cron?: string;
  run: Task;
}

const queued = <Name extends JobName>(
  name: Name,
  run: (payload: JobPayload<Name>, helpers: JobHelpers) => unknown,
  timed: Pick<Job, 'cron'> = {},
): Record<string, Job> => ({
  [name]: {
    ...timed,
    run: async (payload, helpers) => {
      await run(jobPayloads[name].parse(payload) as JobPayload<Name>, helpers);
    },
  },
});

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
  if (!shopPlatform) return queued('connect-shops', () => undefined, nightly);
  const shopDeps = { ...deps, shopPlatform };
  return {
    ...queued('connect-shops', (moved) => connectShops(shopDeps, moved), nightly),
    ...queued('reconcile-shop', (changes) => reconcileShop(shopDeps, changes)),
    ...queued('connect-shop', ({ merchantId }) => connectShop(shopDeps, merchantId)),
    ...queued('check-shop-token', (shop) => acceptsToken(shopDeps, shop)),
    ...queued('tell-delivery-events', (order) => tellDeliveryEvents(shopDeps, order)),
    ...queued('leave-shop', (left) => leaveShop(shopDeps, left)),
    ...queued('redact-shop', (shop) => redactShop(shopDeps, shop)),
    ...queued('follow-shop-order', (order) => followShopOrder(shopDeps, order)),
    ...queued('ready-fulfilled-order', async (order) => {
      // The worker retries with growing pauses.
      const isOver = await readyFulfilled(deps, order);
      if (!isOver) throw new Error('The order that was fulfilled is not located yet');
    }),
  };
}

const productJobs = (deps: Deps): Record<string, Job> => ({
  'roll-up-order-days': { cron: '*/5 * * * *', run: () => rollUpOrderDays(deps) },
  'renew-signing-keys': { cron: '7 * * * *', run: () => renewSigningKeys(deps) },
  ...queued('locate-and-rate-orders', ({ merchantId, orderIds }) =>
    locateAndRateOrders(deps, merchantId, orderIds),
  ),
  ...queued('delete-merchant', ({ merchantId }) => deleteMerchantData(deps, merchantId)),
  ...queued('run-import', (key, { job }) => runImport(deps, key, job.attempts)),
  ...queued('undo-import', (key) => deleteImportedOrders(deps, key)),
  ...queued('redact-recipients', (orders) => redactRecipients(deps, orders)),
  ...queued('redact-shop-orders', (orders) => redactDeliveries(deps, orders)),
  ...queued('delete-shop-orders', (shop) => deleteOrdersOfUnlinkedShop(deps, shop)),
  ...queued('submit-contact-request', (request, { abortSignal: signal }) =>
    submitContactRequest(deps, { ...request, signal }),
  ),
  ...queued('record-print', (note) => recordNotedPrint(deps, note)),
  ...queued('delete-stray-picture', (photo) => deleteStrayPicture(deps, photo)),
  ...queued('send-mail', (mail, { job, abortSignal: signal }) =>
    sendMail(deps, { ...mail, jobId: job.id, signal }),
  ),
  ...queued('request-password-reset', (reset) => sendRequestedCode(deps, reset)),
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

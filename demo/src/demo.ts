import { sql } from 'kysely';
import type { Demo } from '../../server/src/demo.ts';
import { jobPayloads } from '../../server/src/jobs/job-queries.ts';
import { openDevelopment } from './development-shop/open-shop.ts';
import { makeDemoData } from './make-demo-data.ts';
import { demoMerchants, mapleAndPine } from './merchants.ts';
import { simulateDeliveries, simulateStop, simulationRoutes } from './simulator.ts';

export const demo: Demo = {
  signIns: demoMerchants.map(({ signIn }) => signIn),
  merchantId: mapleAndPine.profile.id,
  async hasUsers(db) {
    const usernames = demoMerchants.map(({ signIn }) => signIn.username);
    const user = await db
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(username) = any(${usernames})`)
      .executeTakeFirst();
    return user !== undefined;
  },
  makeData: makeDemoData,
  addRoutes: simulationRoutes,
  openShop: openDevelopment,
  work: (deps) => ({
    tasks: {
      'simulate-stop': (payload) => simulateStop(deps, jobPayloads['simulate-stop'].parse(payload)),
      'simulate-deliveries': () => simulateDeliveries(deps),
    },
    crontab: '*/20 * * * * simulate-deliveries ?max=1',
  }),
};

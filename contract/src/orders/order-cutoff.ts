import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { EpochMillis } from '../time.ts';

export const SameDayCutoff = z
  .object({
    closesAt: EpochMillis.describe('The next cutoff, in the time zone of the merchant.'),
    isToday: z.boolean().describe('False once the cutoff of the day has passed.'),
  })
  .meta({ id: 'SameDayCutoff' });
export type SameDayCutoff = z.infer<typeof SameDayCutoff>;

export const orderCutoffEndpoints = {
  sameDay: endpoint({
    method: 'GET',
    path: '/orders/cutoff',
    summary: 'Next same-day cutoff of the merchant',
    mayCall: 'userOrService',
    response: SameDayCutoff,
  }),
};

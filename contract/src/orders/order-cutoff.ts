import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { EpochMillis } from '../time.ts';

export const SameDayCutoff = namedObject('SameDayCutoff', {
  closesAt: EpochMillis.describe('The next cutoff, in the time zone of the merchant.'),
  isToday: z.boolean().describe('False once the cutoff of the day has passed.'),
});
export type SameDayCutoff = z.infer<typeof SameDayCutoff>;

export const orderCutoffEndpoints = {
  sameDay: endpoint('GET /orders/cutoff', {
    summary: 'Next same-day cutoff of the merchant',
    mayCall: 'userOrService',
    response: SameDayCutoff,
  }),
};

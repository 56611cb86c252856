import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';

export const FeatureFlag = z.enum(['heavy-parcel-consolidation-v1']);
export type FeatureFlag = z.infer<typeof FeatureFlag>;

export const flagEndpoints = {
  get: endpoint('GET /orders/featureFlags/{flag}', {
    summary: 'State of a feature flag for the signed-in merchant',
    mayCall: 'userOrService',
    params: z.object({
      flag: text(100).min(1).describe('The name of a feature; one that is not known is off.'),
    }),
    response: z.object({ enabled: z.boolean() }),
  }),
};

import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The features that can be switched on for a merchant or for all. */
export const FeatureFlag = z.enum(['heavy-parcel-consolidation-v1']);
export type FeatureFlag = z.infer<typeof FeatureFlag>;

/** The calls of feature flags (spec 1 §7). */
export const flagEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/orders/featureFlags/{flag}',
    summary: 'Whether a feature is on for the signed-in merchant',
    mayCall: 'userOrService',
    params: z.object({ flag: FeatureFlag }),
    status: 200,
    response: z.object({ enabled: z.boolean() }),
    errors: [],
  }),
};

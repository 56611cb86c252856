import { z } from 'zod';

/** Which order a call is about: `{id}` of its path. */
export const OrderReference = z.object({ id: z.uuid() });

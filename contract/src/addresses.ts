import { z } from 'zod';
import { Address } from './address.ts';
import { endpoint } from './endpoint.ts';
import { Recipient } from './new-order.ts';
import { text } from './text.ts';
import { EpochMillis } from './time.ts';

/** A recipient kept in the address book (spec 2 §3). */
export const SavedAddress = z
  .object({
    id: z.uuid(),
    merchantId: z.uuid(),
    createdAt: EpochMillis,
    recipient: Recipient,
    address: Address,
  })
  .meta({ id: 'SavedAddress' });
export type SavedAddress = z.infer<typeof SavedAddress>;

/** The calls of the address book (spec 2 §7). */
export const addressEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/orders/addresses',
    summary: 'Saved recipients that match a text, or the newest ones',
    mayCall: 'userOrService',
    query: z.object({ freeSearch: text(200).optional() }),
    status: 200,
    response: z.object({ addresses: z.array(SavedAddress) }),
    errors: [],
  }),
};

import { endpoint } from '../endpoint.ts';
import { OrderReference } from './orders.ts';

/** Only in a demo. */
export const simulationEndpoints = {
  start: endpoint('POST /orders/{id}/simulation', {
    summary: 'Demo only: let the simulator pick a ready order up and deliver it',
    mayCall: 'user',
    params: OrderReference,
    errors: ['order_not_found', 'order_not_ready', 'not_found'],
  }),
};

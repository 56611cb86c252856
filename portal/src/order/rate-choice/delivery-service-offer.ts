import { deliveryTypeOf } from '@portage/contract/orders/packages';
import {
  allowedDeliveryServices,
  DEFAULT_DELIVERY_SERVICE,
  type DeliveryService,
} from '@portage/contract/rates/services';
import { packagesOf } from '../order-form/draft-payload.ts';
import type { OrderDraft } from '../order-form/order-draft.ts';

/** The delivery services a draft may choose from, by its packages and service. */
export function deliveryServicesOffered(
  draft: Pick<OrderDraft, 'packages' | 'service'>,
): readonly DeliveryService[] {
  const deliveryType = deliveryTypeOf(packagesOf(draft.packages));
  return allowedDeliveryServices(deliveryType, draft.service ?? undefined);
}

/** The delivery service a draft keeps: what was chosen while it is offered, else the default (spec 2 §4). */
export function settledDeliveryService(draft: OrderDraft): DeliveryService {
  return deliveryServicesOffered(draft).includes(draft.deliveryService)
    ? draft.deliveryService
    : DEFAULT_DELIVERY_SERVICE;
}

import type { OrderEdit } from '@portage/contract/order-edits';
import { orderCan } from '@portage/contract/order-permissions';
import { isScanned } from '@portage/contract/order-selection';
import type { Order } from '@portage/contract/orders';
import type { Deps } from '../../deps.ts';
import { isFlagOn } from '../../flags/is-flag-on.ts';
import { getMerchant } from '../../merchants/get-merchant.ts';
import type { Places } from '../../places/places.ts';
import { ApiError } from '../../api-error.ts';
import type { Session } from '../../sessions/identity.ts';
import { changeOrderAlone } from '../change-orders.ts';
import { getOrder } from '../get-order.ts';
import { atLocatedAddresses, locateAddresses } from '../locate-addresses.ts';
import { applyEdit } from './apply-edit.ts';
import { changesOf } from './changes-of.ts';
import { isElsewhere } from './edited-address.ts';
import { finishEdit } from './finish-edit.ts';
import { listFieldsEditedSince } from './order-edit-queries.ts';
import { refuseConflicts } from './refuse-conflicts.ts';

async function located(places: Places, order: Order): Promise<Order> {
  const { origin, recipient } = await locateAddresses(places, order);
  if (!recipient) throw new ApiError('recipient_not_located');
  if (!origin) throw new ApiError('origin_not_located');
  return atLocatedAddresses(order, { origin, recipient });
}

/**
 * Edits an order of the merchant (spec 1 §7) and gives it as it is then; an edit that changes nothing
 * writes nothing. Raises `order_not_found`, an error with the reason once the carrier has it, what
 * `applyEdit` and `refuseConflicts` raise, and `recipient_not_located` or `origin_not_located` for an
 * address that is nowhere. Whatever is refused leaves the order as it was.
 */
export async function editOrder(
  deps: Pick<Deps, 'db' | 'clock' | 'places' | 'tariffs'>,
  session: Pick<Session, 'merchantId' | 'username'>,
  id: string,
  edit: OrderEdit,
): Promise<Order> {
  const { db, places, tariffs } = deps;
  const { merchantId, username } = session;
  const before = await getOrder(db, merchantId, id);
  const permission = orderCan.edit({ ...before, isScanned: isScanned(before) });
  if (!permission.allowed) throw new ApiError(permission.reason);

  const [merchant, heavyAllowed] = await Promise.all([
    getMerchant(db, merchantId),
    isFlagOn(db, merchantId, 'heavy-parcel-consolidation-v1'),
  ]);
  const edited = applyEdit(before, edit, { merchant, heavyAllowed });
  const changes = changesOf(before, edited);
  if (changes.length === 0) return before;
  if (edit.version !== undefined) {
    const fields = await listFieldsEditedSince(db, merchantId, id, edit.version);
    refuseConflicts(before, edited, fields);
  }
  const isMoved = isElsewhere(before.dtoRecipientAddress, edited.dtoRecipientAddress);
  const after = isMoved ? await located(places, edited) : edited;

  let isBehind = false as boolean;
  const order = await changeOrderAlone(deps, { merchantId, id }, (present, now) => {
    isBehind = present.version !== before.version;
    if (isBehind) return { order: present };
    return finishEdit(before, after, changes, username, { merchant, heavyAllowed, now, tariffs });
  });
  // Somebody or something else changed it meanwhile: begin again with the order as it is.
  return isBehind ? editOrder(deps, session, id, edit) : order;
}

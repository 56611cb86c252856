import { randomId } from '@mantine/hooks';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { ReturnFrom } from '@portage/contract/orders/new-order';
import { byDriverText } from '@portage/contract/orders/order-texts';
import type { Order } from '@portage/contract/orders/orders';
import { formatPhone } from '@portage/contract/phone';
import { deliversInWindow } from '@portage/contract/rates/services';
import { addressDraftOf } from '../../lib/address/address-draft.ts';
import { newOrderDraft, type OrderDraft, type PackageDraft } from './order-draft.ts';

type Defaults = Parameters<typeof newOrderDraft>[0] & Pick<Merchant, 'name' | 'email'>;

const written = (measure: number | undefined) => (measure === undefined ? '' : String(measure));

function packageDraftOf({ weightOptions, sizeOptions }: Order['packages'][number]): PackageDraft {
  return {
    id: randomId(),
    weightOptions: { weight: written(weightOptions?.weight), unit: weightOptions?.unit ?? 'lb' },
    sizeOptions: {
      length: written(sizeOptions?.length),
      width: written(sizeOptions?.width),
      height: written(sizeOptions?.height),
      unit: sizeOptions?.unit ?? 'inch',
    },
    refNumber: '',
  };
}

/** The service, unless it needs a window, which each order chooses. */
const serviceOf = ({ service }: Order) => (deliversInWindow(service) ? null : service);

/** The next order from the same place: its origin and its service (product decision). */
export function nextDraft(order: Order, merchant: Defaults): OrderDraft {
  return {
    ...newOrderDraft(merchant),
    originAddress: addressDraftOf(order.dtoOriginAddress),
    service: serviceOf(order),
  };
}

/** The same order once more; references and windows are each order's own. */
export function duplicateDraft(order: Order, merchant: Defaults): OrderDraft {
  const { recipient, dtoRecipientAddress, deliveryService, signatureRequired } = order;
  return {
    ...nextDraft(order, merchant),
    recipient: {
      name: recipient.name,
      phone: formatPhone(recipient.phone ?? ''),
      email: recipient.email ?? '',
    },
    returnFrom: order.returnFrom ? senderOf(order.returnFrom) : null,
    recipientAddress: {
      ...addressDraftOf(dtoRecipientAddress),
      isBusinessAddress: dtoRecipientAddress.isBusinessAddress,
    },
    packages: order.packages.map(packageDraftOf),
    minimumAge: written(order.minimumAge),
    merchantDisplayName: order.merchantDisplayName ?? '',
    tags: [...order.tags],
    ...byDriverText((name) => order[name] ?? ''),
    deliveryService,
    signatureRequired,
  };
}

const senderOf = ({ name, phone = '' }: ReturnFrom) => ({ name, phone: formatPhone(phone) });

/** Swaps the addresses of an order. A return goes back to its sender. */
export function returnDraft(order: Order, merchant: Defaults): OrderDraft {
  const { refNumber = '', dtoOriginAddress, dtoRecipientAddress } = order;
  return {
    ...duplicateDraft(order, merchant),
    originAddress: addressDraftOf(dtoRecipientAddress),
    recipient: order.returnFrom
      ? { ...senderOf(order.returnFrom), email: '' }
      : { name: merchant.name, phone: '', email: merchant.email ?? '' },
    returnFrom: order.returnFrom ? null : senderOf(order.recipient),
    recipientAddress: {
      ...addressDraftOf(dtoOriginAddress),
      isBusinessAddress: true,
    },
    refNumber,
    minimumAge: '',
    ...byDriverText(() => ''),
  };
}

import type { Order } from '@portage/contract/orders/orders';

/** A text without case, accents and curved apostrophes. */
export const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** Tells if all words occur in an order's search text; short ones begin a word. */
export function isFound(order: Order, typed: string): boolean {
  const { recipient, recipientAddress: address } = order;
  const words = [order.id, order.trackingNumber, order.refNumber ?? '', recipient.name]
    .concat(recipient.email ?? '', recipient.phone?.slice(1) ?? '', address.street, address.city)
    .concat(address.postalCode.replace(' ', ''))
    .flatMap((field) => plain(field).split(' '));
  return plain(typed)
    .split(' ')
    .every((typedWord) => {
      const forms = [typedWord, typedWord.replace(/[+().-]/g, '')].filter(
        (form, index) => index === 0 || /^\d{3,}$/.test(form),
      );
      return forms.some((form) =>
        words.some((word) => (form.length < 3 ? word.startsWith(form) : word.includes(form))),
      );
    });
}

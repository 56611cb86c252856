import type { CustomField } from '../orders/new-order.ts';

/** Fields of an order that name its shop order. */
interface WithCustomFields {
  customFields: readonly CustomField[];
}

/** A custom field with the id of a shop order. */
const ID = /^(?:shop|shopify)(?:order)?id$/;

/** Custom fields that hold the shop's own number of an order, or else its id, the best to read first. */
const NUMBERS = [/^(?:shop|shopify)ordernumber$/, /^(?:ordernumber|numerodecommande)$/, ID];

/** A name by its letters alone: `shopifyOrderId`, `Shopify order ID` and `shopify_order_id` are one. */
const lettersOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/**
 * The id of the shop order that an order links to by a custom field (spec 1 §3); undefined for an
 * order that has none. Full ids of the platform, such as `gid://shopify/Order/1`, count by their number.
 */
export function shopOrderIdOf({ customFields }: WithCustomFields): string | undefined {
  const field = customFields.find(({ name }) => ID.test(lettersOf(name)));
  return /^(?:gid:\/\/shopify\/Order\/)?(\d{1,20})$/.exec(field?.value.trim() ?? '')?.[1];
}

/** The number of the shop order that an order comes from, or else its id, when a custom field has it. */
export function shopOrderNumberOf({ customFields }: WithCustomFields): string | undefined {
  for (const number of NUMBERS) {
    const field = customFields.find(({ name }) => number.test(lettersOf(name)));
    if (field) return field.value;
  }
  return undefined;
}

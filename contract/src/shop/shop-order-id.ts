import type { CustomField } from '../orders/new-order.ts';

interface WithCustomFields {
  customFields: readonly CustomField[];
}

const ID = /^(?:shop|shopify)(?:order)?id$/;

/** Number or id, the best to read first. */
const NUMBERS = [/^(?:shop|shopify)ordernumber$/, /^(?:ordernumber|numerodecommande)$/, ID];

/** `shopifyOrderId`, `Shopify order ID` and `shopify_order_id` are one. */
const lettersOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** Reads a custom field (spec 1 §3). `gid://shopify/Order/1` counts as `1`. */
export function shopOrderIdOf({ customFields }: WithCustomFields): string | undefined {
  const field = customFields.find(({ name }) => ID.test(lettersOf(name)));
  return /^(?:gid:\/\/shopify\/Order\/)?(\d{1,20})$/.exec(field?.value.trim() ?? '')?.[1];
}

export const namesShopOrder = ({ name }: CustomField): boolean =>
  NUMBERS.some((pattern) => pattern.test(lettersOf(name)));

/** The shop's number of the order, or else its id. */
export function shopOrderNumberOf({ customFields }: WithCustomFields): string | undefined {
  for (const number of NUMBERS) {
    const field = customFields.find(({ name }) => number.test(lettersOf(name)));
    if (field) return field.value;
  }
  return undefined;
}

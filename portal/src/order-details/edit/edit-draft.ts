import { type FieldChange, readWindow, writeWindow } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import { toPhoneDigits } from '@portage/contract/phone';
import {
  type DeliveryService,
  deliversInWindow,
  type Service,
} from '@portage/contract/rates/services';
import { type AddressDraft, addressDraftOf } from '../../lib/address/address-draft.ts';
import { readNumber } from '../../ui/typed-number.ts';

/** A field of an order that can be edited in a form, by its path in `OrderEdit`. */
export type EditField = Exclude<FieldChange['field'], 'tags'>;

/** What is edited together, in one form. */
export const editGroups = {
  recipient: [
    'recipient.name',
    'recipient.phone',
    'recipient.email',
    'recipientAddress.street',
    'recipientAddress.unit',
    'recipientAddress.city',
    'recipientAddress.province',
    'recipientAddress.postalCode',
    'recipientAddress.country',
    'recipientAddress.isBusinessAddress',
  ],
  notes: ['notes'],
  packages: ['packageCount'],
  delivery: ['service', 'window', 'deliveryService'],
} as const satisfies Record<string, readonly EditField[]>;
export type EditGroup = keyof typeof editGroups;

const EDIT_FIELDS: readonly EditField[] = Object.values(editGroups).flat();

/** What of an order can be edited, as it stands in a form: texts as typed, at the paths of `OrderEdit`. */
export interface EditDraft {
  readonly recipient: { readonly name: string; readonly phone: string; readonly email: string };
  readonly recipientAddress: AddressDraft & { readonly isBusinessAddress: boolean };
  readonly notes: string;
  readonly packageCount: string;
  readonly service: Service;
  /** As `writeWindow` has it; empty without a window. */
  readonly window: string;
  readonly deliveryService: DeliveryService;
}

/** The draft of an edit that has changed nothing yet. */
export function editDraftOf(order: Order): EditDraft {
  const { recipient, dtoRecipientAddress } = order;
  return {
    recipient: {
      name: recipient.name,
      phone: recipient.phone ?? '',
      email: recipient.email ?? '',
    },
    recipientAddress: {
      ...addressDraftOf(dtoRecipientAddress),
      isBusinessAddress: dtoRecipientAddress.isBusinessAddress,
    },
    notes: order.notes ?? '',
    packageCount: String(order.packageCount),
    service: order.service,
    window: windowOf(order),
    deliveryService: order.deliveryService,
  };
}

/** The window that was booked; an estimate of ours is none. */
function windowOf({ service, originalCompleteAfter: start, originalCompleteBefore: end }: Order) {
  const isBooked = deliversInWindow(service) && start !== undefined && end !== undefined;
  return isBooked ? writeWindow({ start, end }) : '';
}

/** What a draft has at a field, as text: `true` or `false` for a mark. */
export function textAt(draft: EditDraft, field: EditField): string {
  const value = field
    .split('.')
    .reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>>)[key], draft);
  return String(value).trim();
}

/** The draft with fields taken over from another one. */
export function withFieldsOf(
  draft: EditDraft,
  other: EditDraft,
  fields: readonly EditField[],
): EditDraft {
  const isTaken: ReadonlySet<string> = new Set(fields);
  /** A part of a draft with those of its values that are taken over. */
  const merge = <Part extends object>(path: string, own: Part, theirs: Part): Part => {
    const taken = Object.entries(theirs).filter(([key]) => isTaken.has(`${path}${key}`));
    return { ...own, ...Object.fromEntries(taken) };
  };
  return {
    ...merge('', draft, other),
    recipient: merge('recipient.', draft.recipient, other.recipient),
    recipientAddress: merge('recipientAddress.', draft.recipientAddress, other.recipientAddress),
  };
}

/** The fields in which two drafts differ, spaces at the ends and the form of phone numbers aside. */
export function differingFields(one: EditDraft, other: EditDraft): EditField[] {
  return EDIT_FIELDS.filter((field) => comparable(one, field) !== comparable(other, field));
}

function comparable(draft: EditDraft, field: EditField): string {
  const text = textAt(draft, field);
  return field === 'recipient.phone' ? toPhoneDigits(text) : text;
}

/** What an empty field stands for where something may be missing: taking it out. */
const NULLABLE: ReadonlySet<EditField> = new Set([
  'recipient.email',
  'recipient.phone',
  'recipientAddress.unit',
  'notes',
]);

/** The body of the call that brings some fields of a draft into an order; not yet checked. */
export function editBodyOf(draft: EditDraft, fields: readonly EditField[]): object {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const [group = '', part] = field.split('.');
    const value = valueOf(draft, field);
    if (part === undefined) body[group] = value;
    else body[group] = { ...(body[group] as object | undefined), [part]: value };
  }
  return body;
}

function valueOf(draft: EditDraft, field: EditField): unknown {
  const text = textAt(draft, field);
  if (text === '' && NULLABLE.has(field)) return null;
  if (field === 'packageCount') return readNumber(text);
  if (field === 'window') return readWindow(text);
  return field === 'recipientAddress.isBusinessAddress' ? text === 'true' : text;
}

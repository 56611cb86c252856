import { byNote, type NoteName, noteNames } from '@portage/contract/orders/new-order';
import {
  editSubjectOf,
  type FieldChange,
  readWindow,
  writeWindow,
} from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import { toPhoneDigits } from '@portage/contract/phone';
import {
  type DeliveryService,
  deliversInWindow,
  type Service,
} from '@portage/contract/rates/rates';
import { type AddressDraft, addressDraftOf } from '../../lib/address/address-draft.ts';
import { currentSession } from '../../lib/session.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { readNumber } from '../../ui/typed-number.ts';

/** Names a field by its path in `OrderEdit`. */
export type EditField = Exclude<FieldChange['field'], 'tags'>;

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
  notes: noteNames,
  packages: ['packageCount'],
  delivery: ['service', 'window', 'deliveryService'],
} as const satisfies Record<string, readonly EditField[]>;
export type EditGroup = keyof typeof editGroups;

const EDIT_FIELDS: readonly EditField[] = Object.values(editGroups).flat();

/** Texts as typed, at the paths of `OrderEdit`. */
export type EditDraft = Readonly<Record<NoteName, string>> & {
  readonly recipient: { readonly name: string; readonly phone: string; readonly email: string };
  readonly recipientAddress: AddressDraft & { readonly isBusinessAddress: boolean };
  readonly packageCount: string;
  readonly service: Service;
  /** As `writeWindow` has it; empty without a window. */
  readonly window: string;
  readonly deliveryService: DeliveryService;
};

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
    ...byNote((name) => order[name] ?? ''),
    packageCount: String(order.packageCount),
    service: order.service,
    window: windowOf(order),
    deliveryService: order.deliveryService,
  };
}

/** An estimate is not a booked window. */
function windowOf({ service, originalCompleteAfter: start, originalCompleteBefore: end }: Order) {
  const isBooked = deliversInWindow(service) && start !== undefined && end !== undefined;
  return isBooked ? writeWindow({ start, end }) : '';
}

/** `true` or `false` for a checkbox. */
export function textAt(draft: EditDraft, field: EditField): string {
  const value = field
    .split('.')
    .reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>>)[key], draft);
  return String(value).trim();
}

export function withFieldsOf(
  draft: EditDraft,
  other: EditDraft,
  fields: readonly EditField[],
): EditDraft {
  const isTaken: ReadonlySet<string> = new Set(fields);
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

/** Ignores spaces at the ends and the form of phone numbers. */
export function differingFields(one: EditDraft, other: EditDraft): EditField[] {
  return EDIT_FIELDS.filter((field) => comparable(one, field) !== comparable(other, field));
}

function comparable(draft: EditDraft, field: EditField): string {
  const text = textAt(draft, field);
  return field === 'recipient.phone' ? toPhoneDigits(text) : text;
}

/** Fields that an empty text removes. */
const NULLABLE: ReadonlySet<EditField> = new Set([
  'recipient.email',
  'recipient.phone',
  'recipientAddress.unit',
  ...noteNames,
]);

/** Returns a body that is not yet checked. */
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

export interface EditState {
  /** As the draft began. */
  readonly order: Order;
  readonly draft: EditDraft;
  /** Changed by another user to other values. */
  readonly conflicts: readonly EditField[];
}

/** Typed fields stay, others follow. An address counts as one field. */
export function rebaseEdit(edit: EditState, newer: Order): EditState {
  const before = editDraftOf(edit.order);
  const now = editDraftOf(newer);
  const changedElsewhere = differingFields(before, now);
  const isTyped = partsOf(differingFields(before, edit.draft));
  const isContested = partsOf([...edit.conflicts, ...changedElsewhere]);
  const following = changedElsewhere.filter((field) => !isTyped(field));
  const draft = withFieldsOf(edit.draft, now, following);
  return { order: newer, draft, conflicts: differingFields(now, draft).filter(isContested) };
}

function partsOf(fields: readonly EditField[]): (field: EditField) => boolean {
  const subjects = new Set(fields.map(editSubjectOf));
  return (field) => subjects.has(editSubjectOf(field));
}

/** An edit that is neither saved nor given up. */
export interface CurrentEdit extends EditState {
  readonly group: EditGroup;
  /** Only this user sees it. */
  readonly username: string | undefined;
}

// Kept outside the row, so that redrawing the list loses no typed text.
const edits = createStore<CurrentEdit | undefined>(undefined);

export function useCurrentEdit(): CurrentEdit | undefined {
  const current = useStore(edits);
  return current?.username === currentSession()?.username ? current : undefined;
}

/** Outside of rendering. */
export const currentEdit = (): CurrentEdit | undefined => edits.get();

export function beginEdit(order: Order, group: EditGroup): void {
  const username = currentSession()?.username;
  edits.set({ order, group, draft: editDraftOf(order), conflicts: [], username });
}

export function resumeEdit(edit: CurrentEdit): void {
  edits.set(edit);
}

export function keepDraft(draft: EditDraft): void {
  const begun = edits.get();
  if (begun) edits.set({ ...begun, draft });
}

/** Returns the new state. */
export function rebaseCurrentEdit(newer: Order): EditState | undefined {
  const begun = edits.get();
  if (begun?.order.id === newer.id && newer.version > begun.order.version) {
    edits.set({ ...begun, ...rebaseEdit(begun, newer) });
  }
  return edits.get();
}

export function keepConflicts(conflicts: readonly EditField[]): void {
  const begun = edits.get();
  if (begun) edits.set({ ...begun, conflicts });
}

export function endEdit(): void {
  edits.set(undefined);
}

export function holdsWork({ order, draft }: EditState): boolean {
  return differingFields(editDraftOf(order), draft).length > 0;
}

import { editSubjectOf } from '@portage/contract/orders/order-edits';
import type { Order } from '@portage/contract/orders/orders';
import {
  differingFields,
  editDraftOf,
  type EditDraft,
  type EditField,
  withFieldsOf,
} from './edit-draft.ts';

/** An edit under way. */
export interface EditUnderWay {
  /** The order as the draft was made from it. */
  readonly order: Order;
  readonly draft: EditDraft;
  /** The fields that somebody else changed meanwhile, to something else than was typed. */
  readonly conflicts: readonly EditField[];
}

/**
 * Brings an edit up to a newer state of its order: what was not typed follows it, and what was typed
 * stays. A field that was typed and that somebody else changed is in conflict, until both are alike;
 * an address is one thing.
 */
export function meetNewer(edit: EditUnderWay, newer: Order): EditUnderWay {
  const before = editDraftOf(edit.order);
  const now = editDraftOf(newer);
  const changedElsewhere = differingFields(before, now);
  const isTyped = partsOf(differingFields(before, edit.draft));
  const isContested = partsOf([...edit.conflicts, ...changedElsewhere]);
  const following = changedElsewhere.filter((field) => !isTyped(field));
  const draft = withFieldsOf(edit.draft, now, following);
  return { order: newer, draft, conflicts: differingFields(now, draft).filter(isContested) };
}

/** Tells whether a field is part of what some fields are part of. */
function partsOf(fields: readonly EditField[]): (field: EditField) => boolean {
  const subjects = new Set(fields.map(editSubjectOf));
  return (field) => subjects.has(editSubjectOf(field));
}

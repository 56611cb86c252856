import type { Order } from '@portage/contract/orders/orders';
import { currentSession } from '../../lib/session.ts';
import { createStore, useStore } from '../../lib/store.ts';
import {
  differingFields,
  editDraftOf,
  type EditDraft,
  type EditField,
  type EditGroup,
  withFieldsOf,
} from './edit-draft.ts';
import { editSubjectOf } from '@portage/contract/orders/order-edits';

/** An edit under way. */
export interface EditState {
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

/** Tells whether a field is part of what some fields are part of. */
function partsOf(fields: readonly EditField[]): (field: EditField) => boolean {
  const subjects = new Set(fields.map(editSubjectOf));
  return (field) => subjects.has(editSubjectOf(field));
}

/** The edit of an order that was begun and neither saved nor given up. */
export interface CurrentEdit extends EditState {
  readonly group: EditGroup;
  /** Whose it is: nobody else sees it. */
  readonly username: string | undefined;
}

// Kept outside the row: a list that is read anew draws its rows anew, and what was typed must not go.
const edits = createStore<CurrentEdit | undefined>(undefined);

/** The edit that is under way; undefined when there is none. */
export function useCurrentEdit(): CurrentEdit | undefined {
  const current = useStore(edits);
  return current?.username === currentSession()?.username ? current : undefined;
}

/** The edit that is under way now, for what happens later than a rendering. */
export const currentEdit = (): CurrentEdit | undefined => edits.get();

/** Begins to edit a group of an order, in place of any other edit. */
export function beginEdit(order: Order, group: EditGroup): void {
  const username = currentSession()?.username;
  edits.set({ order, group, draft: editDraftOf(order), conflicts: [], username });
}

/** Takes up an edit that was cancelled. */
export function resumeEdit(edit: CurrentEdit): void {
  edits.set(edit);
}

/** Keeps what was typed. */
export function keepDraft(draft: EditDraft): void {
  const begun = edits.get();
  if (begun) edits.set({ ...begun, draft });
}

/** Brings the edit up to a newer state of its order; answers with what it is then. */
export function rebaseCurrentEdit(newer: Order): EditState | undefined {
  const begun = edits.get();
  if (begun?.order.id === newer.id && newer.version > begun.order.version) {
    edits.set({ ...begun, ...rebaseEdit(begun, newer) });
  }
  return edits.get();
}

/** Keeps which fields are still in conflict. */
export function keepConflicts(conflicts: readonly EditField[]): void {
  const begun = edits.get();
  if (begun) edits.set({ ...begun, conflicts });
}

/** Ends the edit, saved or not. */
export function endEdit(): void {
  edits.set(undefined);
}

/** Whether an edit holds anything that its author would miss. */
export function holdsWork({ order, draft }: EditState): boolean {
  return differingFields(editDraftOf(order), draft).length > 0;
}

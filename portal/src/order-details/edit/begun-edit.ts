import type { Order } from '@portage/contract/orders/orders';
import { currentSession } from '../../lib/session.ts';
import { createStore, useStore } from '../../lib/store.ts';
import {
  differingFields,
  editDraftOf,
  type EditDraft,
  type EditField,
  type EditGroup,
} from './edit-draft.ts';
import { type EditUnderWay, meetNewer } from './meet-newer.ts';

/** The edit of an order that was begun and neither saved nor given up. */
export interface BegunEdit extends EditUnderWay {
  readonly group: EditGroup;
  /** Whose it is: nobody else sees it. */
  readonly username: string | undefined;
}

// Kept outside the row: a list that is read anew draws its rows anew, and what was typed must not go.
const edits = createStore<BegunEdit | undefined>(undefined);

/** The edit that is under way; undefined when there is none. */
export function useBegunEdit(): BegunEdit | undefined {
  const current = useStore(edits);
  return current?.username === currentSession()?.username ? current : undefined;
}

/** The edit that is under way now, for what happens later than a rendering. */
export const currentEdit = (): BegunEdit | undefined => edits.get();

/** Begins to edit a group of an order, in place of any other edit. */
export function beginEdit(order: Order, group: EditGroup): void {
  const username = currentSession()?.username;
  edits.set({ order, group, draft: editDraftOf(order), conflicts: [], username });
}

/** Takes up an edit that was cancelled. */
export function resumeEdit(edit: BegunEdit): void {
  edits.set(edit);
}

/** Keeps what was typed. */
export function keepDraft(draft: EditDraft): void {
  const begun = edits.get();
  if (begun) edits.set({ ...begun, draft });
}

/** Brings the edit up to a newer state of its order; answers with what it is then. */
export function meetNewerOrder(newer: Order): EditUnderWay | undefined {
  const begun = edits.get();
  if (begun?.order.id === newer.id && newer.version > begun.order.version) {
    edits.set({ ...begun, ...meetNewer(begun, newer) });
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
export function holdsWork({ order, draft }: EditUnderWay): boolean {
  return differingFields(editDraftOf(order), draft).length > 0;
}

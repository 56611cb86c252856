import { z } from 'zod';
import { Attempt } from '../lib/attempt.ts';
import { OrderDraft } from '../order/order-form/order-draft.ts';

const STORAGE_KEY = 'portage.newOrder';

/** What survives a reload of the page: the draft, how far its author came, and the last submission. */
const SavedDraft = z.object({
  merchantId: z.string(),
  draft: OrderDraft,
  furthestStep: z.int(),
  attempt: Attempt.optional(),
});
export type SavedDraft = z.infer<typeof SavedDraft>;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The saved draft of this merchant; undefined when there is none or it was saved by another version. */
export function loadDraft(storage: Storage, merchantId: string): SavedDraft | undefined {
  const text = storage.getItem(STORAGE_KEY);
  if (text === null) return undefined;
  try {
    const saved = SavedDraft.parse(JSON.parse(text));
    return saved.merchantId === merchantId ? saved : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the draft for a reload. A storage that is full or forbidden only loses that comfort. */
export function saveDraft(storage: Storage, saved: SavedDraft): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(saved));
  } catch {
    clearDraft(storage);
  }
}

/** Forgets the draft. */
export function clearDraft(storage: Storage): void {
  storage.removeItem(STORAGE_KEY);
}

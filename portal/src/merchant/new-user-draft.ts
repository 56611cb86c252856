import { z } from 'zod';

const STORAGE_KEY = 'portage.newUser';

/** What is typed to create a user. */
export const NewUserDraft = z.object({ name: z.string(), email: z.string(), phone: z.string() });
export type NewUserDraft = z.infer<typeof NewUserDraft>;

/** A draft before anything is typed. */
export const EMPTY_DRAFT: NewUserDraft = { name: '', email: '', phone: '' };

/** A draft as it is kept, with the merchant it belongs to. */
const KeptDraft = z.object({ merchantId: z.string(), draft: NewUserDraft });

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The draft that a merchant's form left in the tab; undefined when there is none. */
export function loadDraft(storage: Storage, merchantId: string): NewUserDraft | undefined {
  try {
    const kept = KeptDraft.parse(JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null'));
    return kept.merchantId === merchantId ? kept.draft : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft in the tab as long as it holds anything; an empty one is forgotten. */
export function keepDraft(storage: Storage, merchantId: string, draft: NewUserDraft): void {
  const isEmpty = Object.values(draft).every((typed) => typed.trim() === '');
  if (isEmpty) clearDraft(storage);
  else storage.setItem(STORAGE_KEY, JSON.stringify({ merchantId, draft }));
}

/** Forgets the draft. */
export function clearDraft(storage: Storage): void {
  storage.removeItem(STORAGE_KEY);
}

import type { Merchant } from '@portage/contract/merchants/merchants';
import { useEffect, useState } from 'react';
import { useSession } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { holdsWork, newOrderDraft, type OrderDraft } from '../order/order-form/order-draft.ts';
import {
  draftKeeper,
  type DraftKeeper,
  type EnteredOrder,
  type LoadedDraft,
  loadDraft,
} from './draft-storage.ts';

/** Whose drafts they are: those of one person at one merchant. */
export function useDraftOwner(): string {
  const session = useSession();
  return `${session?.merchantId}/${session?.username}`;
}

interface KeptEntry {
  /** What the form begins with: the draft kept under the id, else the given one, else a blank one. */
  readonly initial: EnteredOrder & Partial<Pick<LoadedDraft, 'leftOut'>>;
  readonly keeper: DraftKeeper;
}

/** Opens the draft of an id, or begins one. */
export function useKeptEntry(
  merchant: Merchant,
  id: string,
  begun: OrderDraft | undefined,
): KeptEntry {
  const owner = useDraftOwner();
  const [entry] = useState(() => {
    const blank = newOrderDraft(merchant);
    const loaded = loadDraft(localStorage, { owner, id, blank });
    return {
      initial: loaded ?? { draft: begun ?? blank, furthestStep: 0 },
      keeper: draftKeeper(localStorage, owner, { id, loaded }),
    };
  });
  return entry;
}

/**
 * Saves the draft on the device at every change while it holds work: a reload, an expired session or
 * another page loses nothing. `onForked` is called with the new id when another tab had changed it.
 * Answers whether it is saved.
 */
export function useDraftSaving(
  merchant: Merchant,
  keeper: DraftKeeper,
  entered: EnteredOrder,
  onForked: (id: string) => void,
): boolean {
  const isWork = holdsWork(entered.draft, merchant);
  const isKept = useStore(keeper.isKept);
  useEffect(() => {
    if (!isWork) {
      keeper.discard();
      return;
    }
    const { forked } = keeper.save(entered, Date.now());
    if (forked !== undefined) onForked(forked);
  });
  return isKept || !isWork;
}

import type { Merchant } from '@portage/contract/merchants';
import { useEffect, useState } from 'react';
import { currentSession } from '../lib/session.ts';
import { clearDraft, loadDraft, type SavedDraft, saveDraft } from './draft-storage.ts';
import { holdsWork, newOrderDraft } from '../order/order-form/order-draft.ts';

/** The draft that a reload of the page left behind, or a new one. */
export function useInitialDraft(merchant: Merchant): SavedDraft {
  const [initial] = useState(
    () =>
      loadDraft(sessionStorage, merchant.id) ?? {
        merchantId: merchant.id,
        draft: newOrderDraft(merchant),
        furthestStep: 0,
      },
  );
  return initial;
}

/**
 * Keeps the draft in the tab's storage while it holds work and the wizard is open: a reload, or a
 * session that runs out, finds it again; who creates the order or leaves it is done with it.
 */
export function useDraftKeeper(merchant: Merchant, saved: SavedDraft): void {
  useEffect(() => {
    if (holdsWork(saved.draft, merchant)) saveDraft(sessionStorage, saved);
    else clearDraft(sessionStorage);
  });

  useEffect(
    () => () => {
      if (currentSession()) clearDraft(sessionStorage);
    },
    [],
  );
}

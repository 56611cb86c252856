import type { Merchant } from '@portage/contract/merchants';
import { useEffect, useState } from 'react';
import { currentSession } from '../lib/session.ts';
import { clearDraft, loadDraft, type SavedDraft, saveDraft } from './draft-storage.ts';
import { holdsWork, newOrderDraft, type OrderDraft } from '../order/order-form/order-draft.ts';

/** What the wizard begins with: a given draft, else the one that a reload left behind, else a new one. */
export function useInitialDraft(merchant: Merchant, begun: OrderDraft | undefined): SavedDraft {
  const [initial] = useState(
    () =>
      (begun ? undefined : loadDraft(sessionStorage, merchant.id)) ?? {
        merchantId: merchant.id,
        draft: begun ?? newOrderDraft(merchant),
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

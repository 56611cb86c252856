import { useEffect, useState } from 'react';
import { currentSession } from '../lib/session.ts';
import { clearDraft, keepDraft, loadDraft, type NewUserDraft } from './new-user-draft.ts';

/** The draft that a reload, or a session that ran out, left behind. */
export function useKeptDraft(merchantId: string): NewUserDraft | undefined {
  const [kept] = useState(() => loadDraft(sessionStorage, merchantId));
  return kept;
}

/** Keeps what is typed in the tab while the page is open; who leaves the page signed in is done with it. */
export function useDraftKeeper(merchantId: string, draft: NewUserDraft): void {
  useEffect(() => keepDraft(sessionStorage, merchantId, draft), [merchantId, draft]);

  useEffect(
    () => () => {
      if (currentSession()) clearDraft(sessionStorage);
    },
    [],
  );
}

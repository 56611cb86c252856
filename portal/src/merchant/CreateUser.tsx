import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '../lib/session.ts';
import {
  clearDraft,
  EMPTY_DRAFT,
  keepDraft,
  loadDraft,
  type NewUserDraft,
} from './new-user-draft.ts';
import { NewUserDialog } from './NewUserDialog.tsx';
import { useNewUserForm } from './use-new-user-form.ts';

/**
 * The button that lets another person sign in for the merchant, and its form. What was typed outlasts
 * the dialog, a reload and a session that runs out.
 */
export function CreateUser({ merchantId }: { readonly merchantId: string }) {
  const { t } = useTranslation('merchant');
  const kept = useKeptDraft(merchantId);
  const [isOpen, setIsOpen] = useState(kept !== undefined);
  const close = () => setIsOpen(false);
  const { form, submit, isPending } = useNewUserForm(kept ?? EMPTY_DRAFT, close);
  useDraftKeeper(merchantId, form.values);
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('createUser')}
      </Button>
      <NewUserDialog
        form={form}
        onSubmit={submit}
        isPending={isPending}
        isOpen={isOpen}
        onClose={close}
      />
    </>
  );
}

/** The draft that a reload, or a session that ran out, left behind. */
function useKeptDraft(merchantId: string): NewUserDraft | undefined {
  const [kept] = useState(() => loadDraft(sessionStorage, merchantId));
  return kept;
}

/** Keeps what is typed in the tab while the page is open; who leaves the page signed in is done with it. */
function useDraftKeeper(merchantId: string, draft: NewUserDraft): void {
  useEffect(() => keepDraft(sessionStorage, merchantId, draft), [merchantId, draft]);

  useEffect(
    () => () => {
      if (currentSession()) clearDraft(sessionStorage);
    },
    [],
  );
}

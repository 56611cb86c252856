import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EMPTY_DRAFT } from './new-user-draft.ts';
import { NewUserDialog } from './NewUserDialog.tsx';
import { useDraftKeeper, useKeptDraft } from './use-new-user-draft.ts';
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

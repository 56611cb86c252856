import { useEffect } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { LeaveDialog } from '../../lib/LeaveDialog.tsx';
import { endEdit, holdsWork, useCurrentEdit } from './current-edit.ts';

/** Asks before another page or the order's closing. */
export function UnsavedEdit({ openId }: { readonly openId: string | undefined }) {
  const { t } = useTranslation('orderDetail');
  const edit = useCurrentEdit();
  const editedId = edit?.order.id;
  useEffect(() => {
    if (editedId !== undefined && editedId !== openId) endEdit();
  }, [editedId, openId]);
  useEffect(() => endEdit, []);

  return (
    <LeaveDialog
      title={t('edit.leave')}
      isUnsaved={edit !== undefined && holdsWork(edit)}
      isLeaving={({ next }) => {
        const id = 'id' in next.params ? next.params.id : undefined;
        const expanded = 'expanded' in next.search ? next.search.expanded : undefined;
        return editedId !== id && editedId !== expanded;
      }}
    />
  );
}

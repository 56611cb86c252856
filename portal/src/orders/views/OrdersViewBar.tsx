import type { OrderView, ViewFilter } from '@portage/contract/order-views';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../lib/notify.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { useChangeView, useCreateView, useDeleteView } from './order-views.ts';
import { OrderViews, type ViewDialog } from './OrderViews.tsx';
import classes from './OrderViews.module.css';
import type { useOrderView } from './use-order-view.ts';

// Fetched with the first dialog that is opened.
const ViewNameDialog = lazy(async () => ({
  default: (await import('./ViewNameDialog.tsx')).ViewNameDialog,
}));
const DeleteViewDialog = lazy(async () => ({
  default: (await import('./DeleteViewDialog.tsx')).DeleteViewDialog,
}));

interface OrdersViewBarProps {
  readonly list: ReturnType<typeof useOrderView>;
  readonly filter: ViewFilter;
  /** On mobile the list has fixed columns (spec 1 §2). */
  readonly isNarrow: boolean;
  readonly hasShop: boolean;
}

/** Which view of the list is in force, what can be done with it, and which columns show. */
export function OrdersViewBar({ list, filter, isNarrow, hasShop }: OrdersViewBarProps) {
  const { t } = useTranslation('orderViews');
  const { view, columns } = list;
  const [dialog, setDialog] = useState<ViewDialog>();
  const [wasOpened, setWasOpened] = useState(false);
  if (dialog && !wasOpened) setWasOpened(true);
  const creation = useCreateView();
  const change = useChangeView();
  const deletion = useDeleteView();
  const menuButton = useRef<HTMLButtonElement>(null);

  /** The keyboard goes back to the menu, whose entry that opened the dialog is gone. */
  function close(): void {
    setDialog(undefined);
    menuButton.current?.focus();
  }

  const tellSaved = ({ name }: OrderView) =>
    notifySuccess({ about: 'shownChange', title: t('saved', { name }) });

  async function saveAsNew(name: string): Promise<void> {
    const saved = await creation.mutateAsync({ name, filter, columns });
    list.stayIn(saved);
    tellSaved(saved);
  }

  async function rename(name: string): Promise<void> {
    if (view) tellSaved(await change.mutateAsync({ id: view.id, changes: { name } }));
  }

  function saveChanges(): void {
    if (!view) return;
    change.mutate(
      { id: view.id, changes: { filter, columns } },
      {
        onSuccess: (saved) => {
          list.stayIn(saved);
          tellSaved(saved);
        },
        onError: (cause) => notifyError({ title: t('notSaved'), cause }),
      },
    );
  }

  function deleteView(): void {
    if (!view) return;
    deletion.mutate(view.id, {
      onSuccess: () => {
        list.stayIn(undefined);
        notifySuccess({ about: 'shownChange', title: t('deleted', { name: view.name }) });
      },
      onError: (cause) => notifyError({ title: t('notDeleted'), cause }),
      onSettled: close,
    });
  }

  return (
    <div className={classes['views']}>
      <OrderViews
        views={list.views}
        view={view}
        isChanged={list.isChanged}
        error={list.error}
        onRetry={list.retry}
        onChoose={list.chooseView}
        onSaveChanges={saveChanges}
        onOpen={setDialog}
        buttonRef={menuButton}
      />
      {!isNarrow && !list.error && (
        <ColumnChooser columns={columns} hasShop={hasShop} onChoose={list.chooseColumns} />
      )}
      {wasOpened && (
        <Suspense>
          <ViewNameDialog
            title={t(dialog === 'rename' ? 'renameTitle' : 'saveTitle')}
            name={dialog === 'rename' ? (view?.name ?? '') : ''}
            isOpen={dialog === 'save' || dialog === 'rename'}
            onSave={dialog === 'rename' ? rename : saveAsNew}
            onClose={close}
          />
          <DeleteViewDialog
            name={view?.name ?? ''}
            isOpen={dialog === 'delete'}
            isPending={deletion.isPending}
            onDelete={deleteView}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

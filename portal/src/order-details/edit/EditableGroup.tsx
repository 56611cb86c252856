import { Button, Loader, Skeleton, Tooltip } from '@mantine/core';
import type { Order } from '@portage/contract/orders';
import { IconPencil } from '@tabler/icons-react';
import { lazy, type ReactNode, type Ref, Suspense, useEffect, useRef, useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import { beginEdit, holdsWork, useBegunEdit } from './begun-edit.ts';
import classes from './EditableGroup.module.css';
import type { EditGroup } from './edit-draft.ts';
import { useEditRefusal } from './use-edit-refusal.ts';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';

/** Most orders are only read: the form is fetched when it is first needed. */
const loadForm = () => import('./EditForm.tsx');
const EditForm = lazy(async () => ({ default: (await loadForm()).EditForm }));

interface EditableGroupProps {
  readonly order: Order;
  readonly group: EditGroup;
  readonly title: ReactNode;
  /** Whether the merchant is offered to edit it at all. */
  readonly isOffered?: boolean;
  /** What it shows while it is not edited. */
  readonly children: ReactNode;
}

/** A part of an order’s details that turns into a form in its place. */
export function EditableGroup(props: EditableGroupProps) {
  const { order, group, title, isOffered = true, children } = props;
  const begun = useBegunEdit();
  const isEdited = begun?.order.id === order.id && begun.group === group;
  const button = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(isEdited);
  useEffect(() => {
    // The form is gone: the reader goes on where it was opened.
    if (wasEdited.current && !isEdited) button.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);

  return (
    <div>
      <div className={classes['head']}>
        <h2>{title}</h2>
        {isOffered && !isEdited && <EditButton order={order} group={group} ref={button} />}
      </div>
      {isEdited ? (
        <Suspense fallback={<Skeleton h={120} />}>
          <EditForm edit={begun} order={order} />
        </Suspense>
      ) : (
        children
      )}
    </div>
  );
}

interface EditButtonProps extends Pick<EditableGroupProps, 'order' | 'group'> {
  readonly ref: Ref<HTMLButtonElement>;
}

function EditButton({ order, group, ref }: EditButtonProps) {
  const { t } = useTranslation(['orderDetail', 'common']);
  const [isLoading, startLoading] = useTransition();
  const begun = useBegunEdit();
  const refusal = useEditRefusal(order);
  const whyNot = refusal ?? (begun && holdsWork(begun) ? t('edit.otherFirst') : undefined);

  /**
   * A form that cannot be fetched, for want of a network or since a newer portal is served, leaves the
   * page as it is. Browsers do not ask for the same code twice, so that the page is to be loaded again.
   */
  async function begin(): Promise<void> {
    if (whyNot !== undefined) return;
    try {
      await loadForm();
      beginEdit(order, group);
    } catch {
      notifyError({
        title: t('edit.loadFailed'),
        message: (
          <>
            <div>{t('edit.loadFailedText')}</div>
            <Button
              size="compact-sm"
              variant="light"
              mt={8}
              onClick={() => window.location.reload()}
            >
              {t('common:errorPage.reload')}
            </Button>
          </>
        ),
      });
    }
  }

  return (
    <Tooltip label={whyNot} disabled={whyNot === undefined} multiline maw={320}>
      <Button
        ref={ref}
        variant="subtle"
        size="compact-sm"
        // It stays what it is, and keeps the focus.
        leftSection={
          isLoading ? <Loader size={16} color="currentColor" /> : <IconPencil size={16} />
        }
        aria-busy={isLoading}
        aria-label={t(`edit.name.${group}`)}
        aria-disabled={whyNot !== undefined}
        data-disabled={whyNot !== undefined}
        onClick={() => startLoading(begin)}
      >
        {t('edit.edit')}
      </Button>
    </Tooltip>
  );
}

import { Button, Skeleton } from '@mantine/core';
import type { Order } from '@portage/contract/orders';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import { EditInPlace } from '../../ui/EditInPlace.tsx';
import { beginEdit, holdsWork, useBegunEdit } from './begun-edit.ts';
import type { EditGroup } from './edit-draft.ts';
import { useEditRefusal } from './use-edit-refusal.ts';
import '@mantine/core/styles/Skeleton.layer.css';

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
  const { t } = useTranslation(['orderDetail', 'common']);
  const begun = useBegunEdit();
  const isEdited = begun?.order.id === order.id && begun.group === group;
  const refusal = useEditRefusal(order);
  const otherFirst = begun && holdsWork(begun) ? t('edit.otherFirst') : undefined;

  /**
   * A form that cannot be fetched, for want of a network or since a newer portal is served, leaves the
   * page as it is. Browsers do not ask for the same code twice, so that the page is to be loaded again.
   */
  async function begin(): Promise<void> {
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
    <EditInPlace
      title={title}
      isEditing={isEdited}
      button={
        isOffered
          ? {
              text: t('edit.edit'),
              label: t(`edit.name.${group}`),
              whyNot: refusal ?? otherFirst,
              onEdit: begin,
            }
          : undefined
      }
      form={
        <Suspense fallback={<Skeleton h={120} />}>
          {isEdited && <EditForm edit={begun} order={order} />}
        </Suspense>
      }
    >
      {children}
    </EditInPlace>
  );
}

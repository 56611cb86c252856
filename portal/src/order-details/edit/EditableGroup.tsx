import { Skeleton, Button } from '@mantine/core';
import { type Order, summaryOf } from '@portage/contract/orders/orders';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocale, useTranslation } from '../../i18n/i18n.ts';
import { EditInPlace } from '../../ui/EditInPlace.tsx';
import { holdsWork, useCurrentEdit, type EditGroup, beginEdit } from './current-edit.ts';
import { notifyError } from '../../lib/notify.tsx';
import { orderCan } from '@portage/contract/orders/order-status';
import { reasonText } from '../../order/bulk-run/bulk-action.ts';

/** Undefined when it may. */
export function useWhyNotEditable(order: Order): string | undefined {
  const locale = useLocale();
  const summary = summaryOf(order);
  const permission = orderCan.edit(summary);
  return permission.allowed
    ? undefined
    : reasonText({ order: summary, reason: permission.reason }, locale);
}

/** Fetched late: most orders are only read. */
export const loadEditForm = () => import('./EditForm.tsx');

/** Offers a reload when the form fails: browsers request code once. */
export function useBeginEdit(order: Order): (group: EditGroup) => Promise<void> {
  const { t } = useTranslation(['orderDetail', 'common']);
  return async (group) => {
    try {
      await loadEditForm();
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
  };
}

const EditForm = lazy(async () => ({ default: (await loadEditForm()).EditForm }));

interface EditableGroupProps {
  readonly order: Order;
  readonly group: EditGroup;
  readonly title: ReactNode;
  /** False for merchants who may not edit it. */
  readonly isOffered?: boolean;
  readonly children: ReactNode;
}

export function EditableGroup(props: EditableGroupProps) {
  const { order, group, title, isOffered = true, children } = props;
  const { t } = useTranslation('orderDetail');
  const beginEdit = useBeginEdit(order);
  const begun = useCurrentEdit();
  const isEdited = begun?.order.id === order.id && begun.group === group;
  const whyNotEditable = useWhyNotEditable(order);
  const otherFirst = begun && holdsWork(begun) ? t('edit.otherFirst') : undefined;

  return (
    <EditInPlace
      title={title}
      isEditing={isEdited}
      button={
        isOffered
          ? {
              text: t('edit.edit'),
              label: t(`edit.name.${group}`),
              whyNot: whyNotEditable ?? otherFirst,
              onEdit: () => beginEdit(group),
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

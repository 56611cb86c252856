import { Skeleton } from '@mantine/core';
import type { Order } from '@portage/contract/orders/orders';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EditInPlace } from '../../ui/EditInPlace.tsx';
import { holdsWork, useCurrentEdit } from './current-edit.ts';
import type { EditGroup } from './edit-draft.ts';
import { loadEditForm, useBeginEdit, useWhyNotEditable } from './use-begin-edit.tsx';
import '@mantine/core/styles/Skeleton.layer.css';

const EditForm = lazy(async () => ({ default: (await loadEditForm()).EditForm }));

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

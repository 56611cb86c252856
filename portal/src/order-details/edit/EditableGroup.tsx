import { Button, Loader, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, type ReactNode, type Ref, Suspense, useEffect, useRef, useTransition } from 'react';
import { orderCan } from '@portage/contract/orders/order-status';
import { type Order, summaryOf } from '@portage/contract/orders/orders';
import { translate, useLocale, useTranslation } from '../../i18n/i18n.ts';
import { reasonText } from '../../order/bulk-run/bulk-action.ts';
import { withCode } from '../../order/start-actions.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { softDisabled } from '../../ui/pressed-once.ts';
import { holdsWork, useCurrentEdit, type EditGroup, beginEdit } from './current-edit.ts';
import classes from './EditableGroup.module.css';

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
const loadEditForm = () => import('./EditForm.tsx');

/** Loads the form first. */
export const openEdit = (order: Order, group: EditGroup): Promise<void> =>
  withCode(loadEditForm, () => beginEdit(order, group), translate('orderDetail:edit.loadFailed'));

const EditForm = lazy(async () => ({ default: (await loadEditForm()).EditForm }));

interface EditableGroupProps {
  readonly order: Order;
  readonly group: EditGroup;
  readonly title: ReactNode;
  /** False for merchants who may not edit it. */
  readonly isOffered?: boolean;
  readonly children: ReactNode;
}

/** The form replaces the text. The focus returns to the group's button. */
export function EditableGroup(props: EditableGroupProps) {
  const { order, group, title, isOffered = true, children } = props;
  const begun = useCurrentEdit();
  const isEdited = begun?.order.id === order.id && begun.group === group;
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(isEdited);
  useEffect(() => {
    if (wasEdited.current && !isEdited) editButton.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  return (
    <div>
      <div className={classes['head']}>
        <h2>{title}</h2>
        {isOffered && !isEdited && <EditButton order={order} group={group} ref={editButton} />}
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

/** Stays focusable where it is disabled, and tells why. */
function EditButton({ order, group, ref }: EditButtonProps) {
  const { t } = useTranslation('orderDetail');
  const begun = useCurrentEdit();
  const [isLoading, startLoading] = useTransition();
  const otherFirst = begun && holdsWork(begun) ? t('edit.otherFirst') : undefined;
  const whyNot = useWhyNotEditable(order) ?? otherFirst;
  return (
    <Hint label={whyNot} disabled={whyNot === undefined}>
      <Button
        ref={ref}
        variant="subtle"
        size="compact-sm"
        // Keeps the focus, unlike a disabled button.
        leftSection={
          isLoading ? (
            <Loader size={16} color="currentColor" />
          ) : (
            <IconPencil size={16} aria-hidden />
          )
        }
        aria-busy={isLoading}
        aria-label={t(`edit.name.${group}`)}
        {...softDisabled(whyNot !== undefined)}
        onClick={() => {
          if (whyNot === undefined) startLoading(() => openEdit(order, group));
        }}
      >
        {t('edit.edit')}
      </Button>
    </Hint>
  );
}

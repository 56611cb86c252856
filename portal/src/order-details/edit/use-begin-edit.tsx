import { Button } from '@mantine/core';
import type { Order } from '@portage/contract/orders/orders';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import { beginEdit } from './current-edit.ts';
import type { EditGroup } from './edit-draft.ts';
import { orderCan } from '@portage/contract/orders/order-permissions';
import { summaryOf } from '@portage/contract/orders/order-selection';
import { useLocale } from '../../i18n/use-locale.ts';
import { reasonText } from '../../order/bulk-run/split-by-permission.ts';

/** Why an order may not be edited, in the catalogue's words; undefined when it may. */
export function useWhyNotEditable(order: Order): string | undefined {
  const locale = useLocale();
  const summary = summaryOf(order);
  const permission = orderCan.edit(summary);
  return permission.allowed
    ? undefined
    : reasonText({ order: summary, reason: permission.reason }, locale);
}

/** Most orders are only read: the form is fetched when it is first needed. */
export const loadEditForm = () => import('./EditForm.tsx');

/**
 * Begins to edit a group of an order. A form that cannot be fetched, for want of a network or since a
 * newer portal is served, leaves the page as it is. Browsers do not ask for the same code twice, so
 * that the page is to be loaded again.
 */
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

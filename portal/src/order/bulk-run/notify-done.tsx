import { Button } from '@mantine/core';
import { i18n } from '../../i18n/i18n.ts';
import { hideNotice } from '../../lib/notices.ts';
import { notifySuccess } from '../../lib/notify.tsx';
import { focusPage } from '../../ui/use-focus-after.ts';
import { type BulkActionName, isOfShop, SAID_OF_SHOP } from './bulk-action.ts';

/** Says that a bulk action was done to all of its orders, and offers the result of each. */
export function notifyDone(action: BulkActionName, count: number, onView: () => void): void {
  const id = notifySuccess({
    about: 'orders',
    title: isOfShop(action)
      ? i18n.t(SAID_OF_SHOP[action].done, { count })
      : i18n.t(`bulk:action.${action}.done`, { count }),
    message: (
      <Button
        size="compact-sm"
        variant="light"
        mt={4}
        onClick={() => {
          hideNotice(id);
          focusPage();
          onView();
        }}
      >
        {i18n.t('bulk:results.view')}
      </Button>
    ),
  });
}

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { i18n } from '../../i18n/i18n.ts';
import { notifySuccess } from '../../lib/notify.tsx';
import { focusPage } from '../../ui/use-focus-after.ts';
import type { BulkActionName } from './bulk-action.ts';

/** Says that a bulk action was done to all of its orders, and offers the result of each. */
export function notifyDone(action: BulkActionName, count: number, onView: () => void): void {
  const id = notifySuccess({
    about: 'orders',
    title: i18n.t(`bulk:action.${action}.done`, { count }),
    message: (
      <Button
        size="compact-sm"
        variant="light"
        mt={4}
        onClick={() => {
          notifications.hide(id);
          focusPage();
          onView();
        }}
      >
        {i18n.t('bulk:results.view')}
      </Button>
    ),
  });
}

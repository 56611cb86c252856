import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../lib/notify.tsx';
import classes from '../OrdersPage.module.css';

interface NewOrdersProps {
  /** How many orders match that are not listed. */
  readonly count: number;
  /** Whether there may be more of them, and changes that do not show. */
  readonly isIncomplete: boolean;
  readonly isRefreshing: boolean;
  /** Lists the orders anew; rejects when it cannot. */
  readonly onShow: () => Promise<void>;
}

/** Says quietly that there are new orders; they are listed when the reader asks for them. */
export function NewOrders({ count, isIncomplete, isRefreshing, onShow }: NewOrdersProps) {
  const { t } = useTranslation('orders');
  const place = useRef<HTMLOutputElement>(null);

  async function show(): Promise<void> {
    try {
      await onShow();
    } catch (error) {
      notifyError({ title: t('refreshFailed'), cause: error });
      return;
    }
    // The button is gone: the reader goes on with the first order.
    requestAnimationFrame(() => {
      const first = '[data-order-id][tabindex="0"]';
      place.current?.parentElement?.querySelector<HTMLElement>(first)?.focus();
    });
  }

  return (
    <output ref={place} className={classes['place']}>
      {(count > 0 || isIncomplete) && (
        <Button
          variant="default"
          size="xs"
          radius="xl"
          className={classes['pill']}
          leftSection={<IconArrowUp size={16} aria-hidden />}
          loading={isRefreshing}
          onClick={() => void show()}
        >
          {isIncomplete ? t('changes.many') : t('changes.new', { count })}
        </Button>
      )}
    </output>
  );
}

import { Anchor } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import type { Order } from '@portage/contract/orders';
import { IconBolt, IconListNumbers } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LeaveDialog } from '../lib/LeaveDialog.tsx';
import { holdsWork, type OrderDraft } from '../order/order-form/order-draft.ts';
import { paths } from '../paths.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { ExpressForm } from './ExpressForm.tsx';
import classes from './OrderEntryForm.module.css';
import { OrderWizard } from './OrderWizard.tsx';
import { SimilarOrders } from './SimilarOrders.tsx';
import { useOrderEntry } from './use-order-entry.ts';

interface OrderEntryFormProps {
  readonly merchant: Merchant;
  /** What it begins with, if not with a blank order. */
  readonly begun: OrderDraft | undefined;
  readonly onCreated: (order: Order) => void;
}

/** Asks for one order, in six pages or in one; what was entered stays when one changes between them. */
export function OrderEntryForm({ merchant, begun, onCreated }: OrderEntryFormProps) {
  const { t } = useTranslation('newOrder');
  const { express } = useSearch({ from: '/signed-in/new' });
  const entry = useOrderEntry(merchant, begun, onCreated);
  const Icon = express ? IconListNumbers : IconBolt;
  return (
    <>
      <div className={classes['head']}>
        <PageHead
          title={t('title')}
          action={
            <Anchor
              size="sm"
              className={classes['switch'] ?? ''}
              renderRoot={(props) => (
                <Link {...props} to={paths.newOrder()} search={express ? {} : { express: true }} />
              )}
            >
              <Icon size={16} aria-hidden />
              {t(express ? 'express.toWizard' : 'express.toExpress')}
            </Anchor>
          }
        />
      </div>
      {express ? (
        <ExpressForm entry={entry} merchant={merchant} />
      ) : (
        <OrderWizard entry={entry} merchant={merchant} />
      )}
      <SimilarOrders
        orders={entry.similar}
        onCancel={entry.dismissSimilar}
        onCreate={() => void entry.createAnyway()}
      />
      <LeaveDialog title={t('leave.title')} isUnsaved={holdsWork(entry.form.values, merchant)} />
    </>
  );
}

import { Alert, Anchor, Group, Stack } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import { IconAlertTriangle, IconBolt, IconListNumbers } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LeaveDialog } from '../lib/LeaveDialog.tsx';
import { paths } from '../paths.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Drafts } from './Drafts.tsx';
import { ExpressForm } from './ExpressForm.tsx';
import classes from './OrderEntryForm.module.css';
import { OrderWizard } from './OrderWizard.tsx';
import { SimilarOrders } from './SimilarOrders.tsx';
import { type EntryBeginning, useOrderEntry } from './use-order-entry.ts';
import { isOrderPart, stepOfPart } from './wizard-steps.ts';

interface OrderEntryFormProps extends EntryBeginning {
  readonly merchant: Merchant;
}

/** Asks for one order, in six pages or in one; what was entered stays when one changes between them. */
export function OrderEntryForm({ merchant, ...beginning }: OrderEntryFormProps) {
  const { t } = useTranslation('newOrder');
  const { express } = useSearch({ from: '/signed-in/new' });
  const entry = useOrderEntry(merchant, beginning);
  const Icon = express ? IconListNumbers : IconBolt;
  const leftOut = entry.leftOut.map((part) =>
    isOrderPart(part) ? t(`step.${stepOfPart[part]}`) : t('drafts.otherParts'),
  );
  return (
    <>
      <Stack className={classes['head'] ?? ''} mod={{ express }}>
        <PageHead
          title={t('title')}
          action={
            <Group gap="md">
              <Drafts openId={beginning.draftId} />
              <Anchor
                size="sm"
                className={classes['switch'] ?? ''}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to={paths.newOrder()}
                    search={({ express: isExpress, step: _step, ...search }) =>
                      isExpress ? search : { ...search, express: true }
                    }
                  />
                )}
              >
                <Icon size={16} aria-hidden />
                {t(express ? 'express.toWizard' : 'express.toExpress')}
              </Anchor>
            </Group>
          }
        />
        {leftOut.length > 0 && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('drafts.leftOut', { parts: [...new Set(leftOut)].join(', ') })}
          </Alert>
        )}
        {!entry.isKept && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('drafts.notKept')}
          </Alert>
        )}
      </Stack>
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
      <LeaveDialog title={t('leave.title')} isUnsaved={!entry.isKept} />
    </>
  );
}

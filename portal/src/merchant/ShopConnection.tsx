import { Alert, Button, Text } from '@mantine/core';
import {
  shopLinkEndpoints,
  type ShopConnection as Connection,
} from '@portage/contract/shop/shop-link';
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callKey, callQuery, resourceKey } from '../lib/call-query.ts';
import type { Format } from '../lib/format.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';
import { useOwnerOnlyReason } from '../lib/OwnerOnly.tsx';
import { callShop, shopHost } from '../lib/shop-api.ts';
import { notifyShopFailure } from '../lib/shop-link.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { Hint } from '../ui/Hint.tsx';
import { pressedOnce } from '../ui/pressed-once.ts';
import classes from './ShopConnection.module.css';

const CHECKS = ['webhooks', 'rates', 'address', 'orders'] as const;
type CheckName = (typeof CHECKS)[number];

const PASSES: Readonly<Record<CheckName, (report: Connection) => boolean>> = {
  webhooks: ({ webhooks, webhooksNeeded }) => webhooks >= webhooksNeeded,
  rates: ({ hasRates }) => hasRates,
  address: ({ isAddressCurrent }) => isAddressCurrent,
  orders: ({ ordersRefused }) => ordersRefused === undefined,
};

const failingOf = (report: Connection) => CHECKS.filter((name) => !PASSES[name](report));

/** Each once. */
function reasonsOf(name: CheckName, { refusals, ordersRefused }: Connection): string[] {
  if (name === 'address') return [];
  if (name === 'orders') return ordersRefused === undefined ? [] : [ordersRefused];
  const own = refusals.filter(({ part }) => (part === 'rates') === (name === 'rates'));
  return [...new Set(own.map(({ message }) => message))];
}

export function ShopConnection({ format }: { readonly format: Format }) {
  const { t } = useTranslation('merchant');
  const queryClient = useQueryClient();
  const { data, error, isPending } = useQuery(
    callQuery(shopLinkEndpoints.connection, {}, shopHost()),
  );
  if (isPending) {
    return (
      <Text component="output" display="block" size="sm" c="dimmed">
        {t('shopLink.connection.checking')}
      </Text>
    );
  }
  if (!data) {
    return (
      <LoadFailed
        title={t('shopLink.connection.loadFailed')}
        error={error}
        // The access may be lost: reads the link, too.
        onRetry={() =>
          void queryClient.invalidateQueries({ queryKey: resourceKey(shopLinkEndpoints.get) })
        }
      />
    );
  }
  const failing = failingOf(data);
  const isWell = failing.length === 0;
  return (
    <>
      {!isWell && (
        <Alert
          color="red"
          role="note"
          icon={<IconPlugConnectedX aria-hidden />}
          title={t('shopLink.connection.failing', { count: failing.length })}
        >
          <dl className={classes['facts']}>
            {failing.map((name) => (
              <Check key={name} name={name} report={data} />
            ))}
          </dl>
        </Alert>
      )}
      <div className={classes['row']}>
        <details className={classes['details']}>
          <summary>
            {isWell ? (
              <>
                <IconCircleCheck
                  size={18}
                  color="var(--mantine-color-evergreen-text)"
                  className={classes['mark']}
                  aria-hidden
                />
                {t('shopLink.connection.allPass')}
              </>
            ) : (
              t('shopLink.connection.details')
            )}
          </summary>
          <dl className={classes['facts']}>
            {CHECKS.filter((name) => !failing.includes(name)).map((name) => (
              <Check key={name} name={name} report={data} />
            ))}
            <Fact term={t('shopLink.connection.readAt')}>
              {data.readAt === undefined ? (
                t('shopLink.connection.notRead')
              ) : (
                <Timestamp at={data.readAt} format={format} />
              )}
            </Fact>
            <Fact term={t('shopLink.connection.lastError')}>
              {data.lastError ? (
                <>
                  {data.lastError.message} (<Timestamp at={data.lastError.at} format={format} />)
                </>
              ) : (
                t('shopLink.connection.noError')
              )}
            </Fact>
          </dl>
        </details>
        <SetUpAgain />
      </div>
    </>
  );
}

function Check({ name, report }: { readonly name: CheckName; readonly report: Connection }) {
  const { t } = useTranslation('merchant');
  const { webhooks: count, webhooksNeeded: needed } = report;
  const state = PASSES[name](report) ? 'passes' : 'fails';
  const reasons = state === 'fails' ? reasonsOf(name, report) : [];
  return (
    <Fact term={t(`shopLink.connection.${name}.title`)}>
      {t(`shopLink.connection.${name}.${state}`, { count, needed })}
      {reasons.map((message) => (
        <div key={message}>{t('shopLink.connection.reason', { message })}</div>
      ))}
      {name === 'rates' && reasons.length > 0 && <div>{t('shopLink.connection.plan')}</div>}
    </Fact>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Disabled for members. */
function SetUpAgain() {
  const { t } = useTranslation(['merchant', 'errors']);
  const queryClient = useQueryClient();
  const whyNot = useOwnerOnlyReason();
  const setUp = useMutation({
    mutationFn: () => callShop(shopLinkEndpoints.setUp, {}),
    onMutate: dismissErrors,
    onSuccess: (report) => {
      queryClient.setQueryData(callKey(shopLinkEndpoints.connection, {}), report);
      const failing = failingOf(report).map((name) => t(`shopLink.connection.${name}.title`));
      if (failing.length === 0) notifySuccess({ title: t('errors:success.shopSetUp') });
      else {
        const message = failing.join(' · ');
        notifyError({ title: t('errors:error.shopChecksFail'), message });
      }
    },
    onError: (cause) => {
      notifyShopFailure(t('errors:error.couldNotSetUpShop'), cause);
      void queryClient.invalidateQueries({ queryKey: callKey(shopLinkEndpoints.connection) });
    },
  });
  const isDisabled = whyNot !== undefined || setUp.isPending;
  return (
    <Hint label={whyNot} disabled={whyNot === undefined}>
      <Button
        variant="default"
        size="compact-sm"
        // Keeps the focus, unlike a disabled button.
        aria-disabled={isDisabled}
        data-disabled={isDisabled}
        {...pressedOnce(() => {
          if (!isDisabled) setUp.mutate();
        })}
      >
        {t(setUp.isPending ? 'shopLink.connection.settingUp' : 'shopLink.connection.setUpAgain')}
      </Button>
    </Hint>
  );
}

import { Alert, Anchor, Badge, Button, Group, Skeleton, Switch, Text } from '@mantine/core';
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ShopLink } from '@portage/contract/shop/shop';
import {
  shopLinkEndpoints,
  type ShopConnection as Connection,
} from '@portage/contract/shop/shop-link';
import { useTranslation } from '../i18n/i18n.ts';
import { appConfig } from '../lib/app-config.ts';
import { callKey, callQuery, readAgain, resourceKey } from '../lib/call-query.ts';
import { confirm } from '../lib/confirm.tsx';
import { LinkShopAgain } from '../lib/LinkShopAgain.tsx';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { merchantQuery, useMerchantFormat } from '../lib/merchant.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { OwnerOnly, useOwnerOnlyReason } from '../lib/OwnerOnly.tsx';
import { queryClient } from '../lib/query-client.ts';
import {
  callShop,
  shopAdminUrl,
  shopLinkKey,
  useShopLink,
  shopHost,
  notifyShopFailure,
} from '../lib/shop-link.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { paths } from '../paths.ts';
import { Hint } from '../ui/Hint.tsx';
import { LinkButton } from '../ui/links.tsx';
import { pressedOnce, softDisabled } from '../ui/pressed-once.ts';
import { ProfileSection } from './ProfileSection.tsx';
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

/** Lists each reason once. */
function reasonsOf(name: CheckName, { refusals, ordersRefused }: Connection): string[] {
  if (name === 'address') return [];
  if (name === 'orders') return ordersRefused === undefined ? [] : [ordersRefused];
  const own = refusals.filter(({ part }) => (part === 'rates') === (name === 'rates'));
  return [...new Set(own.map(({ message }) => message))];
}

function ShopConnection() {
  const { t } = useTranslation('merchant');
  const format = useMerchantFormat();
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
        query={{
          error,
          // The access may be lost: reads the link, too.
          refetch: () =>
            queryClient.invalidateQueries({ queryKey: resourceKey(shopLinkEndpoints.get) }),
        }}
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
              <Timestamp at={data.readAt} format={format} none={t('shopLink.connection.notRead')} />
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
  const whyNot = useOwnerOnlyReason();
  const setUp = useMutation({
    mutationFn: () => callShop(shopLinkEndpoints.setUp, {}),
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
      void readAgain(shopLinkEndpoints.connection);
    },
  });
  const isDisabled = whyNot !== undefined || setUp.isPending;
  return (
    <Hint label={whyNot} disabled={whyNot === undefined}>
      <Button
        variant="default"
        size="compact-sm"
        {...softDisabled(isDisabled)}
        {...pressedOnce(() => {
          if (!isDisabled) setUp.mutate();
        })}
      >
        {t(setUp.isPending ? 'shopLink.connection.settingUp' : 'shopLink.connection.setUpAgain')}
      </Button>
    </Hint>
  );
}

function UnlinkShop({ shop }: { readonly shop: string }) {
  const { t } = useTranslation(['merchant', 'errors']);
  const unlink = useMutation({
    mutationFn: () => callShop(shopLinkEndpoints.unlink, { query: { shop } }),
    onSuccess: () => {
      queryClient.setQueryData(shopLinkKey, {});
      // The profile and the orders list depend on the link.
      void queryClient.invalidateQueries({ queryKey: merchantQuery.queryKey });
      notifySuccess({ title: t('errors:success.shopUnlinked'), message: shop });
    },
    onError: (cause) => notifyError({ title: t('errors:error.couldNotUnlinkShop'), cause }),
  });
  async function ask(): Promise<void> {
    const isConfirmed = await confirm({
      title: t('shopLink.unlinkTitle', { shop }),
      text: t('shopLink.unlinkText'),
      yes: t('shopLink.unlink'),
      isDangerous: true,
    });
    if (isConfirmed) unlink.mutate();
  }
  return (
    <Button variant="default" loading={unlink.isPending} onClick={() => void ask()}>
      {t('shopLink.unlink')}
    </Button>
  );
}

export function ShopSection() {
  const { t } = useTranslation('merchant');
  const link = useShopLink();
  if (appConfig().shopUrl === undefined) return null;
  return (
    <ProfileSection id="shop" title={t('shopLink.title')} text={t('shopLink.text')}>
      {link.isPending && <Skeleton height={96} />}
      <LoadFailed title={t('shopLink.loadFailed')} query={link} />
      {link.data && (link.data.link ? <LinkedShop link={link.data.link} /> : <NoShop />)}
    </ProfileSection>
  );
}

function NoShop() {
  const { t } = useTranslation('merchant');
  return (
    <div>
      <Text>{t('shopLink.none')}</Text>
      {appConfig().developmentShop && (
        <Text size="sm" mt="xs">
          <Anchor href="/dev/shop">{t('shopLink.openDevelopmentShop')}</Anchor>
        </Text>
      )}
    </div>
  );
}

function LinkedShop({ link }: { readonly link: ShopLink }) {
  const { t } = useTranslation(['merchant', 'errors']);
  const format = useMerchantFormat();
  const setting = useMutation({
    mutationFn: (placesOrders: boolean) =>
      callShop(shopLinkEndpoints.change, { body: { placesOrders } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(shopLinkKey, { link: changed });
      notifySuccess({ title: t('errors:success.shopSettingUpdated') });
    },
    onError: (cause) => notifyError({ title: t('errors:error.couldNotUpdateShop'), cause }),
  });
  const { shop, state, linkedAt, placesOrders, foreignCurrency, isDevelopmentShop } = link;
  const isLinked = state === 'linked';
  const chosen = setting.isPending ? setting.variables : placesOrders;
  return (
    <>
      <div>
        <Group gap="xs">
          <Anchor href={shopAdminUrl(shop)} fw={600}>
            {shop}
          </Anchor>
          <Badge color={isLinked ? 'evergreen' : 'red'} variant="light">
            {t(`shopLink.state.${state}`)}
          </Badge>
          {isDevelopmentShop && (
            <Badge color="gray" variant="outline">
              {t('shopLink.developmentShop')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" mt={4}>
          {t('shopLink.since', { date: format.shortDateTime(linkedAt) })}
        </Text>
      </div>
      {isLinked ? <ShopConnection /> : <LinkShopAgain shop={shop} />}
      {foreignCurrency !== undefined && (
        <Alert color="yellow" role="note" title={t('shopLink.currencyTitle')}>
          {t('shopLink.currencyText', { currency: foreignCurrency })}
        </Alert>
      )}
      <OwnerOnly>
        <Switch
          label={t('shopLink.placesOrders')}
          description={t('shopLink.placesOrdersHelp')}
          checked={chosen}
          disabled={setting.isPending}
          onChange={({ currentTarget }) => setting.mutate(currentTarget.checked)}
        />
      </OwnerOnly>
      <Group justify="space-between">
        <LinkButton variant="default" to={paths.shopOrders()}>
          {t('shopLink.openOrders')}
        </LinkButton>
        <OwnerOnly>
          <UnlinkShop shop={shop} />
        </OwnerOnly>
      </Group>
    </>
  );
}

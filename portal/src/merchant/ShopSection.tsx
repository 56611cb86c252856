import { Alert, Anchor, Badge, Button, Group, Skeleton, Switch, Text } from '@mantine/core';
import type { ShopLink } from '@portage/contract/shop/shop';
import { shopLinkEndpoints } from '@portage/contract/shop/shop-link';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../lib/app-config.ts';
import { confirm } from '../lib/confirm.tsx';
import { LinkShopAgain } from '../lib/LinkShopAgain.tsx';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { callShop } from '../lib/shop-api.ts';
import { shopAdminUrl, shopLinkKey, useShopLink } from '../lib/shop-link.ts';
import { useFormat } from '../lib/use-format.ts';
import { paths } from '../paths.ts';
import { ProfileSection } from './ProfileSection.tsx';
import { ShopConnection } from './ShopConnection.tsx';
import { merchantQuery } from '../lib/merchant.ts';

function UnlinkShop({ shop }: { readonly shop: string }) {
  const { t } = useTranslation(['merchant', 'errors']);
  const queryClient = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => callShop(shopLinkEndpoints.unlink, { query: { shop } }),
    onMutate: dismissErrors,
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

export function ShopSection({ timeZone }: { readonly timeZone: string }) {
  const { t } = useTranslation('merchant');
  const link = useShopLink();
  if (appConfig().shopUrl === undefined) return null;
  return (
    <ProfileSection id="shop" title={t('shopLink.title')} text={t('shopLink.text')}>
      {link.isPending && <Skeleton height={96} />}
      {link.isError && !link.data && (
        <LoadFailed
          title={t('shopLink.loadFailed')}
          error={link.error}
          onRetry={() => void link.refetch()}
        />
      )}
      {link.data &&
        (link.data.link ? <LinkedShop link={link.data.link} timeZone={timeZone} /> : <NoShop />)}
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

function LinkedShop({ link, timeZone }: { readonly link: ShopLink; readonly timeZone: string }) {
  const { t } = useTranslation(['merchant', 'errors']);
  const format = useFormat(timeZone);
  const queryClient = useQueryClient();
  const setting = useMutation({
    mutationFn: (placesOrders: boolean) =>
      callShop(shopLinkEndpoints.change, { body: { placesOrders } }),
    onMutate: dismissErrors,
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
      {isLinked ? <ShopConnection format={format} /> : <LinkShopAgain shop={shop} />}
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
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={paths.shopOrders()} />}
        >
          {t('shopLink.openOrders')}
        </Button>
        <OwnerOnly>
          <UnlinkShop shop={shop} />
        </OwnerOnly>
      </Group>
    </>
  );
}

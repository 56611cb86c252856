import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { shopLinkEndpoints } from '@portage/contract/shop/shop-link';
import { useTranslation } from '../i18n/i18n.ts';
import { notifyError } from './notify.tsx';
import { OwnerOnly, OwnerOnlyReason } from './OwnerOnly.tsx';
import { callShop, useShopConsent } from './shop-link.ts';

/** Offers to authorize the shop again after it revoked the access. */
export function LinkShopAgain({ shop }: { readonly shop: string }) {
  const { t } = useTranslation(['common', 'errors']);
  const link = useShopConsent(
    () => callShop(shopLinkEndpoints.linkAgain, {}),
    (cause) => notifyError({ title: t('errors:error.couldNotLinkShop'), cause }),
  );
  return (
    <Alert
      color="red"
      role="note"
      icon={<IconPlugConnectedX aria-hidden />}
      title={t('errors:error.shopAuthorizationFailed')}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('shopLink.lost', { shop })}</Text>
        <OwnerOnlyReason />
        <OwnerOnly>
          <Button size="compact-sm" loading={link.isLeaving} onClick={() => link.mutate()}>
            {t('shopLink.again')}
          </Button>
        </OwnerOnly>
      </Stack>
    </Alert>
  );
}

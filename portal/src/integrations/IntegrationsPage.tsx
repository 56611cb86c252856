import { Button, Modal, Stack, Text } from '@mantine/core';
import {
  IconBuildingStore,
  IconKey,
  IconShoppingCart,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { useMerchant } from '../lib/merchant.ts';
import { paths } from '../paths.ts';
import { LinkTiles } from '../ui/LinkTiles.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { PageHead } from '../ui/PageHead.tsx';

/** Explained instead of leading to a page. */
type Explained = 'storefront' | 'magento';

/** Spec 2 §2, /integration. */
export function IntegrationsPage() {
  const { t } = useTranslation(['integrations', 'common']);
  const { data: merchant } = useMerchant();
  const [explained, setExplained] = useState<Explained>();
  const close = () => setExplained(undefined);
  const shop = merchant?.shopifyShop;
  return (
    <Stack gap="lg" maw={pageWidth.sections}>
      <PageHead title={t('title')} text={t('text')} />
      <LinkTiles
        tiles={[
          shop === undefined
            ? {
                onOpen: () => setExplained('storefront'),
                title: t('storefront.title'),
                text: t('storefront.text'),
                Icon: IconBuildingStore,
              }
            : {
                to: paths.shopOrders(),
                title: t('storefront.title'),
                text: t('storefront.linked', { shop }),
                Icon: IconBuildingStore,
              },
          {
            to: paths.serviceUsers(),
            title: t('serviceUsers.title'),
            text: t('serviceUsers.text'),
            Icon: IconKey,
          },
          {
            to: paths.shipstation(),
            title: t('shipstation.title'),
            text: t('shipstation.text'),
            Icon: IconTruckDelivery,
          },
          {
            onOpen: () => setExplained('magento'),
            title: t('magento.title'),
            text: t('magento.text'),
            Icon: IconShoppingCart,
          },
        ]}
      />
      <Modal
        opened={explained !== undefined}
        onClose={close}
        title={explained && t(`${explained}.title`)}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Text mb="lg">{explained && t(`${explained}.explanation`)}</Text>
        <Button onClick={close} display="block" ml="auto" data-autofocus>
          {t('close')}
        </Button>
      </Modal>
    </Stack>
  );
}

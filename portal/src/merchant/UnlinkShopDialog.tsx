import { Button, Group, Modal, Text } from '@mantine/core';
import { shopLinkEndpoints } from '@portage/contract/shop-link';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { merchantQuery } from '../lib/merchant.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';
import { callShop } from '../lib/shop-api.ts';
import { shopLinkKey } from '../lib/shop-link.ts';
import { pressedOnce } from '../ui/pressed-once.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

interface UnlinkShopDialogProps {
  readonly shop: string;
  readonly onClose: () => void;
}

/** Asks before the shop is unlinked, and unlinks it. */
export function UnlinkShopDialog({ shop, onClose }: UnlinkShopDialogProps) {
  const { t } = useTranslation(['merchant', 'errors', 'common']);
  const queryClient = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => callShop(shopLinkEndpoints.unlink, { query: { shop } }),
    onMutate: dismissNotifications,
    onSuccess: () => {
      queryClient.setQueryData(shopLinkKey, {});
      // The profile names the shop, and the orders list has its controls.
      void queryClient.invalidateQueries({ queryKey: merchantQuery.queryKey });
      notifySuccess({ title: t('errors:success.shopUnlinked'), message: shop });
    },
    onError: (cause) => notifyError({ title: t('errors:error.couldNotUnlinkShop'), cause }),
    onSettled: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shopLink.unlinkTitle', { shop })}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      centered
    >
      <Text mb="lg">{t('shopLink.unlinkText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:cancel')}
        </Button>
        <Button color="red.9" loading={unlink.isPending} {...pressedOnce(() => unlink.mutate())}>
          {t('shopLink.unlink')}
        </Button>
      </Group>
    </Modal>
  );
}

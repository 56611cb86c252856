import { ActionIcon, Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../../lib/app-config.ts';
import classes from './TrackingLink.module.css';

/** Opens the page on which the recipient follows an order, or copies its address (spec 1 §2). */
export function TrackingLink({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation(['orderTracking', 'common']);
  const address = trackingAddress(appConfig().trackingUrl, orderId);
  return (
    <span className={classes['link']}>
      <Button
        component="a"
        href={address}
        target="_blank"
        rel="noreferrer"
        size="compact-sm"
        variant="default"
        className={classes['open'] ?? ''}
        leftSection={<IconExternalLink size={16} aria-hidden />}
        title={t('link.help')}
      >
        {t('link.open')}
      </Button>
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="default"
            size={26}
            className={classes['copy'] ?? ''}
            onClick={copy}
            aria-label={copied ? t('common:notification.copied') : t('link.copy')}
            title={t('link.copy')}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}

/** Where an order is followed without signing in; `trackingUrl` may be rooted at the portal’s address. */
function trackingAddress(trackingUrl: string, orderId: string): string {
  return new URL(`${trackingUrl.replace(/\/$/, '')}/${orderId}`, window.location.origin).href;
}

import { Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { LinkTiles } from '../ui/LinkTiles.tsx';
import { PageHead } from '../ui/PageHead.tsx';

/** What the merchant's own software can be connected by (spec 2 §2, /integration). */
export function IntegrationsPage() {
  const { t } = useTranslation('integrations');
  const { title, text } = t('serviceUsers', { returnObjects: true });
  return (
    <Stack gap="lg">
      <PageHead title={t('title')} text={t('text')} />
      <LinkTiles tiles={[{ to: paths.serviceUsers(), title, text, Icon: IconKey }]} />
    </Stack>
  );
}

import { Table, VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../i18n/i18n.ts';

/** Names the column for screen readers. */
export function ActionsHeader() {
  const { t } = useTranslation();
  return (
    <Table.Th>
      <VisuallyHidden>{t('actions')}</VisuallyHidden>
    </Table.Th>
  );
}

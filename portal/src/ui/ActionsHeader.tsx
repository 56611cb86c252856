import { Table, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** For screen readers. */
export function ActionsHeader() {
  const { t } = useTranslation();
  return (
    <Table.Th>
      <VisuallyHidden>{t('actions')}</VisuallyHidden>
    </Table.Th>
  );
}

import { Table, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The header of a column of buttons, for screen readers. */
export function ActionsHeader() {
  const { t } = useTranslation();
  return (
    <Table.Th>
      <VisuallyHidden>{t('actions')}</VisuallyHidden>
    </Table.Th>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PopoverButton } from '../../ui/PopoverButton.tsx';
import { loadListTools } from '../load-list-tools.ts';
import type { ColumnChoicesProps } from './ColumnChoices.tsx';

/** The button that opens the columns of the list. */
export function ColumnChooser(props: ColumnChoicesProps) {
  const { t } = useTranslation('orderViews');
  return (
    <PopoverButton
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal={false}
      load={loadListTools}
      renderButton={(target) => (
        <ActionIcon
          {...target}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('columns.choose')}
          title={t('columns.choose')}
        >
          <IconColumns3 size={18} />
        </ActionIcon>
      )}
    >
      {({ ColumnChoices }) => <ColumnChoices {...props} />}
    </PopoverButton>
  );
}

import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EditFieldsProps } from './edit-fields-props.ts';

/** What the driver is told. */
export function NotesFields({ form }: EditFieldsProps) {
  const { t } = useTranslation('orderDetail');
  return (
    <Textarea
      aria-label={t('field.notes')}
      autosize
      minRows={3}
      maxRows={12}
      maxLength={2000}
      {...form.getInputProps('notes')}
    />
  );
}

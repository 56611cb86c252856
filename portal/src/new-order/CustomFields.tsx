import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { CUSTOM_FIELDS_IN_WIZARD } from '@portage/contract/new-order';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../ui/FieldPair.module.css';
import type { OrderForm } from './use-order-form.ts';

interface CustomFieldsProps {
  readonly form: OrderForm;
  /** The level of the section's heading. */
  readonly level: 3 | 4;
}

/** Up to three names with values; a pair that is not whole is not kept (spec 2 §5). */
export function CustomFields({ form, level }: CustomFieldsProps) {
  const { t } = useTranslation('newOrder');
  const { customFields } = form.values;
  return (
    <Stack gap="sm" component="section" aria-labelledby="custom-fields">
      <div>
        <Title order={level} size="sm" id="custom-fields">
          {t('customFields.title')}
        </Title>
        <Text size="xs" c="dimmed">
          {t('customFields.help')}
        </Text>
      </div>
      {customFields.map((_, index) => (
        <div className={classes['pair']} key={form.key(`customFields.${index}`)}>
          <TextInput
            label={t('customFields.name', { number: index + 1 })}
            maxLength={100}
            {...form.getInputProps(`customFields.${index}.name`)}
          />
          <TextInput
            label={t('customFields.value', { number: index + 1 })}
            maxLength={500}
            {...form.getInputProps(`customFields.${index}.value`)}
          />
        </div>
      ))}
      {customFields.length < CUSTOM_FIELDS_IN_WIZARD && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('customFields', { name: '', value: '' })}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('customFields.add')}
        </Button>
      )}
    </Stack>
  );
}

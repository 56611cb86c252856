import { Autocomplete, Stack, TagsInput, Textarea, TextInput, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CustomFields } from './CustomFields.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import classes from '../ui/FieldPair.module.css';
import type { StepProps } from './step-props.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';

interface OrderOptionsProps extends Pick<StepProps, 'form' | 'merchant'> {
  /** The level of the section's heading. */
  readonly level: 2 | 3;
}

/** What a merchant may say of the whole order; nothing of it is required. */
export function OrderOptions({ form, merchant, level }: OrderOptionsProps) {
  const { t } = useTranslation('newOrder');
  const subBrands = new Set(merchant.merchantDisplayLogoUrls.map(({ name }) => name));
  return (
    <Stack gap="md" component="section" aria-labelledby="order-options">
      <Title order={level} id="order-options">
        {t('options.title')}
      </Title>
      <div className={classes['pair']}>
        <TextInput
          label={t('options.refNumber')}
          maxLength={100}
          {...form.getInputProps('refNumber')}
        />
        <Autocomplete
          label={t('options.merchantDisplayName')}
          description={t('options.merchantDisplayNameHelp')}
          data={[...subBrands]}
          comboboxProps={{ withinPortal: false }}
          maxLength={100}
          {...form.getInputProps('merchantDisplayName')}
        />
        <NumberField
          label={t('options.minimumAge')}
          description={t('options.minimumAgeHelp')}
          step={1}
          {...form.getInputProps('minimumAge')}
        />
        <TagsInput
          label={t('options.tags')}
          description={t('options.tagsHelp')}
          data={merchant.orderTags}
          comboboxProps={{ withinPortal: false }}
          maxTags={50}
          acceptValueOnBlur
          clearable={false}
          {...form.getInputProps('tags')}
        />
      </div>
      <Textarea
        label={t('options.notes')}
        description={t('options.notesHelp')}
        rows={3}
        maxLength={2000}
        {...form.getInputProps('notes')}
      />
      <CustomFields form={form} level={level === 2 ? 3 : 4} />
    </Stack>
  );
}

import {
  Autocomplete,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
  Title,
  Button,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  orderTextNames,
  orderTexts,
  MOST_CUSTOM_FIELDS,
  MOST_TAGS,
} from '@portage/contract/orders/new-order';
import { useTranslation } from '../i18n/i18n.ts';
import classes from '../ui/FieldPair.module.css';
import { NumberField } from '../ui/NumberField.tsx';
import type { StepProps, OrderForm } from './use-order-form.ts';

interface CustomFieldsProps {
  readonly form: OrderForm;
  readonly level: 3 | 4;
}

/** Up to three names with values; incomplete pairs are dropped (spec 2 §5). */
function CustomFields({ form, level }: CustomFieldsProps) {
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
      {customFields.length < MOST_CUSTOM_FIELDS && (
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

const longTexts = orderTextNames.filter((name) => orderTexts[name].isLong);
/** Sub-brands are offered from a list. */
const shortTexts = orderTextNames.filter(
  (name) => !orderTexts[name].isLong && name !== 'merchantDisplayName',
);

interface OrderOptionsProps extends Pick<StepProps, 'form' | 'merchant'> {
  /** The level of the section's heading. */
  readonly level: 2 | 3;
}

export function OrderOptions({ form, merchant, level }: OrderOptionsProps) {
  const { t, locale } = useTranslation('newOrder');
  const [said, setSaid] = useState('');
  const subBrands = new Set(merchant.merchantDisplayLogoUrls.map(({ name }) => name));
  return (
    <Stack gap="md" component="section" aria-labelledby="order-options">
      <Title order={level} id="order-options">
        {t('options.title')}
      </Title>
      <div className={classes['pair']}>
        {shortTexts.map((name) => (
          <TextInput
            key={name}
            label={orderTexts[name].label[locale]}
            maxLength={orderTexts[name].most}
            {...form.getInputProps(name)}
          />
        ))}
        <Autocomplete
          label={orderTexts.merchantDisplayName.label[locale]}
          description={t('options.merchantDisplayNameHelp')}
          data={[...subBrands]}
          comboboxProps={{ withinPortal: false }}
          maxLength={orderTexts.merchantDisplayName.most}
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
          maxTags={MOST_TAGS}
          acceptValueOnBlur
          clearable={false}
          {...form.getInputProps('tags')}
          onChange={(next) => {
            form.setFieldValue('tags', next);
            const list = next.join(', ');
            setSaid(next.length > 0 ? t('options.tagsNow', { list }) : t('options.tagsNone'));
          }}
        />
      </div>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
      {longTexts.map((name) => (
        <Textarea
          key={name}
          label={orderTexts[name].label[locale]}
          rows={3}
          maxLength={orderTexts[name].most}
          {...form.getInputProps(name)}
        />
      ))}
      <CustomFields form={form} level={level === 2 ? 3 : 4} />
    </Stack>
  );
}

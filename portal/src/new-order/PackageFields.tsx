import { Button, Group, NativeSelect, NumberInput, TextInput, Title } from '@mantine/core';
import { SizeUnit, WeightUnit } from '@portage/contract/packages';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import classes from './PackageFields.module.css';
import type { OrderForm } from './use-order-form.ts';
import '@mantine/core/styles/NumberInput.layer.css';

interface PackageFieldsProps {
  readonly form: OrderForm;
  readonly index: number;
  readonly canAdd: boolean;
  readonly canRemove: boolean;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** Weight, size and reference of one package. */
export function PackageFields({ form, index, ...props }: PackageFieldsProps) {
  const { t } = useTranslation('newOrder');
  const locale = useLocale();
  const number = index + 1;
  const measure = {
    required: true,
    min: 0,
    max: 100_000,
    allowNegative: false,
    clampBehavior: 'none' as const,
    decimalScale: 2,
    decimalSeparator: locale === 'fr' ? ',' : '.',
    allowedDecimalSeparators: ['.', ','],
    hideControls: true,
  };

  return (
    <section className={classes['package']} aria-labelledby={`package-${number}`}>
      <Group justify="space-between" mb="sm">
        <Title order={3} id={`package-${number}`}>
          {t('packages.title', { number })}
        </Title>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconCopy size={16} aria-hidden />}
            aria-label={t('packages.duplicateOne', { number })}
            disabled={!props.canAdd}
            onClick={props.onDuplicate}
          >
            {t('packages.duplicate')}
          </Button>
          {props.canRemove && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={t('packages.removeOne', { number })}
              onClick={props.onRemove}
            >
              {t('packages.remove')}
            </Button>
          )}
        </Group>
      </Group>
      <div className={classes['fields']}>
        <NumberInput
          className={classes['wide'] ?? ''}
          label={t('packages.weight')}
          step={0.1}
          {...measure}
          hideControls={false}
          {...form.getInputProps(`packages.${index}.weightOptions.weight`)}
        />
        <NativeSelect
          label={t('packages.weightUnit')}
          required
          data={WeightUnit.options.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          {...form.getInputProps(`packages.${index}.weightOptions.unit`)}
        />
        <TextInput
          className={classes['reference'] ?? ''}
          label={t('packages.refNumber')}
          maxLength={100}
          {...form.getInputProps(`packages.${index}.refNumber`)}
        />
        {(['length', 'width', 'height'] as const).map((side) => (
          <NumberInput
            key={side}
            className={classes['side'] ?? ''}
            label={t(`packages.${side}`)}
            {...measure}
            {...form.getInputProps(`packages.${index}.sizeOptions.${side}`)}
          />
        ))}
        <NativeSelect
          className={classes['sizeUnit'] ?? ''}
          label={t('packages.sizeUnit')}
          required
          data={SizeUnit.options.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          {...form.getInputProps(`packages.${index}.sizeOptions.unit`)}
        />
      </div>
    </section>
  );
}

import { Button, Group, NativeSelect, TextInput, Title } from '@mantine/core';
import { SizeUnit, WeightUnit } from '@portage/contract/packages';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../ui/NumberField.tsx';
import classes from './PackageFields.module.css';
import type { OrderForm } from './use-order-form.ts';

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
  const number = index + 1;

  return (
    <section className={classes['package']} aria-labelledby={`package-${number}`}>
      <Group justify="space-between" mb="sm">
        <Title order={3} id={`package-${number}`}>
          {t('packages.title', { number })}
        </Title>
        <Group gap="xs">
          {/* Before Duplicate, so that it does not appear under a pointer that just duplicated. */}
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
        </Group>
      </Group>
      <div className={classes['fields']}>
        <NumberField
          className={classes['wide'] ?? ''}
          label={t('packages.weight')}
          required
          step={0.1}
          {...form.getInputProps(`packages.${index}.weightOptions.weight`)}
        />
        <NativeSelect
          label={t('packages.unit')}
          aria-label={t('packages.weightUnit')}
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
          <NumberField
            key={side}
            label={t(`packages.${side}`)}
            required
            step={1}
            inputMode="decimal"
            {...form.getInputProps(`packages.${index}.sizeOptions.${side}`)}
          />
        ))}
        <NativeSelect
          className={classes['sizeUnit'] ?? ''}
          label={t('packages.unit')}
          aria-label={t('packages.sizeUnit')}
          required
          data={SizeUnit.options.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          {...form.getInputProps(`packages.${index}.sizeOptions.unit`)}
        />
      </div>
    </section>
  );
}

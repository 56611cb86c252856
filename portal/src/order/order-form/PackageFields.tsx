import { Button, Group, NativeSelect, TextInput, Title } from '@mantine/core';
import { SizeUnit, WeightUnit } from '@portage/contract/orders/packages';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import type { FieldProps } from './RecipientFields.tsx';
import classes from './PackageFields.module.css';
import { useFormat } from '../../lib/use-format.ts';
import type { PackageDraft } from './order-draft.ts';
import { readNumber } from '../../ui/typed-number.ts';

/** "2.5 lb · 10 × 8 × 4 in · SKU-1", in the current language. */
export function usePackageText(): (one: PackageDraft) => string {
  const { t } = useTranslation('orderForm');
  const { number } = useFormat();
  return ({ weightOptions, sizeOptions, refNumber }) => {
    const { length, width, height } = sizeOptions;
    const sides = [length, width, height].map((side) => number(readNumber(side))).join(' × ');
    const weight = number(readNumber(weightOptions.weight));
    return [
      `${weight} ${t(`unit.${weightOptions.unit}`)}`,
      `${sides} ${t(`unit.${sizeOptions.unit}`)}`,
      refNumber.trim(),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

type PackagePart =
  | 'weightOptions.weight'
  | 'weightOptions.unit'
  | `sizeOptions.${'length' | 'width' | 'height' | 'unit'}`
  | 'refNumber';

interface PackageFieldsProps {
  readonly index: number;
  readonly fieldProps: (part: PackagePart) => FieldProps;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly canAdd: boolean;
  readonly canRemove: boolean;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

export function PackageFields({ index, fieldProps, ...props }: PackageFieldsProps) {
  const { t } = useTranslation('orderForm');
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
      <div className={classes['before']}>{props.before}</div>
      <div className={classes['fields']}>
        <NumberField
          className={classes['wide'] ?? ''}
          label={t('packages.weight')}
          required
          step={0.1}
          {...fieldProps('weightOptions.weight')}
        />
        <NativeSelect
          label={t('packages.unit')}
          aria-label={t('packages.weightUnit')}
          required
          data={WeightUnit.options.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          {...fieldProps('weightOptions.unit')}
        />
        <TextInput
          className={classes['reference'] ?? ''}
          label={t('packages.refNumber')}
          maxLength={100}
          {...fieldProps('refNumber')}
        />
        {(['length', 'width', 'height'] as const).map((side) => (
          <NumberField
            key={side}
            label={t(`packages.${side}`)}
            required
            step={1}
            inputMode="decimal"
            {...fieldProps(`sizeOptions.${side}`)}
          />
        ))}
        <NativeSelect
          className={classes['sizeUnit'] ?? ''}
          label={t('packages.unit')}
          aria-label={t('packages.sizeUnit')}
          required
          data={SizeUnit.options.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          {...fieldProps('sizeOptions.unit')}
        />
      </div>
      {props.after}
    </section>
  );
}

import { Button, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { MAX_PACKAGES } from '@portage/contract/orders/new-order';
import { SizeUnit, WeightUnit } from '@portage/contract/orders/packages';
import { useTranslation } from '../i18n/i18n.ts';
import {
  blankPackage,
  duplicatePackage,
  type PackageDraft,
} from '../order/order-form/order-draft.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { OrderOptions } from './OrderOptions.tsx';
import { ManagePresets, PresetChoice, SavePreset } from './PackagePresets.tsx';
import classes from './PackagesStep.module.css';
import type { OrderForm, StepProps } from './use-order-form.ts';

/** Page 3: the packages, and options of the whole order. */
export function PackagesStep({ form, merchant }: StepProps) {
  return (
    <Stack gap="xl">
      <PackageList form={form} />
      <OrderOptions form={form} merchant={merchant} level={3} />
    </Stack>
  );
}

export function PackageList({ form }: { readonly form: OrderForm }) {
  const { t } = useTranslation('orderForm');
  const { packages } = form.values;
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = packages.length >= MAX_PACKAGES;

  function insert(one: PackageDraft, index: number): void {
    flushSync(() => form.insertListItem('packages', one, index));
    form.getInputNode(`packages.${index}.weightOptions.weight`)?.focus();
  }

  function addBlank(): void {
    const last = packages.at(-1);
    insert(blankPackage(last?.weightOptions.unit, last?.sizeOptions.unit), packages.length);
  }

  return (
    <Stack gap="lg">
      {packages.map((one, index) => (
        <PackageFields
          key={one.id}
          form={form}
          index={index}
          onDuplicate={() => insert(duplicatePackage(one), index + 1)}
          onRemove={() => {
            form.removeListItem('packages', index);
            addButton.current?.focus();
          }}
        />
      ))}
      <Button
        ref={addButton}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isFull}
        onClick={addBlank}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('packages.add')}
      </Button>
    </Stack>
  );
}

interface PackageFieldsProps {
  readonly form: OrderForm;
  readonly index: number;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

function PackageFields({ form, index, onDuplicate, onRemove }: PackageFieldsProps) {
  const { t } = useTranslation('orderForm');
  const { packages } = form.values;
  const one = packages[index];
  const number = index + 1;
  const path = `packages.${index}`;
  if (!one) return null;

  return (
    <section className={classes['package']} aria-labelledby={`package-${number}`}>
      <Group justify="space-between" mb="sm">
        <Title order={3} id={`package-${number}`}>
          {t('packages.title', { number })}
        </Title>
        <Group gap="xs">
          {/* Before Duplicate, so that it does not appear under a pointer that just duplicated. */}
          {packages.length > 1 && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={t('packages.removeOne', { number })}
              onClick={onRemove}
            >
              {t('packages.remove')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconCopy size={16} aria-hidden />}
            aria-label={t('packages.duplicateOne', { number })}
            disabled={packages.length >= MAX_PACKAGES}
            onClick={onDuplicate}
          >
            {t('packages.duplicate')}
          </Button>
        </Group>
      </Group>
      <div className={classes['before']}>
        <PresetChoice
          index={index}
          draft={one}
          onChange={(chosen) => {
            form.setFieldValue(path, chosen);
            form.clearErrors();
          }}
        />
      </div>
      <div className={classes['fields']}>
        <NumberField
          className={classes['wide'] ?? ''}
          label={t('packages.weight')}
          required
          step={0.1}
          {...form.getInputProps(`${path}.weightOptions.weight`)}
        />
        <NativeSelect
          label={t('packages.unit')}
          aria-label={t('packages.weightUnit')}
          required
          data={WeightUnit.options.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          {...form.getInputProps(`${path}.weightOptions.unit`)}
        />
        <TextInput
          className={classes['reference'] ?? ''}
          label={t('packages.refNumber')}
          maxLength={100}
          {...form.getInputProps(`${path}.refNumber`)}
        />
        {(['length', 'width', 'height'] as const).map((side) => (
          <NumberField
            key={side}
            label={t(`packages.${side}`)}
            required
            step={1}
            inputMode="decimal"
            {...form.getInputProps(`${path}.sizeOptions.${side}`)}
          />
        ))}
        <NativeSelect
          className={classes['sizeUnit'] ?? ''}
          label={t('packages.unit')}
          aria-label={t('packages.sizeUnit')}
          required
          data={SizeUnit.options.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          {...form.getInputProps(`${path}.sizeOptions.unit`)}
        />
      </div>
      <Group gap="xs" mt="xs" mx="-xs">
        <SavePreset draft={one} />
        <ManagePresets />
      </Group>
    </section>
  );
}

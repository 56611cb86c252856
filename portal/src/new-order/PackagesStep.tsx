import { Button, Group, Stack } from '@mantine/core';
import { MAX_PACKAGES } from '@portage/contract/orders/new-order';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../i18n/i18n.ts';
import {
  blankPackage,
  duplicatePackage,
  type PackageDraft,
} from '../order/order-form/order-draft.ts';
import { OrderOptions } from './OrderOptions.tsx';
import { PackageFields } from '../order/order-form/PackageFields.tsx';
import { ManagePresets, PresetChoice, SavePreset } from './PackagePresets.tsx';
import type { StepProps } from './use-order-form.ts';

/** Page 3: the packages, and options of the whole order. */
export function PackagesStep({ form, merchant }: StepProps) {
  return (
    <Stack gap="xl">
      <PackageList form={form} />
      <OrderOptions form={form} merchant={merchant} level={3} />
    </Stack>
  );
}

export function PackageList({ form }: Pick<StepProps, 'form'>) {
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
          index={index}
          fieldProps={(part) => form.getInputProps(`packages.${index}.${part}`)}
          before={
            <PresetChoice
              index={index}
              draft={one}
              onChange={(chosen) => {
                form.setFieldValue(`packages.${index}`, chosen);
                form.clearErrors();
              }}
            />
          }
          after={
            <Group gap="xs" mt="xs" mx="-xs">
              <SavePreset draft={one} />
              <ManagePresets />
            </Group>
          }
          canAdd={!isFull}
          canRemove={packages.length > 1}
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

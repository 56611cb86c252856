import { ActionIcon, Button, Group, Modal, Stack, TextInput, NativeSelect } from '@mantine/core';
import { useField } from '@mantine/form';
import { IconTrash, IconBookmark } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  NewPackagePreset,
  type PackagePreset,
  packagePresetEndpoints,
} from '@portage/contract/orders/package-presets';
import { SavedName } from '@portage/contract/text';
import { useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { fieldMessage } from '../lib/field-message.ts';
import { useFormat } from '../lib/format.ts';
import { NameDialog } from '../lib/NameDialog.tsx';
import { notifyUndoable } from '../lib/notify-undoable.tsx';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { blankPackage, type PackageDraft, withMeasures } from '../order/order-form/order-draft.ts';
import {
  type Measures,
  suggestedBoxes,
  usePresets,
  refreshPresets,
  useSavePreset,
} from '../order/order-form/package-presets.ts';
import { packagesOf } from '../order/order-form/read-draft.ts';
import { readNumber } from '../ui/typed-number.ts';

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

/** Saves weight and size of a package under a name; proposes the measures. */
export function SavePreset({ draft }: { readonly draft: PackageDraft }) {
  const { t } = useTranslation('newOrder');
  const packageText = usePackageText();
  const [isOpen, setIsOpen] = useState(false);
  const { mutateAsync } = useSavePreset();
  const measures = measuresOf(draft);
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconBookmark size={16} aria-hidden />}
        disabled={!measures}
        title={measures ? undefined : t('presets.incomplete')}
        onClick={() => setIsOpen(true)}
      >
        {t('presets.save')}
      </Button>
      {isOpen && measures && (
        <NameDialog
          title={t('presets.save')}
          label={t('presets.name')}
          name={packageText({ ...draft, refNumber: '' })}
          isProposal
          submitText={t('presets.confirm')}
          failed={t('presets.notSaved')}
          onSave={async (typed) => {
            const { name } = await mutateAsync({ name: typed, ...measures });
            notifySuccess({ title: t('presets.saved', { name }) });
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

interface PresetChoiceProps {
  readonly index: number;
  readonly draft: PackageDraft;
  readonly onChange: (draft: PackageDraft) => void;
}

/** Offers usual boxes until the merchant has presets. */
export function PresetChoice({ index, draft, onChange }: PresetChoiceProps) {
  const { t } = useTranslation(['newOrder', 'common']);
  const own = usePresets();
  const packageText = usePackageText();
  if (!own) return null;

  const presets =
    own.length > 0
      ? own
      : suggestedBoxes.map((box) => ({
          ...box,
          id: box.name,
          name: t(`common:suggestedBox.${box.name}`),
        }));
  const chosen = presetOf(draft, presets);
  const options = presets.map((preset) => {
    const measures = packageText({ ...withMeasures(draft, preset), refNumber: '' });
    const label = preset.name === measures ? measures : `${preset.name} (${measures})`;
    return { value: preset.id, label };
  });
  return (
    <NativeSelect
      label={t('presets.label')}
      // Suggestions do not take the focus from the first field.
      {...(own.length > 0 && { 'data-path': `packages.${index}.preset` })}
      data={[{ value: '', label: t('presets.none'), disabled: true }, ...options]}
      value={chosen?.id ?? ''}
      onChange={(event) => {
        const preset = presets.find(({ id }) => id === event.currentTarget.value);
        if (preset) onChange(withMeasures(draft, preset));
      }}
    />
  );
}

const PresetMeasures = NewPackagePreset.omit({ name: true });

/** Reads weight and size; undefined when incomplete. */
export function measuresOf(draft: PackageDraft): Measures | undefined {
  return PresetMeasures.safeParse(packagesOf([draft])[0]).data;
}

/** Finds the preset with the draft's weight and size, in the same units. */
export function presetOf<Preset extends Measures>(
  draft: PackageDraft,
  presets: readonly Preset[],
): Preset | undefined {
  const typed = JSON.stringify(measuresOf(draft));
  return presets.find((preset) => JSON.stringify(PresetMeasures.parse(preset)) === typed);
}

/** Renames and deletes presets; hidden without any. */
export function ManagePresets() {
  const { t } = useTranslation('newOrder');
  const [isOpen, setIsOpen] = useState(false);
  const presets = usePresets() ?? [];
  const { mutate: restore } = useSavePreset();
  const onError = (cause: Error) => notifyError({ title: t('presets.notChanged'), cause });
  const { mutate: remove } = useMutation({
    mutationFn: ({ id }: PackagePreset) =>
      callApi(packagePresetEndpoints.delete, { params: { id } }),
    onSuccess: (_, { id: _id, ...again }) =>
      notifyUndoable({
        title: t('presets.deleted', { name: again.name }),
        onUndo: () => restore(again, { onError }),
      }),
    onError,
    onSettled: refreshPresets,
  });

  return (
    <>
      {presets.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          style={{ color: 'inherit' }}
          onClick={() => setIsOpen(true)}
        >
          {t('presets.manage')}
        </Button>
      )}
      <Modal
        opened={isOpen && presets.length > 0}
        onClose={() => setIsOpen(false)}
        title={t('presets.title')}
        closeButtonProps={{ 'aria-label': t('presets.close') }}
      >
        <Stack gap="md">
          {presets.map((preset) => (
            <PresetRow key={preset.id} preset={preset} onRemove={() => remove(preset)} />
          ))}
        </Stack>
      </Modal>
    </>
  );
}

interface PresetRowProps {
  readonly preset: PackagePreset;
  readonly onRemove: () => void;
}

/** Saves the name on blur or Enter. */
function PresetRow({ preset, onRemove }: PresetRowProps) {
  const { t, locale } = useTranslation('newOrder');
  const packageText = usePackageText();
  const field = useField({ initialValue: preset.name });
  const { mutate: rename } = useMutation({
    mutationFn: (changed: string) =>
      callApi(packagePresetEndpoints.rename, {
        params: { id: preset.id },
        body: { name: changed },
      }),
    onError: (cause) =>
      field.setError(cause instanceof ApiError ? cause.message : t('presets.notChanged')),
    onSettled: refreshPresets,
  });

  function save(): void {
    const reading = SavedName.safeParse(field.getValue());
    if (!reading.success) {
      field.setError(fieldMessage(reading.error.issues[0]?.message ?? '', locale));
    } else if (reading.data !== preset.name) {
      rename(reading.data);
    }
  }

  return (
    <Group gap="xs" align="start" wrap="nowrap">
      <TextInput
        flex={1}
        aria-label={t('presets.nameOf', { name: preset.name })}
        description={packageText(withMeasures(blankPackage(), preset))}
        inputWrapperOrder={['input', 'description', 'error']}
        maxLength={SavedName.maxLength ?? undefined}
        {...field.getInputProps()}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) save();
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('presets.delete', { name: preset.name })}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

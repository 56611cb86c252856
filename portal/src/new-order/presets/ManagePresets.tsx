import { ActionIcon, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { NewPackagePreset, type PackagePreset } from '@portage/contract/orders/package-presets';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fieldMessage } from '../../lib/field-message.ts';
import { notifyError } from '../../lib/notify.tsx';
import { notifyUndoable } from '../../lib/notify-undoable.tsx';
import { blankPackage } from '../../order/order-form/order-draft.ts';
import { usePackageText } from '../../order/order-form/PackageFields.tsx';
import { useDeletePreset, usePresets, useRenamePreset, useSavePreset } from './preset-calls.ts';
import { withMeasures } from './preset-measures.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

const PresetName = NewPackagePreset.shape.name;

/** The button to the list of presets, in which they are renamed and deleted; nothing while there are none. */
export function ManagePresets() {
  const { t } = useTranslation('newOrder');
  const [isOpen, setIsOpen] = useState(false);
  const presets = usePresets();
  const { mutate: remove } = useDeletePreset();
  const { mutate: restore } = useSavePreset();
  const onError = (cause: Error) => notifyError({ title: t('presets.notChanged'), cause });

  function removeUndoably(preset: PackagePreset): void {
    const { id: _, ...again } = preset;
    remove(preset, {
      onSuccess: () =>
        notifyUndoable({
          title: t('presets.deleted', { name: preset.name }),
          onUndo: () => restore(again, { onError }),
        }),
      onError,
    });
  }

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
            <PresetRow key={preset.id} preset={preset} onRemove={() => removeUndoably(preset)} />
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

/** A preset whose name is saved when its field is left, or by Enter. */
function PresetRow({ preset, onRemove }: PresetRowProps) {
  const { t } = useTranslation('newOrder');
  const locale = useLocale();
  const packageText = usePackageText();
  const [name, setName] = useState(preset.name);
  const [error, setError] = useState<string>();
  const { mutate: rename } = useRenamePreset();

  function save(): void {
    const reading = PresetName.safeParse(name);
    if (!reading.success) {
      setError(fieldMessage(reading.error.issues[0]?.message ?? '', locale));
    } else if (reading.data !== preset.name) {
      rename(
        { id: preset.id, name: reading.data },
        {
          onError: (cause) =>
            setError(cause instanceof ApiError ? cause.message : t('presets.notChanged')),
        },
      );
    }
  }

  return (
    <Group gap="xs" align="start" wrap="nowrap">
      <TextInput
        flex={1}
        aria-label={t('presets.nameOf', { name: preset.name })}
        description={packageText(withMeasures(blankPackage(), preset))}
        inputWrapperOrder={['input', 'description', 'error']}
        maxLength={PresetName.maxLength ?? undefined}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
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

import { Button, Group, Popover, TextInput } from '@mantine/core';
import { NewPackagePreset } from '@portage/contract/orders/package-presets';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fieldMessage } from '../../lib/field-message.ts';
import { notifySuccess } from '../../lib/notify.tsx';
import type { PackageDraft } from '../../order/order-form/order-draft.ts';
import { usePackageText } from '../../order/order-form/PackageFields.tsx';
import { useSavePreset } from './preset-calls.ts';
import { measuresOf } from './preset-measures.ts';
import '@mantine/core/styles/Popover.layer.css';

const PresetName = NewPackagePreset.shape.name;

/** The button that remembers weight and size of a package, and the question for its name. */
export function SavePreset({ draft }: { readonly draft: PackageDraft }) {
  const { t } = useTranslation('newOrder');
  const [isOpen, setIsOpen] = useState(false);
  const isComplete = measuresOf(draft) !== undefined;
  return (
    <Popover
      opened={isOpen && isComplete}
      onChange={setIsOpen}
      position="bottom-start"
      width="min(22rem, calc(100vw - 2rem))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmark size={16} aria-hidden />}
          disabled={!isComplete}
          title={isComplete ? undefined : t('presets.incomplete')}
          onClick={() => setIsOpen((before) => !before)}
        >
          {t('presets.save')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('presets.save')}>
        <PresetNameForm draft={draft} onClose={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Asks for the name of a preset; the measures themselves are the one that is proposed. */
function PresetNameForm({
  draft,
  onClose,
}: {
  readonly draft: PackageDraft;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['newOrder', 'common']);
  const locale = useLocale();
  const packageText = usePackageText();
  const [name, setName] = useState(() => packageText({ ...draft, refNumber: '' }));
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useSavePreset();

  function save(): void {
    const reading = PresetName.safeParse(name);
    const measures = measuresOf(draft);
    if (!reading.success) setError(fieldMessage(reading.error.issues[0]?.message ?? '', locale));
    if (!reading.success || !measures) return;
    mutate(
      { name: reading.data, ...measures },
      {
        onSuccess: (preset) => {
          onClose();
          notifySuccess({ title: t('presets.saved', { name: preset.name }) });
        },
        onError: (cause) =>
          setError(cause instanceof ApiError ? cause.message : t('presets.notSaved')),
      },
    );
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React hands it on to the form of the order, too.
        event.stopPropagation();
        save();
      }}
    >
      <TextInput
        label={t('presets.name')}
        required
        data-autofocus
        maxLength={PresetName.maxLength ?? undefined}
        value={name}
        error={error}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('presets.confirm')}
        </Button>
      </Group>
    </form>
  );
}

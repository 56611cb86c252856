import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PackageDraft } from '../../order/order-form/order-draft.ts';
import { usePackageText } from '../../order/order-form/PackageFields.tsx';
import { usePresets } from './preset-calls.ts';
import { presetOf, withMeasures } from './preset-measures.ts';

interface PresetChoiceProps {
  readonly index: number;
  readonly draft: PackageDraft;
  readonly onChange: (draft: PackageDraft) => void;
}

/** The merchant's presets to choose a package's weight and size from; nothing while there are none. */
export function PresetChoice({ index, draft, onChange }: PresetChoiceProps) {
  const { t } = useTranslation('newOrder');
  const presets = usePresets();
  const packageText = usePackageText();
  if (presets.length === 0) return null;

  const chosen = presetOf(draft, presets);
  const options = presets.map((preset) => {
    const measures = packageText({ ...withMeasures(draft, preset), refNumber: '' });
    const label = preset.name === measures ? measures : `${preset.name} (${measures})`;
    return { value: preset.id, label };
  });
  return (
    <NativeSelect
      label={t('presets.label')}
      data-path={`packages.${index}.preset`}
      data={[{ value: '', label: t('presets.none'), disabled: true }, ...options]}
      value={chosen?.id ?? ''}
      onChange={(event) => {
        const preset = presets.find(({ id }) => id === event.currentTarget.value);
        if (preset) onChange(withMeasures(draft, preset));
      }}
    />
  );
}

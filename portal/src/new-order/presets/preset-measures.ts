import { NewPackagePreset } from '@portage/contract/orders/package-presets';
import { packagesOf } from '../../order/order-form/read-draft.ts';
import type { PackageDraft } from '../../order/order-form/order-draft.ts';

const PresetMeasures = NewPackagePreset.omit({ name: true });
type PresetMeasures = Omit<NewPackagePreset, 'name'>;

/** Weight and size of a draft as a preset has them; undefined while one is missing or wrong. */
export function measuresOf(draft: PackageDraft): PresetMeasures | undefined {
  return PresetMeasures.safeParse(packagesOf([draft])[0]).data;
}

/** A draft with the weight and size of a preset. */
export function withMeasures(draft: PackageDraft, measures: PresetMeasures): PackageDraft {
  const { weightOptions, sizeOptions } = measures;
  return {
    ...draft,
    weightOptions: { weight: String(weightOptions.weight), unit: weightOptions.unit },
    sizeOptions: {
      length: String(sizeOptions.length),
      width: String(sizeOptions.width),
      height: String(sizeOptions.height),
      unit: sizeOptions.unit,
    },
  };
}

/** The preset that a draft has the weight and size of, in the same units. */
export function presetOf<Preset extends PresetMeasures>(
  draft: PackageDraft,
  presets: readonly Preset[],
): Preset | undefined {
  const typed = JSON.stringify(measuresOf(draft));
  return presets.find((preset) => JSON.stringify(PresetMeasures.parse(preset)) === typed);
}

import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type NewPackagePreset,
  type PackagePreset,
  packagePresetEndpoints,
} from '@portage/contract/orders/package-presets';
import { callQuery, readAgain } from '../../lib/call-query.ts';
import { useKeyedCall } from '../../lib/use-keyed-call.ts';

/** Offered while a merchant has none; `name` is a text under `suggestedBox`. */
export const suggestedBoxes = [
  {
    name: 'small',
    weightOptions: { weight: 2, unit: 'lb' },
    sizeOptions: { length: 9, width: 6, height: 3, unit: 'inch' },
  },
  {
    name: 'medium',
    weightOptions: { weight: 5, unit: 'lb' },
    sizeOptions: { length: 12, width: 9, height: 6, unit: 'inch' },
  },
  {
    name: 'large',
    weightOptions: { weight: 10, unit: 'lb' },
    sizeOptions: { length: 16, width: 12, height: 10, unit: 'inch' },
  },
] as const satisfies readonly NewPackagePreset[];

export type Measures = Omit<NewPackagePreset, 'name'>;

const presetsQuery = callQuery(packagePresetEndpoints.list, {});

/** Undefined while loading and after a failure. */
export function usePresets(): readonly PackagePreset[] | undefined {
  return useQuery(presetsQuery).data;
}

/** Reads presets again: their order depends on the language. */
export const refreshPresets = () => readAgain(packagePresetEndpoints.list);

export function useSavePreset() {
  const create = useKeyedCall(packagePresetEndpoints.create);
  return useMutation({
    mutationFn: (body: NewPackagePreset) => create({ body }),
    onSettled: refreshPresets,
  });
}

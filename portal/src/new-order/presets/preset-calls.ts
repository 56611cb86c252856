import {
  type NewPackagePreset,
  packagePresetEndpoints,
  type PackagePreset,
} from '@portage/contract/orders/package-presets';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Attempt, attemptFor } from '../../lib/attempt.ts';
import { callApi } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';

const presetsQuery = callQuery(packagePresetEndpoints.list, {});

/** The merchant's package presets, by name; none while they load, or when they cannot be loaded. */
export function usePresets(): readonly PackagePreset[] {
  return useQuery(presetsQuery).data ?? [];
}

/** After a change the list is read again, since its order depends on the language. */
function useRefreshPresets() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(presetsQuery);
}

/** Saves a preset, under one Idempotency-Key as long as it stays the same. */
export function useSavePreset() {
  const attempt = useRef<Attempt>(undefined);
  return useMutation({
    mutationFn: (preset: NewPackagePreset) => {
      const current = attemptFor(preset, attempt.current);
      attempt.current = current;
      return callApi(
        packagePresetEndpoints.create,
        { body: preset },
        { idempotencyKey: current.key },
      );
    },
    onSuccess: () => {
      attempt.current = undefined;
    },
    onSettled: useRefreshPresets(),
  });
}

/** Renames a preset. */
export function useRenamePreset() {
  return useMutation({
    mutationFn: ({ id, name }: Pick<PackagePreset, 'id' | 'name'>) =>
      callApi(packagePresetEndpoints.rename, { params: { id }, body: { name } }),
    onSettled: useRefreshPresets(),
  });
}

/** Deletes a preset. */
export function useDeletePreset() {
  return useMutation({
    mutationFn: ({ id }: PackagePreset) =>
      callApi(packagePresetEndpoints.delete, { params: { id } }),
    onSettled: useRefreshPresets(),
  });
}

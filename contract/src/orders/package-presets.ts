import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { SavedName } from '../text.ts';
import { SizeOptions, WeightOptions } from './packages.ts';

export const MOST_PRESETS = 50;

export const NewPackagePreset = z.object({
  name: SavedName,
  weightOptions: WeightOptions,
  sizeOptions: SizeOptions,
});
export type NewPackagePreset = z.infer<typeof NewPackagePreset>;

/** A package that a merchant ships often. */
export const PackagePreset = NewPackagePreset.extend({ id: z.uuid() }).meta({
  id: 'PackagePreset',
});
export type PackagePreset = z.infer<typeof PackagePreset>;

const onePreset = z.object({ id: z.uuid() });

/** All users of a merchant share presets. */
export const packagePresetEndpoints = {
  list: endpoint('GET /merchants/packagePresets', {
    summary: 'The merchant’s package presets, by name',
    mayCall: 'user',
    response: z.array(PackagePreset),
  }),
  create: endpoint('POST /merchants/packagePresets', {
    summary: 'Save a package preset',
    mayCall: 'user',
    body: NewPackagePreset,
    status: 201,
    response: PackagePreset,
    errors: ['preset_name_taken', 'too_many_presets'],
    idempotent: true,
  }),
  rename: endpoint('PATCH /merchants/packagePresets/{id}', {
    summary: 'Rename a package preset',
    mayCall: 'user',
    params: onePreset,
    body: NewPackagePreset.pick({ name: true }),
    response: PackagePreset,
    errors: ['preset_not_found', 'preset_name_taken'],
  }),
  delete: endpoint('DELETE /merchants/packagePresets/{id}', {
    summary: 'Delete a package preset',
    mayCall: 'user',
    params: onePreset,
    errors: ['preset_not_found'],
  }),
};

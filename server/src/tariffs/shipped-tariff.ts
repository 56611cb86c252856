import path from 'node:path';
import { compileTariff, type Tariff } from '../rates/tariff.ts';
import { readTariffFiles, rowsOf } from './read-tariff-files.ts';

/** Loaded at the first start; the demo uses it. */
export const SHIPPED_TARIFF = {
  version: '2026-01',
  effectiveFrom: Date.parse('2020-01-01T00:00:00Z'),
  directory: path.resolve(import.meta.dirname, '../../tariffs/2026-01'),
} as const;

export const shippedRows = () => rowsOf(readTariffFiles(SHIPPED_TARIFF.directory).lines);

let compiled: Tariff | undefined;

export function shippedTariff(): Tariff {
  compiled ??= compileTariff(SHIPPED_TARIFF, shippedRows());
  return compiled;
}

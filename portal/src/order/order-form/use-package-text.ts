import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import type { PackageDraft } from './order-draft.ts';
import { readNumber } from '../../ui/typed-number.ts';

/** Writes a package on one line, "2.5 lb · 10 × 8 × 4 in · SKU-1", in the language shown. */
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

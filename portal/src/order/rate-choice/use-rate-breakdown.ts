import type { ExplainedRate } from '@portage/contract/rates/rates';
import { clockText } from '@portage/contract/clock-text';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { useFormat } from '../../lib/use-format.ts';

/** A part of a price, or what it follows from, with its name. */
interface BreakdownEntry {
  readonly name: string;
  readonly value: string;
}

/** How a rate is made, line by line: the parts of its price that are not nothing, cutoff and promise. */
export function useRateBreakdown(rate: ExplainedRate | undefined): BreakdownEntry[] {
  const { t } = useTranslation('rateChoice');
  const locale = useLocale();
  const format = useFormat();
  if (!rate) return [];
  const { currency, breakdown } = rate;
  const { packages, base, pricingRow, cutoff, promise } = breakdown;
  const money = (amount: number) => format.money(amount, currency);

  const baseName = pricingRow
    ? t('breakdown.ownPrice', { prefix: pricingRow.postalPrefix })
    : t('breakdown.base');
  const each = t('breakdown.each', {
    count: packages,
    price: money(base / packages),
    total: money(base),
  });
  const surcharges = (['zone', 'weight', 'size'] as const)
    .filter((part) => breakdown[part] > 0)
    .map((part) => ({
      name: t(`breakdown.${part}`, { zone: breakdown.destinationZone }),
      value: money(breakdown[part]),
    }));
  const time = cutoff && clockText(cutoff.time, locale);
  return [
    { name: baseName, value: packages === 1 ? money(base) : each },
    ...surcharges,
    ...(cutoff
      ? [
          {
            name: t('breakdown.cutoff'),
            value: t(cutoff.passed ? 'breakdown.passed' : 'breakdown.orderBefore', { time }),
          },
        ]
      : []),
    { name: t('breakdown.promise'), value: promise },
  ];
}

import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { type Result, RESULTS } from './bulk-run.ts';
import '@mantine/core/styles/Chip.layer.css';

/** Which results show. */
export type ShownResults = Result | 'all';

interface ResultFilterProps {
  readonly shown: ShownResults;
  readonly onShow: (shown: ShownResults) => void;
  /** How many orders have each result. */
  readonly counts: Readonly<Record<ShownResults, number>>;
  readonly resultName: (result: Result, count: number) => string;
}

/** Chooses between all results and those of one kind; kinds that did not occur are not offered. */
export function ResultFilter({ shown, onShow, counts, resultName }: ResultFilterProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const kinds = RESULTS.filter((result) => counts[result] > 0);
  return (
    <Chip.Group<false, ShownResults> value={shown} onChange={onShow}>
      <Group gap="xs" role="radiogroup" aria-label={t('results.filter')}>
        {(['all', ...kinds] as const).map((option) => (
          <Chip key={option} value={option} size="sm" variant="outline">
            {option === 'all' ? t('results.all') : resultName(option, counts[option])} (
            {number(counts[option])})
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

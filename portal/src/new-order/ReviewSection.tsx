import { Button, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keyed } from '../ui/keyed.ts';
import classes from './ReviewSection.module.css';

/** A name and what was entered for it; what was left empty is not shown. */
interface Entry {
  readonly name: string;
  readonly value: ReactNode;
}

interface ReviewSectionProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly onEdit: () => void;
}

/** What was entered on one page, with the way back to it. */
export function ReviewSection({ title, entries, onEdit }: ReviewSectionProps) {
  const { t } = useTranslation('newOrder');
  const given = entries.filter(({ value }) => value !== undefined && value !== '');
  return (
    <section className={classes['section']}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={3}>{title}</Title>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('review.editPage', { page: title })}
          onClick={onEdit}
        >
          {t('review.edit')}
        </Button>
      </Group>
      <dl className={classes['entries']}>
        {keyed(given, ({ name }) => name).map(({ item: { name, value }, key }) => (
          <div key={key} className={classes['entry']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

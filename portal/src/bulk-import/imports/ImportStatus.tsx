import { Progress, Text } from '@mantine/core';
import type { OrderImport } from '@portage/contract/imports';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { type Pace, paceOf } from './import-pace.ts';
import '@mantine/core/styles/Progress.layer.css';

interface ImportStatusProps {
  readonly one: OrderImport;
  /** When the import was read, in milliseconds. */
  readonly readAt: number;
}

/** How far an import is and how fast, or what came of it. */
export function ImportStatus({ one, readAt }: ImportStatusProps) {
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const { state, total, created, failed, undo } = one;
  const done = created + failed;
  const isRunning = state === 'QUEUED' || state === 'RUNNING';
  const pace = isRunning ? paceOf(one, readAt) : undefined;
  const leftOut = [
    failed > 0 && t('imports.failures', { count: failed, number: number(failed) }),
    one.strayPackages > 0 &&
      t('imports.stray', { count: one.strayPackages, number: number(one.strayPackages) }),
  ].filter(Boolean);
  return (
    <div>
      <Text size="sm" fw={500}>
        {t(`imports.STATE.${state}`)}
        {isRunning && ` · ${t('imports.progress', { done: number(done), total: number(total) })}`}
      </Text>
      {isRunning && (
        <Progress
          value={total === 0 ? 0 : (100 * done) / total}
          my={4}
          aria-label={t(`imports.STATE.${state}`)}
        />
      )}
      {pace && <PaceText pace={pace} />}
      <Text size="sm" c="dimmed">
        {t('imports.created', { count: created, number: number(created) })}
        {leftOut.length > 0 && (
          <Text c="var(--mantine-color-error)" inherit span>
            {` · ${leftOut.join(' · ')}`}
          </Text>
        )}
      </Text>
      {undo && (
        <Text size="sm">
          {undo.state === 'RUNNING'
            ? t('imports.undoing', { deleted: number(undo.deleted), created: number(created) })
            : t('imports.undone', { count: undo.deleted, number: number(undo.deleted) })}
        </Text>
      )}
    </div>
  );
}

/** So many seconds and more are told in minutes. */
const LONG = 90;

function PaceText({ pace: { rowsPerSecond, secondsLeft } }: { readonly pace: Pace }) {
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const left =
    secondsLeft < LONG
      ? t('imports.seconds', { number: number(Math.ceil(secondsLeft)) })
      : t('imports.minutes', { number: number(Math.ceil(secondsLeft / 60)) });
  return (
    <Text size="sm" c="dimmed" className="tabular-numbers">
      {t('imports.pace', { rate: number(Math.round(rowsPerSecond)), left })}
    </Text>
  );
}

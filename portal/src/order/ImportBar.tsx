import { Button, Group, Progress, Text } from '@mantine/core';
import type { OrderImport } from '@portage/contract/imports/imports';
import { IconArrowBackUp, IconPrinter, IconTool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-format.ts';
import { paths } from '../paths.ts';
import { pressedOnce } from '../ui/pressed-once.ts';
import { useImportActions, useImportWords } from './import-actions.ts';
import { isCreating, isUnderWay } from './import-progress.ts';

interface ImportBarProps {
  readonly one: OrderImport;
  /** Undefined until all orders are listed. */
  readonly labels: number | undefined;
}

export function ImportBar({ one, labels }: ImportBarProps) {
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const words = useImportWords();
  const { cancel, undo, print } = useImportActions(one);
  const { total, created, failed } = one;
  const isRunning = isCreating(one);
  const leftOut = words.leftOut(one, isRunning);
  const undone = words.undone(one);
  const hasOrders = created > 0 && !undone;

  function state(): string {
    if (undone) return undone;
    if (isRunning) return t('imports.creating', { count: total, number: number(total) });
    const stopped = one.state === 'DONE' ? [] : [t(`imports.STATE.${one.state}`)];
    const made = t('imports.created', { count: created, number: number(created) });
    return [...stopped, made, ...leftOut].join(' · ');
  }

  return (
    <Group
      justify="space-between"
      gap="xs"
      px="sm"
      py={6}
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <Text component="output" fw={600} size="sm">
        {state()}
      </Text>
      {isRunning && (
        <Progress
          value={total === 0 ? 0 : (100 * (created + failed)) / total}
          flex={1}
          miw={80}
          aria-label={t('imports.STATE.RUNNING')}
        />
      )}
      <Group gap="xs">
        {isRunning && (
          <Button variant="subtle" size="compact-sm" onClick={() => void cancel()}>
            {t('imports.cancel')}
          </Button>
        )}
        {!isRunning && leftOut.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTool size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to={paths.bulkNew()} search={{ fix: one.id }} />
            )}
          >
            {t('imports.fix', { count: total - created + one.strayPackages })}
          </Button>
        )}
        {hasOrders && !isUnderWay(one) && (
          <>
            {labels !== 0 && (
              <Button
                size="compact-sm"
                leftSection={<IconPrinter size={16} aria-hidden />}
                loading={print.isPending}
                {...pressedOnce(() => print.mutate())}
              >
                {labels === undefined
                  ? t('imports.print')
                  : t('imports.printLabels', { count: labels, number: number(labels) })}
              </Button>
            )}
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => void undo()}
            >
              {t('imports.undo')}
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}

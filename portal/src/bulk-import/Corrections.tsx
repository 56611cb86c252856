import { Button, List, Popover } from '@mantine/core';
import { importCorrections, type ImportCorrectionCode } from '@portage/contract/import-corrections';
import { IconWand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { useFormat } from '../lib/use-format.ts';
import '@mantine/core/styles/List.layer.css';

interface CorrectionsProps {
  /** How often each correction was made, by its code. */
  readonly corrections: Readonly<Record<string, number>>;
}

/** How many cells were corrected, and what was done to them. */
export function Corrections({ corrections }: CorrectionsProps) {
  const { t } = useTranslation('bulkImport');
  const locale = useLocale();
  const { number } = useFormat();
  const made = Object.entries(corrections) as [ImportCorrectionCode, number][];
  const count = made.reduce((sum, [, times]) => sum + times, 0);
  if (count === 0) return null;
  return (
    <Popover withArrow position="bottom-end">
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          mx={-8}
          leftSection={<IconWand size={16} aria-hidden />}
        >
          {t('check.corrections', { count, number: number(count) })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <List size="sm" spacing={4}>
          {made.map(([code, times]) => (
            <List.Item key={code}>
              {t('check.correction', {
                text: importCorrections[code][locale],
                number: number(times),
              })}
            </List.Item>
          ))}
        </List>
      </Popover.Dropdown>
    </Popover>
  );
}

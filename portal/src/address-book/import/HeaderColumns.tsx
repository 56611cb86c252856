import { Button, Collapse, NativeSelect, Text } from '@mantine/core';
import { recipientColumns } from '@portage/contract/import-recipients';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withColumn } from '../../lib/sheets/with-column.ts';
import { keyed } from '../../ui/keyed.ts';
import classes from './Import.module.css';
import type { RecipientFile } from './use-address-import.ts';

interface HeaderColumnsProps {
  readonly file: RecipientFile;
  /** Whether the choices show at first. */
  readonly isOpen: boolean;
  readonly onMap: (columns: RecipientFile['columns']) => void;
}

/** Which column each header of the file leads to; a column that is chosen twice leaves its first place. */
export function HeaderColumns({ file, isOpen, onMap }: HeaderColumnsProps) {
  const { t } = useTranslation('addressBook');
  const id = useId();
  const [isShown, setIsShown] = useState(isOpen);
  const { headers, columns } = file;
  const ignored = headers.filter((header, index) => header.trim() !== '' && !columns[index]);

  function choose(index: number, value: string) {
    const column = recipientColumns.find((one) => one === value);
    onMap(withColumn(columns, index, column));
  }

  return (
    <div>
      {ignored.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('import.ignored', { headers: ignored.join(', ') })}
        </Text>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setIsShown(!isShown)}
      >
        {t('import.matchColumns')}
      </Button>
      <Collapse expanded={isShown} id={id}>
        <div className={classes['columns']}>
          {keyed(headers, (header) => header).map(({ item: header, index, key }) => (
            <NativeSelect
              key={key}
              label={header.trim() || t('import.noHeader')}
              data={[
                { value: '', label: t('import.notImported') },
                ...recipientColumns.map((column) => ({
                  value: column,
                  label: t(`import.column.${column}`),
                })),
              ]}
              value={columns[index] ?? ''}
              onChange={(event) => choose(index, event.currentTarget.value)}
            />
          ))}
        </div>
      </Collapse>
    </div>
  );
}

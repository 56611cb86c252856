import { Badge, Button, Modal } from '@mantine/core';
import type { NewSavedAddress } from '@portage/contract/addresses';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStreetLine } from '../../lib/AddressLines.tsx';
import { RecipientForm } from '../RecipientForm.tsx';
import classes from './Import.module.css';
import { type ImportRow, isSaved } from './import-rows.ts';
import '@mantine/core/styles/Badge.layer.css';

/** The colour of each state; what is saved looks done, what is not asks for attention. */
const COLORS = {
  ready: 'gray',
  problem: 'red',
  failed: 'red',
  added: 'evergreen',
  existing: 'gray',
} as const satisfies Record<ImportRow['state'], string>;

interface ImportRowItemProps {
  readonly row: ImportRow;
  readonly isDisabled: boolean;
  readonly onFix: (recipient: NewSavedAddress) => void;
}

/** One row of the file, with the way to complete it by hand as long as it is not saved. */
export function ImportRowItem({ row, isDisabled, onFix }: ImportRowItemProps) {
  const { t } = useTranslation(['addressBook', 'common']);
  const [isFixing, setIsFixing] = useState(false);
  const { line, draft, state, notes } = row;
  const { city, postalCode } = draft.address;
  const name = draft.recipient.name || t('import.noName');
  const where = [useStreetLine(draft.address), city, postalCode].filter(Boolean).join(' · ');
  return (
    <li>
      <span className={classes['line']} title={t('import.lineOf', { line })}>
        {line}
      </span>
      <div>
        <div className={classes['name']}>{name}</div>
        <div>{where}</div>
        {notes.map(({ column, text }) => (
          <div
            key={`${column}${text}`}
            className={classes['note']}
            data-warning={state === 'problem' ? undefined : true}
          >
            {column ? t('import.note', { column: t(`import.column.${column}`), text }) : text}
          </div>
        ))}
      </div>
      <div className={classes['state']}>
        <Badge
          variant="light"
          color={COLORS[state]}
          miw="max-content"
          autoContrast={false}
          style={{ color: 'inherit' }}
        >
          {t(`import.state.${state}`)}
        </Badge>
        {!isSaved(row) && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isDisabled}
            aria-label={t('import.fixOne', { name, line })}
            onClick={() => setIsFixing(true)}
          >
            {t('import.fix')}
          </Button>
        )}
      </div>
      <Modal
        stackId={`fix ${line}`}
        opened={isFixing}
        onClose={() => setIsFixing(false)}
        title={t('import.fixTitle', { line })}
        closeButtonProps={{ 'aria-label': t('common:cancel') }}
        size="lg"
        centered
      >
        <RecipientForm
          draft={draft}
          isChecked
          onSubmit={(recipient) => {
            onFix(recipient);
            setIsFixing(false);
          }}
          onCancel={() => setIsFixing(false)}
        />
      </Modal>
    </li>
  );
}

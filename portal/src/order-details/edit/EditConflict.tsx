import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BegunEdit } from './begun-edit.ts';
import { editDraftOf, textAt } from './edit-draft.ts';
import classes from './EditForm.module.css';
import { useFieldText } from './use-field-text.ts';

interface EditConflictProps {
  readonly edit: BegunEdit;
  readonly isSaving: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** What somebody else made of the same fields meanwhile beside what was typed, and the choice. */
export function EditConflict({ edit, isSaving, onKeepMine, onTakeTheirs }: EditConflictProps) {
  const { t } = useTranslation('orderDetail');
  const { nameOf, valueOf } = useFieldText();
  const now = editDraftOf(edit.order);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button to save has given way: whoever pressed it goes on here. Who types stays where they type.
    if (document.activeElement === document.body) alert.current?.focus();
  }, []);
  return (
    <div ref={alert} role="alert" tabIndex={-1} className={classes['alert']}>
      <strong>{t('conflict.title')}</strong>
      <p>{t('conflict.text')}</p>
      <table className={classes['conflict']}>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
            <th scope="col">{t('conflict.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {edit.conflicts.map((field) => (
            <tr key={field}>
              <th scope="row">{nameOf(field)}</th>
              <td>{valueOf(field, textAt(now, field))}</td>
              <td>{valueOf(field, textAt(edit.draft, field))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group gap="xs">
        <Button variant="default" onClick={onTakeTheirs}>
          {t('conflict.takeTheirs')}
        </Button>
        <Button onClick={onKeepMine} loading={isSaving}>
          {t('conflict.keepMine')}
        </Button>
      </Group>
    </div>
  );
}

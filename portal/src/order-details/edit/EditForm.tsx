import type { Order } from '@portage/contract/orders';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Textarea } from '@mantine/core';
import { MAX_PACKAGES } from '@portage/contract/new-order';
import { useMerchant } from '../../lib/merchant.ts';
import { focusFirstField } from '../../ui/focus-field.ts';
import { SaveOrCancel } from '../../ui/SaveOrCancel.tsx';
import { type BegunEdit, endEdit, holdsWork, keepConflicts, meetNewerOrder } from './begun-edit.ts';
import { DeliveryFields } from './DeliveryFields.tsx';
import { differingFields, editDraftOf, editGroups, withFieldsOf } from './edit-draft.ts';
import { EditConflict } from './EditConflict.tsx';
import classes from './EditForm.module.css';
import { RecipientGroupFields } from './RecipientGroupFields.tsx';
import { useEditForm } from './use-edit-form.ts';
import { useWhyNotEditable } from './use-why-not-editable.ts';
import { useSaveEdit } from './use-save-edit.ts';
import type { EditFieldsProps } from './edit-fields-props.ts';
import { NumberField } from '../../ui/NumberField.tsx';

const fieldsOfGroup = {
  recipient: RecipientGroupFields,
  notes: NotesFields,
  packages: PackageCountFields,
  delivery: DeliveryFields,
};

interface EditFormProps {
  readonly edit: BegunEdit;
  /** As it is now: newer than the one the edit was begun with, when something happened meanwhile. */
  readonly order: Order;
}

/** Edits a group of an order in its place. What happens meanwhile takes nothing of what was typed. */
export function EditForm({ edit, order }: EditFormProps) {
  const { t } = useTranslation(['orderDetail', 'common']);
  const rules = { phoneOptional: useMerchant().data?.phoneOptional ?? false };
  const form = useEditForm(edit.draft, rules);
  const { isSaving, save } = useSaveEdit(rules);
  const whyNotEditable = useWhyNotEditable(order);
  const container = useRef<HTMLFormElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const Fields = fieldsOfGroup[edit.group];

  const meet = useEffectEvent((newer: Order) => {
    const met = meetNewerOrder(newer);
    // Taking over values lets go of the errors, which stay while there is nothing to take over.
    const isOther = met && differingFields(form.getValues(), met.draft).length > 0;
    if (isOther) form.setValues(met.draft);
  });
  useEffect(() => {
    if (!isSaving) meet(order);
  }, [order, isSaving]);

  // Nothing can be pressed while it is saved: where that failed, the button had the focus and lost it.
  const wasSaving = useRef(false);
  useEffect(() => {
    const hasEnded = wasSaving.current && !isSaving;
    wasSaving.current = isSaving;
    if (hasEnded && document.activeElement === document.body) saveButton.current?.focus();
  }, [isSaving]);

  const begin = useEffectEvent(() => focusFields(editGroups[edit.group]));
  useEffect(() => begin(), []);

  function focusFields(fields: readonly string[]): void {
    if (container.current) focusFirstField(container.current, fields);
  }

  async function submit(): Promise<void> {
    if (whyNot !== undefined) return;
    const { hasErrors, errors } = form.validate();
    if (hasErrors) return focusFields(Object.keys(errors));
    const saving = await save();
    const wrong = Object.keys(saving.errors);
    if (wrong.length > 0) form.setErrors(saving.errors);
    if (wrong.length > 0) requestAnimationFrame(() => focusFields(wrong));
  }

  function keepMine(): void {
    keepConflicts([]);
    void submit();
  }

  function takeTheirs(): void {
    const taken = withFieldsOf(edit.draft, editDraftOf(edit.order), edit.conflicts);
    keepConflicts([]);
    if (!holdsWork({ ...edit, draft: taken })) return endEdit();
    form.setValues(taken);
  }

  const hasConflict = edit.conflicts.length > 0;
  const whyNot = whyNotEditable ?? (holdsWork(edit) ? undefined : t('edit.nothingChanged'));
  return (
    <form
      ref={container}
      className={classes['form']}
      data-group={edit.group}
      noValidate
      autoComplete="off"
      aria-label={t(`edit.name.${edit.group}`)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!hasConflict) void submit();
      }}
    >
      <Fields form={form} order={order} rules={rules} />
      {hasConflict && (
        <EditConflict
          edit={edit}
          isSaving={isSaving}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
        />
      )}
      {whyNotEditable !== undefined && (
        <p role="alert" className={classes['alert']}>
          {whyNotEditable} {t('edit.cannotBeSaved')}
        </p>
      )}
      <SaveOrCancel
        saveText={t('edit.save')}
        cancelText={t('common:cancel')}
        isSaving={isSaving}
        whyNot={whyNot}
        canSave={!hasConflict}
        saveRef={saveButton}
        onCancel={endEdit}
      />
    </form>
  );
}

/** What the driver is told. */
function NotesFields({ form }: EditFieldsProps) {
  const { t } = useTranslation('orderDetail');
  return (
    <Textarea
      aria-label={t('field.notes')}
      autosize
      minRows={3}
      maxRows={12}
      maxLength={2000}
      {...form.getInputProps('notes')}
    />
  );
}

/** How many packages the order has. */
function PackageCountFields({ form }: EditFieldsProps) {
  const { t } = useTranslation('orderDetail');
  return (
    <NumberField
      label={t('field.packageCount')}
      description={t('edit.packageCountHelp', { most: MAX_PACKAGES })}
      required
      maw={320}
      step={1}
      {...form.getInputProps('packageCount')}
    />
  );
}

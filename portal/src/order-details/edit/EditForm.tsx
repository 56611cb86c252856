import {
  Textarea,
  TextInput,
  Button,
  Group,
  Checkbox,
  Alert,
  NativeSelect,
  Skeleton,
  Stack,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { noteNames, orderText, MAX_PACKAGES } from '@portage/contract/orders/new-order';
import { readWindow, writeWindow, orderEditEndpoints } from '@portage/contract/orders/order-edits';
import { orderCan } from '@portage/contract/orders/order-status';
import { type Order, summaryOf } from '@portage/contract/orders/orders';
import { Phone } from '@portage/contract/phone';
import {
  type Service,
  allowedDeliveryServices,
  deliveryServiceNames,
} from '@portage/contract/rates/rates';
import { useLocale, useTranslation } from '../../i18n/i18n.ts';
import { completeAddress } from '../../lib/address/address-draft.ts';
import { addressAt, AddressFields } from '../../lib/address/AddressFields.tsx';
import { PlaceSearch } from '../../lib/address/PlaceSearch.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';
import { type FieldErrors, refusedFields } from '../../lib/field-message.ts';
import { LoadFailed } from '../../lib/LoadFailed.tsx';
import { useMerchant, useFeatureFlag } from '../../lib/merchant.ts';
import { notifyUndoable } from '../../lib/notify-undoable.tsx';
import { dismissErrors, notifyError, notifySuccess } from '../../lib/notify.tsx';
import { useCheckedForm } from '../../lib/use-checked-form.ts';
import { updateCachedOrder, readOrder } from '../../order/order-calls.ts';
import { RecipientFields } from '../../order/order-form/RecipientFields.tsx';
import { ratesQuery } from '../../order/rate-choice/rate-calls.ts';
import { RateChoice, WindowPicker } from '../../order/rate-choice/RateChoice.tsx';
import { focusFirstField } from '../../ui/focus-field.ts';
import { Hint } from '../../ui/Hint.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { pressInPlace, softDisabled } from '../../ui/pressed-once.ts';
import { useFieldText } from '../OrderHistory.tsx';
import {
  type CurrentEdit,
  endEdit,
  holdsWork,
  keepConflicts,
  rebaseCurrentEdit,
  resumeEdit,
  differingFields,
  editDraftOf,
  editGroups,
  withFieldsOf,
  textAt,
  currentEdit,
  keepDraft,
  type EditDraft,
} from './current-edit.ts';
import { useWhyNotEditable } from './EditableGroup.tsx';
import classes from './EditForm.module.css';
import { readEdit } from './read-edit.ts';

interface EditFieldsProps {
  readonly form: EditFormState;
  readonly order: Order;
  readonly rules: { readonly phoneOptional: boolean };
}

const NO_ERRORS: FieldErrors = {};

/** Shows both versions on a conflict (spec 1 §8). An unknown address fails its first line. */
function useSaveEdit({ phoneOptional }: { readonly phoneOptional: boolean }) {
  const { t } = useTranslation('errors');
  const [isSaving, setIsSaving] = useState(false);

  async function send(): Promise<FieldErrors> {
    const begun = currentEdit();
    if (!begun) return NO_ERRORS;
    if (!holdsWork(begun)) return done();
    const { body, errors } = readEdit(editDraftOf(begun.order), begun.draft, { phoneOptional });
    if (!body) return errors;
    const { id, version } = begun.order;
    try {
      const saved = await callApi(orderEditEndpoints.edit, {
        params: { id },
        body: { ...body, version },
      });
      updateCachedOrder(saved);
      return done();
    } catch (cause) {
      return refused(begun.order, cause);
    }
  }

  function done(): FieldErrors {
    endEdit();
    notifySuccess({ about: 'orders', title: t('success.orderUpdated') });
    return NO_ERRORS;
  }

  async function refused({ id, version }: Order, cause: unknown): Promise<FieldErrors> {
    const { code } = cause instanceof ApiError ? cause.problem : {};
    const errors = refusedFields(cause);
    if (code === 'order_changed') {
      const met = rebaseCurrentEdit(await readOrder(id));
      // Both may have typed the same values.
      const isAlike = met?.conflicts.length === 0 && met.order.version > version;
      return isAlike ? send() : NO_ERRORS;
    }
    const geocodingError = notLocated(code);
    notifyError({ title: t('error.couldNotUpdateOrder'), message: geocodingError, cause });
    if (geocodingError && Object.keys(errors).length === 0) {
      return { 'recipientAddress.street': geocodingError };
    }
    return errors;
  }

  function notLocated(code: string | undefined): string | undefined {
    if (code === 'recipient_not_located') return t('error.recipientGeocodingError');
    return code === 'origin_not_located' ? t('error.originGeocodingError') : undefined;
  }

  async function save(): Promise<FieldErrors> {
    if (isSaving) return NO_ERRORS;
    setIsSaving(true);
    dismissErrors();
    try {
      return await send();
    } catch (cause) {
      notifyError({ title: t('error.couldNotUpdateOrder'), cause });
      return NO_ERRORS;
    } finally {
      setIsSaving(false);
    }
  }

  return { isSaving, save };
}

type EditFormState = UseFormReturnType<EditDraft>;

/** Validates on blur. */
function useEditForm(draft: EditDraft, rules: { readonly phoneOptional: boolean }): EditFormState {
  return useCheckedForm<EditDraft>({
    initialValues: draft,
    validate: (values) => {
      const edit = currentEdit();
      return edit ? readEdit(editDraftOf(edit.order), values, rules).errors : {};
    },
    onValuesChange: keepDraft,
  });
}

function DeliveryFields(props: EditFieldsProps) {
  const canChooseDeliveryService = useFeatureFlag();
  return (
    <Stack gap="md">
      {orderCan.chooseService(summaryOf(props.order)) && <ServiceFields {...props} />}
      {canChooseDeliveryService && <DeliveryServiceField {...props} />}
    </Stack>
  );
}

/** Those of the order's journey now. */
function ServiceFields({ form, order }: EditFieldsProps) {
  const { t, locale } = useTranslation('orderDetail');
  const route = {
    originPostalCode: order.originAddress.postalCode,
    postalCode: order.recipientAddress.postalCode,
  };
  const packages = order.packages.map(({ trackingNumber: _ours, ...one }) => one);
  const rates = useQuery(ratesQuery({ ...route, packages, language: locale }));
  const { service, window } = form.values;

  function choose(chosen: Service): void {
    if (chosen === service) return;
    form.setFieldValue('service', chosen);
    form.setFieldValue('window', '');
  }

  const errorOf = (field: 'service' | 'window') => form.getInputProps(field).error as ReactNode;
  if (rates.isPending) return <Skeleton h={160} aria-hidden />;
  if (!rates.data) {
    return <LoadFailed title={t('edit.ratesFailed')} query={rates} />;
  }
  if (rates.data.length === 0) return <Alert color="gray">{t('edit.noRates')}</Alert>;
  return (
    <>
      <RateChoice rates={rates.data} value={service} onChange={choose} error={errorOf('service')} />
      {service === 'SCHEDULED' && (
        <WindowPicker
          route={route}
          value={readWindow(window) ?? null}
          onChange={(chosen) => form.setFieldValue('window', writeWindow(chosen))}
          error={errorOf('window')}
        />
      )}
    </>
  );
}

/** Offers what type and service allow. */
function DeliveryServiceField({ form, order }: EditFieldsProps) {
  const { t, locale } = useTranslation('orderDetail');
  const allowed = allowedDeliveryServices(order.deliveryType, form.values.service);
  // Lists the current value even if no longer offered.
  const offered = new Set([order.deliveryService, ...allowed]);
  return (
    <NativeSelect
      label={t('field.deliveryService')}
      required
      maw={320}
      data={[...offered].map((one) => ({ value: one, label: deliveryServiceNames[one][locale] }))}
      {...form.getInputProps('deliveryService')}
    />
  );
}

function RecipientGroupFields({ form, rules }: EditFieldsProps) {
  const { t } = useTranslation('orderDetail');
  const { recipientAddress } = form.values;

  /** Digits with a leading plus (spec 1 §5); other text stays. */
  function settlePhone(): void {
    const { success, data } = Phone.safeParse(form.values.recipient.phone);
    if (success) form.setFieldValue('recipient.phone', data);
    form.validateField('recipient.phone');
  }

  return (
    <>
      <RecipientFields
        fieldProps={(part) => form.getInputProps(`recipient.${part}`)}
        phoneOptional={rules.phoneOptional}
        onPhoneBlur={settlePhone}
      />
      <PlaceSearch
        onPick={(address) => {
          form.setFieldValue('recipientAddress', completeAddress(recipientAddress, address));
          form.clearErrors();
        }}
      />
      <AddressFields {...addressAt('recipientAddress', form)} />
      <Checkbox
        label={t('field.recipientAddress.isBusinessAddress')}
        {...form.getInputProps('recipientAddress.isBusinessAddress', { type: 'checkbox' })}
      />
    </>
  );
}

interface EditConflictProps {
  readonly edit: CurrentEdit;
  readonly isSaving: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Shows both versions of an edited field and lets the user choose. */
function EditConflict({ edit, isSaving, onKeepMine, onTakeTheirs }: EditConflictProps) {
  const { t } = useTranslation('orderDetail');
  const { nameOf, valueOf } = useFieldText(edit.order);
  const now = editDraftOf(edit.order);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The save button is gone; a user who types keeps the focus.
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

const fieldsOfGroup = {
  recipient: RecipientGroupFields,
  notes: NotesFields,
  packages: PackageCountFields,
  delivery: DeliveryFields,
};

interface EditFormProps {
  readonly edit: CurrentEdit;
  /** May be newer than the edit. */
  readonly order: Order;
}

/** Changes elsewhere never remove typed text. */
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
    const met = rebaseCurrentEdit(newer);
    // Taking over values clears the errors, so they stay without new values.
    const isOther = met && differingFields(form.getValues(), met.draft).length > 0;
    if (isOther) form.setValues(met.draft);
  });
  useEffect(() => {
    if (!isSaving) meet(order);
  }, [order, isSaving]);

  // A disabled button loses the focus: it returns after a failure.
  const wasSaving = useRef(false);
  useEffect(() => {
    const hasEnded = wasSaving.current && !isSaving;
    wasSaving.current = isSaving;
    if (hasEnded && document.activeElement === document.body) saveButton.current?.focus();
  }, [isSaving]);

  const focusFields = (fields: readonly string[]) => focusFirstField(container.current, fields);
  const begin = useEffectEvent(() => focusFields(editGroups[edit.group]));
  useEffect(() => begin(), []);

  async function submit(): Promise<void> {
    if (whyNot !== undefined) return;
    const { hasErrors, errors } = form.validate();
    if (hasErrors) return focusFields(Object.keys(errors));
    const refused = await save();
    const wrong = Object.keys(refused);
    if (wrong.length === 0) return;
    form.setErrors(refused);
    requestAnimationFrame(() => focusFields(wrong));
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

  /** Typed text can be restored. */
  const cancelByEscape = useEffectEvent((event: KeyboardEvent) => {
    const isOfList = event.target instanceof Element && event.target.ariaExpanded === 'true';
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    if (isOfList || isSaving) return;
    event.preventDefault();
    endEdit();
    if (holdsWork(edit)) {
      notifyUndoable({ title: t('edit.cancelled'), onUndo: () => resumeEdit(edit) });
    }
  });
  useEffect(() => {
    const form = container.current;
    form?.addEventListener('keydown', cancelByEscape);
    return () => form?.removeEventListener('keydown', cancelByEscape);
  }, []);

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
      <Group gap="xs" justify="flex-end">
        <Button variant="default" {...pressInPlace} onClick={endEdit}>
          {t('common:cancel')}
        </Button>
        {!hasConflict && (
          <Hint label={whyNot} disabled={whyNot === undefined}>
            <Button
              ref={saveButton}
              type="submit"
              {...pressInPlace}
              loading={isSaving}
              {...softDisabled(whyNot !== undefined)}
            >
              {t('edit.save')}
            </Button>
          </Hint>
        )}
      </Group>
    </form>
  );
}

function NotesFields({ form }: EditFieldsProps) {
  const locale = useLocale();
  return (
    <Stack gap="sm">
      {noteNames.map((name) => {
        const { label, most, isLong } = orderText(name);
        // The heading of the form names the only field.
        const named = noteNames.length > 1 ? 'label' : 'aria-label';
        const props = { [named]: label[locale], maxLength: most, ...form.getInputProps(name) };
        return isLong ? (
          <Textarea key={name} autosize minRows={3} maxRows={12} {...props} />
        ) : (
          <TextInput key={name} {...props} />
        );
      })}
    </Stack>
  );
}

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

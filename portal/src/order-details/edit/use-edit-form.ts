import { useForm, type UseFormReturnType } from '@mantine/form';
import { useLocale } from '../../i18n/use-locale.ts';
import { fieldMessage } from '../../lib/field-message.ts';
import { currentEdit, keepDraft, endEdit, holdsWork, rebaseCurrentEdit } from './current-edit.ts';
import { editDraftOf, type EditDraft } from './edit-draft.ts';
import { type EditErrors, readEdit } from './read-edit.ts';
import type { Order } from '@portage/contract/orders/orders';
import { orderEditEndpoints } from '@portage/contract/orders/order-edits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';
import { dismissErrors, notifyError, notifySuccess } from '../../lib/notify.tsx';
import { updateCachedOrder, readOrder } from '../../order/order-cache.ts';

/** What the fields of every group are given. */
export interface EditFieldsProps {
  readonly form: EditForm;
  readonly order: Order;
  readonly rules: { readonly phoneOptional: boolean };
}

/** What became of saving: which fields are wrong, if any. */
type Saving = { readonly errors: EditErrors };

const DONE: Saving = { errors: {} };

/**
 * Saves the edit under way (spec 1 §8: success.orderUpdated, error.couldNotUpdateOrder). When
 * somebody changed the same fields meanwhile nothing is saved: the edit meets what they are now. An
 * address that cannot be found is wrong at its first line.
 */
export function useSaveEdit({ phoneOptional }: { readonly phoneOptional: boolean }) {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);

  async function send(): Promise<Saving> {
    const begun = currentEdit();
    if (!begun) return DONE;
    if (!holdsWork(begun)) return done();
    const { edit, errors } = readEdit(editDraftOf(begun.order), begun.draft, { phoneOptional });
    if (!edit) return { errors };
    const { id, version } = begun.order;
    try {
      const saved = await callApi(orderEditEndpoints.edit, {
        params: { id },
        body: { ...edit, version },
      });
      updateCachedOrder(queryClient, saved);
      return done();
    } catch (cause) {
      return refused(begun.order, cause);
    }
  }

  function done(): Saving {
    endEdit();
    notifySuccess({ about: 'orders', title: t('success.orderUpdated') });
    return DONE;
  }

  async function refused({ id, version }: Order, cause: unknown): Promise<Saving> {
    const { code, errors = [] } = cause instanceof ApiError ? cause.problem : {};
    if (code === 'order_changed') {
      const met = rebaseCurrentEdit(await readOrder(queryClient, id));
      // Both may have come to the same values: what is left is then for nobody to choose.
      const isAlike = met?.conflicts.length === 0 && met.order.version > version;
      return isAlike ? send() : DONE;
    }
    const geocodingError = notLocated(code);
    notifyError({
      title: t('error.couldNotUpdateOrder'),
      ...(geocodingError && { message: geocodingError }),
      cause,
    });
    if (geocodingError) return { errors: { 'recipientAddress.street': geocodingError } };
    return { errors: Object.fromEntries(errors.map(({ path, message }) => [path, message])) };
  }

  function notLocated(code: string | undefined): string | undefined {
    if (code === 'recipient_not_located') return t('error.recipientGeocodingError');
    return code === 'origin_not_located' ? t('error.originGeocodingError') : undefined;
  }

  async function save(): Promise<Saving> {
    if (isSaving) return DONE;
    setIsSaving(true);
    dismissErrors();
    try {
      return await send();
    } catch (cause) {
      notifyError({ title: t('error.couldNotUpdateOrder'), cause });
      return DONE;
    } finally {
      setIsSaving(false);
    }
  }

  return { isSaving, save };
}

/** The form in which an order is edited. */
export type EditForm = UseFormReturnType<EditDraft>;

/** The form of the edit under way: fields are validated when they are left, by the contract’s rules. */
export function useEditForm(
  draft: EditDraft,
  rules: { readonly phoneOptional: boolean },
): EditForm {
  const locale = useLocale();
  return useForm<EditDraft>({
    initialValues: draft,
    validate: (values) => {
      const edit = currentEdit();
      return edit ? { ...readEdit(editDraftOf(edit.order), values, rules).errors } : {};
    },
    validateInputOnBlur: true,
    onValuesChange: keepDraft,
    enhanceGetInputProps: ({ field, form }) => {
      const error = form.errors[field];
      return { error: typeof error === 'string' ? fieldMessage(error, locale) : undefined };
    },
  });
}

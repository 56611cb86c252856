import { useForm, type UseFormReturnType } from '@mantine/form';
import { useLocale } from '../../i18n/use-locale.ts';
import { fieldMessage } from '../../lib/field-message.ts';
import { currentEdit, keepDraft } from './begun-edit.ts';
import { editDraftOf, type EditDraft } from './edit-draft.ts';
import { readEdit } from './read-edit.ts';

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

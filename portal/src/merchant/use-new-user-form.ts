import { type FormErrors, useForm } from '@mantine/form';
import { fieldMessages, isFieldMessageKey } from '@portage/contract/field-messages';
import { useLocale } from '../i18n/use-locale.ts';
import { EMPTY_DRAFT, type NewUserDraft } from './new-user-draft.ts';
import { readNewUser } from './read-new-user.ts';
import { useCreateUser } from './use-create-user.ts';

/** The form that creates a user, begun with a draft: emptied when the user is created, left as it is by a failure. */
export function useNewUserForm(draft: NewUserDraft, onCreated: () => void) {
  const locale = useLocale();
  const form = useForm<NewUserDraft>({
    initialValues: draft,
    validate: (values) => readNewUser(values).errors,
    validateInputOnBlur: true,
    // In words of the language shown now; a sentence of the server stays as it came.
    enhanceGetInputProps: ({ field, form: { errors } }) => {
      const error = errors[field];
      const isKey = typeof error === 'string' && isFieldMessageKey(error);
      return { error: isKey ? fieldMessages[error][locale] : error };
    },
  });
  const focusFirst = (errors: FormErrors) => {
    const first = Object.keys(EMPTY_DRAFT).find((field) => errors[field] !== undefined);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  const { mutate, isPending } = useCreateUser({
    onCreated: () => {
      form.setValues(EMPTY_DRAFT);
      form.clearErrors();
      onCreated();
    },
    onRefused: (errors) => {
      form.setErrors(errors);
      focusFirst(errors);
    },
  });
  const submit = form.onSubmit((values) => {
    const { user } = readNewUser(values);
    if (user) mutate(user);
  }, focusFirst);
  return { form, submit, isPending };
}

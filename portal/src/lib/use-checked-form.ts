import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useLocale } from '../i18n/i18n.ts';
import { fieldMessage } from './field-message.ts';

/** Validates on blur. Translates keys of the contract; other errors are the server's. */
export function useCheckedForm<Values extends Record<string, unknown>>(
  options: UseFormInput<Values>,
): UseFormReturnType<Values> {
  const locale = useLocale();
  return useForm<Values>({
    validateInputOnBlur: true,
    enhanceGetInputProps: ({ field, form: { errors } }) => {
      const error = errors[field];
      return { error: typeof error === 'string' ? fieldMessage(error, locale) : error };
    },
    ...options,
  });
}

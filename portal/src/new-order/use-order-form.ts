import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { readDraft } from '../order/order-form/read-draft.ts';
import { useErrorText } from './use-error-text.ts';

/** The form of the wizard; all its pages share it. */
export type OrderForm = UseFormReturnType<OrderDraft>;

/** The wizard's form, begun with a draft: fields are validated when they are left. */
export function useOrderForm(
  draft: OrderDraft,
  { phoneOptional }: Pick<Merchant, 'phoneOptional'>,
): OrderForm {
  const errorText = useErrorText();
  return useForm<OrderDraft>({
    initialValues: draft,
    validate: (values) => readDraft(values, { phoneOptional }).errors,
    validateInputOnBlur: true,
    enhanceGetInputProps: ({ field, form }) => ({
      error: errorText(form.errors[field], form.getValues()),
    }),
  });
}

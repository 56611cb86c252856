import type { UseFormReturnType } from '@mantine/form';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { useTranslation } from '../i18n/i18n.ts';
import { fieldMessage } from '../lib/field-message.ts';
import { useCheckedForm } from '../lib/use-checked-form.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { readDraft, routeOf, isDraftProblem } from '../order/order-form/read-draft.ts';

export interface StepProps {
  readonly form: OrderForm;
  readonly merchant: Merchant;
  readonly onGoTo: (step: number) => void;
}

/** In the current language, also after a switch; sentences of the server stay. */
export function useErrorText(): (error: unknown, draft: OrderDraft) => string | undefined {
  const { t, locale } = useTranslation('newOrder');
  return (error, draft) => {
    if (typeof error !== 'string') return undefined;
    if (!isDraftProblem(error)) return fieldMessage(error, locale);
    const { originPostalCode, postalCode } = routeOf(draft);
    return t(`problem.${error}`, { origin: originPostalCode, destination: postalCode });
  };
}

export type OrderForm = UseFormReturnType<OrderDraft>;

export function useOrderForm(
  draft: OrderDraft,
  { phoneOptional }: Pick<Merchant, 'phoneOptional'>,
): OrderForm {
  const errorText = useErrorText();
  return useCheckedForm<OrderDraft>({
    initialValues: draft,
    validate: (values) => readDraft(values, { phoneOptional }).errors,
    enhanceGetInputProps: ({ field, form }) => ({
      error: errorText(form.errors[field], form.getValues()),
    }),
  });
}

import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { readDraft, routeOf, isDraftProblem } from '../order/order-form/read-draft.ts';
import { fieldMessage } from '../lib/field-message.ts';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';

/** What every page of the wizard is given. */
export interface StepProps {
  readonly form: OrderForm;
  readonly merchant: Merchant;
  /** Opens another page, by its index. */
  readonly onGoTo: (step: number) => void;
}

/**
 * Puts what is wrong with a field into words of the language shown now, so that a switch of language
 * also translates the errors on the screen. A sentence of the server stays as it came.
 */
export function useErrorText(): (error: unknown, draft: OrderDraft) => string | undefined {
  const { t } = useTranslation('newOrder');
  const locale = useLocale();
  return (error, draft) => {
    if (typeof error !== 'string') return undefined;
    if (!isDraftProblem(error)) return fieldMessage(error, locale);
    const { originPostalCode, postalCode } = routeOf(draft);
    return t(`problem.${error}`, { origin: originPostalCode, destination: postalCode });
  };
}

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

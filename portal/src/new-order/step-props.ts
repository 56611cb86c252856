import type { Merchant } from '@portage/contract/merchants/merchants';
import type { OrderForm } from './use-order-form.ts';

/** What every page of the wizard is given. */
export interface StepProps {
  readonly form: OrderForm;
  readonly merchant: Merchant;
  /** Opens another page, by its index. */
  readonly onGoTo: (step: number) => void;
}

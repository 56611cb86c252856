import type { Order } from '@portage/contract/orders/orders';
import type { EditForm } from './use-edit-form.ts';

/** What the fields of every group are given. */
export interface EditFieldsProps {
  readonly form: EditForm;
  readonly order: Order;
  readonly rules: { readonly phoneOptional: boolean };
}

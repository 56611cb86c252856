import { newOrderDraft, type OrderDraft } from '../order-form/order-draft.ts';

/** A valid draft, of which a test may change fields. */
export function exampleDraft(changes: Partial<OrderDraft> = {}): OrderDraft {
  const begun = newOrderDraft({
    merchantLocation: {
      number: '120',
      street: 'Rue Saint-Paul O',
      city: 'Montréal',
      province: 'QC',
      postalCode: 'H2Y 1Z3',
      country: 'CA',
    },
  });
  const [onlyPackage] = begun.packages;
  if (!onlyPackage) throw new Error('A new draft has a package');
  return {
    ...begun,
    recipient: { name: 'Zoé Tremblay', phone: '(514) 555-0123', email: '' },
    recipientAddress: {
      street: '4200 rue Sherbrooke E',
      unit: '',
      city: 'Montréal',
      province: 'QC',
      postalCode: 'h1x2b1',
      country: 'CA',
      isBusinessAddress: false,
    },
    packages: [
      {
        ...onlyPackage,
        weightOptions: { weight: '2.5', unit: 'lb' },
        sizeOptions: { length: '10', width: '8', height: '4', unit: 'inch' },
      },
    ],
    service: 'NEXTDAY',
    ...changes,
  };
}

/** The columns by which an order is found however far it has travelled, beside its key and time. */
export const SEARCHABLE = [
  'service',
  'delivery_type',
  'is_business',
  'origin_postal_code',
  'display_name',
  'tags',
  'search',
] as const;

/**
 * Whether a row of the list should stay where it is: the pointer is over the list, or the focus is
 * on the row. Touch screens have no pointer that could hit another row.
 */
export function isRowInUse(list: HTMLElement | null, orderId: string): boolean {
  const hasPointer = matchMedia('(hover: hover)').matches && list?.matches(':hover');
  const focused = document.activeElement?.closest<HTMLElement>('[data-order-id]');
  return hasPointer === true || focused?.dataset['orderId'] === orderId;
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followOrderChanges } from '../order/follow-order-changes.ts';
import { orderQuery } from '../order/order-calls.ts';

/** One order, kept as it is at the carrier while it is looked at. */
export function useOrder(id: string) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { queryKey } = orderQuery(id);
    const readAgain = () =>
      queryClient.invalidateQueries({ queryKey, exact: true }, { throwOnError: true });
    return followOrderChanges({
      readChanges: async (changes) => {
        if (changes.some((change) => change.id === id)) await readAgain();
      },
      lookAgain: readAgain,
    });
  }, [queryClient, id]);
  return useQuery(orderQuery(id));
}

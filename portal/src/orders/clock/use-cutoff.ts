import { useQuery } from '@tanstack/react-query';
import { sameDayCutoffQuery } from '../../order/order-calls.ts';

/** How soon after an answer the next may be asked for, in milliseconds: the device's clock may be fast. */
const SHORTEST_PAUSE = 60_000;

/** When same-day orders next close, milliseconds since 1970; asked for again when they have. */
export function useCutoff(): number | undefined {
  const { data } = useQuery({
    ...sameDayCutoffQuery,
    staleTime: ({ state }) => untilCutoff(state.data?.closesAt),
    refetchInterval: ({ state }) => untilCutoff(state.data?.closesAt),
  });
  return data?.closesAt;
}

const untilCutoff = (closesAt = 0) => Math.max(closesAt - Date.now(), SHORTEST_PAUSE);

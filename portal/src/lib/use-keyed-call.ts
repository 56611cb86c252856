import { useRef } from 'react';
import type { AnswerOf, CallOf, Endpoint } from '@portage/contract/endpoint';
import { callApi } from './api.ts';
import { type Attempt, attemptFor } from './attempt.ts';

/** Sends under one Idempotency-Key until the body changes or the call succeeds. */
export function useKeyedCall<E extends Endpoint>(endpoint: E) {
  const attempt = useRef<Attempt>(undefined);
  return async (call: CallOf<E> & { readonly body: object }): Promise<AnswerOf<E>> => {
    attempt.current = attemptFor(call.body, attempt.current);
    const answer = await callApi(endpoint, call, { idempotencyKey: attempt.current.key });
    attempt.current = undefined;
    return answer;
  };
}

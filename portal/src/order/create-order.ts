import { useState } from 'react';
import type { NewOrder } from '@portage/contract/orders/new-order';
import { type Order, orderEndpoints } from '@portage/contract/orders/orders';
import type { ExplainedRates } from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { type Attempt, attemptFor } from '../lib/attempt.ts';
import { resourceKey } from '../lib/call-query.ts';
import { type FieldErrors, refusedFields } from '../lib/field-message.ts';
import { dismissErrors, notifyError } from '../lib/notify.tsx';
import { queryClient } from '../lib/query-client.ts';

/** `rates` are the current ones, where the chosen one is no longer offered. */
type Creation =
  | { readonly created: Order }
  | { readonly refused: FieldErrors; readonly rates?: ExplainedRates | undefined };

/** Creates orders under one Idempotency-Key until the content changes. Notifies of failures. */
export function useCreateOrder(lastAttempt?: Attempt) {
  const { t } = useTranslation('errors');
  const [attempt, setAttempt] = useState(lastAttempt);

  async function create(body: NewOrder): Promise<Creation> {
    const current = attemptFor(body, attempt);
    setAttempt(current);
    dismissErrors();
    try {
      const created = await callApi(
        orderEndpoints.create,
        { body },
        { idempotencyKey: current.key },
      );
      // The next order may have equal content.
      setAttempt(undefined);
      void queryClient.invalidateQueries({ queryKey: resourceKey(orderEndpoints.create) });
      return { created };
    } catch (cause) {
      const problem = cause instanceof ApiError ? cause.problem : undefined;
      const refused = refusedFields(cause);
      const reasons = Object.values(refused);
      const description = t('error.orderCreationFailedDescription', { name: body.recipient.name });
      notifyError({
        title: t('error.orderCreationFailed'),
        message: [description, ...(reasons.length > 0 ? reasons : [problem?.detail ?? ''])].join(
          ' ',
        ),
        cause,
      });
      if (problem?.rates) return { refused: { service: problem.detail }, rates: problem.rates };
      return { refused };
    }
  }

  return { attempt, create };
}

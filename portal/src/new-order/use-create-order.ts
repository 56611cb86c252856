import type { ExplainedRates } from '@portage/contract/explained-rates';
import type { NewOrder } from '@portage/contract/new-order';
import { type Order, orderEndpoints } from '@portage/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { resourceKey } from '../lib/call-query.ts';
import { notifyError } from '../lib/notify.tsx';
import { type Attempt, attemptFor } from '../lib/attempt.ts';
import type { DraftErrors } from '../order/order-form/read-draft.ts';

/** `rates` are those of now, where the chosen one is no longer offered. */
type Creation =
  | { readonly created: Order }
  | { readonly refused: DraftErrors; readonly rates?: ExplainedRates | undefined };

interface CreateOrder {
  /** The last submission, to be kept as long as it may have to be repeated. */
  readonly attempt: Attempt | undefined;
  /** Sends an order. A failure is told to the reader; the fields that the server refused come back. */
  readonly create: (order: NewOrder) => Promise<Creation>;
}

function refusedFields(cause: unknown): DraftErrors {
  if (!(cause instanceof ApiError)) return {};
  if (cause.problem.code === 'rates_changed') return { service: 'ratesChanged' };
  const errors = cause.problem.errors ?? [];
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}

/** Creates the order of the wizard, under one Idempotency-Key as long as its content stays the same. */
export function useCreateOrder(lastAttempt: Attempt | undefined): CreateOrder {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  const [attempt, setAttempt] = useState(lastAttempt);

  async function create(order: NewOrder): Promise<Creation> {
    const current = attemptFor(order, attempt);
    setAttempt(current);
    try {
      const created = await callApi(
        orderEndpoints.create,
        { body: order },
        { idempotencyKey: current.key },
      );
      void queryClient.invalidateQueries({ queryKey: resourceKey(orderEndpoints.create) });
      return { created };
    } catch (cause) {
      const description = t('error.orderCreationFailedDescription', { name: order.recipient.name });
      notifyError({
        title: t('error.orderCreationFailed'),
        message: cause instanceof ApiError ? `${description} ${cause.message}` : description,
        cause,
      });
      const rates = cause instanceof ApiError ? cause.problem.rates : undefined;
      return { refused: refusedFields(cause), rates };
    }
  }

  return { attempt, create };
}

import { useRef, useState } from 'react';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { type SimilarOrder, similarOrderEndpoints } from '@portage/contract/orders/similar-orders';
import { type ExplainedRates, rateEndpoints } from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import { completeFromPostalCode } from '../lib/address/address-draft.ts';
import { callApi } from '../lib/api.ts';
import { attemptFor } from '../lib/attempt.ts';
import { readAgain } from '../lib/call-query.ts';
import type { FieldErrors } from '../lib/field-message.ts';
import { queryClient } from '../lib/query-client.ts';
import { useCreateOrder } from '../order/create-order.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { rateRequestOf, readDraft } from '../order/order-form/read-draft.ts';
import { moveExtension } from '../order/order-form/RecipientFields.tsx';
import {
  settledDeliveryService,
  explainedRatesQuery,
  ratesQuery,
  windowsQuery,
} from '../order/rate-choice/rate-calls.ts';
import { keepLastOrder, useDraftOwner, useDraftSaving, useKeptEntry } from './draft-storage.ts';
import { useOrderForm } from './use-order-form.ts';
import type { StepRules } from './wizard-steps.ts';

/** Runs one action at a time and ignores others. */
function useOneAtATime() {
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);

  async function run(action: () => Promise<void>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    await action().finally(() => {
      isRunning.current = false;
      setIsBusy(false);
    });
  }

  return { isBusy, run };
}

/** An order awaiting confirmation, and its possible duplicates. */
interface Similar {
  readonly order: NewOrder;
  readonly prints: boolean;
  readonly orders: readonly SimilarOrder[];
  readonly onErrors: (errors: FieldErrors) => void;
}

/** Finds similar orders of the last day; none after a failure. */
async function similarTo(order: NewOrder): Promise<readonly SimilarOrder[]> {
  try {
    return (await callApi(similarOrderEndpoints.find, { body: order })).orders;
  } catch {
    return [];
  }
}

export interface EntryBeginning {
  readonly draftId: string;
  /** Used when the device has no draft; undefined for a blank order. */
  readonly begun: OrderDraft | undefined;
  /** `prints` asks for the label, too. */
  readonly onCreated: (order: Order, prints: boolean) => void;
  /** Called with the new id when another tab had changed the draft. */
  readonly onForked: (draftId: string) => void;
}

/** One order in progress: form, draft, rules and submission, for both forms (spec 2 §4). */
export function useOrderEntry(merchant: Merchant, begin: EntryBeginning) {
  const owner = useDraftOwner();
  const { blank, initial, keeper } = useKeptEntry(merchant, begin.draftId, begin.begun);
  const form = useOrderForm(initial.draft, merchant);
  const [furthestStep, setFurthestStep] = useState(initial.furthestStep);
  const { attempt, create } = useCreateOrder(initial.attempt);
  const { isBusy, run } = useOneAtATime();
  const [similar, setSimilar] = useState<Similar>();
  const { t, locale: language } = useTranslation('newOrder');
  const entered = { draft: form.values, furthestStep, attempt };
  const isKept = useDraftSaving(blank, keeper, entered, begin.onForked);

  const rules: StepRules = {
    phoneOptional: merchant.phoneOptional,
    language,
    askRates: (request) => queryClient.query(ratesQuery(request)),
    // The shown rates, even when old: the server compares them with the current ones.
    askOffer: (request) =>
      queryClient.query({ ...explainedRatesQuery(request), staleTime: 'static' }),
    askWindows: (route) => queryClient.query(windowsQuery(route)),
  };

  /** Fills in derived fields, since Enter submits without a blur. */
  function complete(): void {
    const { originAddress, recipientAddress } = form.getValues();
    const moved = moveExtension(form.getValues(), (extension) => t('extension', { extension }));
    form.setFieldValue('recipient', moved.recipient);
    form.setFieldValue('notes', moved.notes);
    form.setFieldValue('originAddress', completeFromPostalCode(originAddress));
    form.setFieldValue('recipientAddress', completeFromPostalCode(recipientAddress));
    form.setFieldValue('deliveryService', settledDeliveryService(form.getValues()));
  }

  /** The chosen rate as shown, so that no other is charged. */
  function quotedRate(): NewOrder['quotedRate'] {
    const draft = form.getValues();
    const { queryKey } = explainedRatesQuery(rateRequestOf(draft, language));
    const rate = queryClient
      .getQueryData(queryKey)
      ?.rates.find(({ service }) => service === draft.service);
    return rate && { price: rate.price, epochEstimateTo: rate.epochEstimateTo };
  }

  /** Replaces the shown rates by the current ones. */
  function showRates(rates: ExplainedRates): void {
    const request = rateRequestOf(form.getValues(), language);
    queryClient.setQueryData(explainedRatesQuery(request).queryKey, rates);
    void readAgain(rateEndpoints.windows);
  }

  /** Creates the order after asking about similar ones; calls back with errors of the server. */
  async function submit(prints: boolean, onErrors: (errors: FieldErrors) => void): Promise<void> {
    const { body } = readDraft(form.getValues(), merchant);
    if (!body) return;
    const order = { ...body, quotedRate: quotedRate() };
    // A retry may find its own first attempt.
    const isRepeated = attempt !== undefined && attemptFor(order, attempt).key === attempt.key;
    const orders = isRepeated ? [] : await similarTo(order);
    if (orders.length > 0) setSimilar({ order, prints, orders, onErrors });
    else await send({ order, prints, onErrors });
  }

  async function send({ order, prints, onErrors }: Omit<Similar, 'orders'>): Promise<void> {
    setSimilar(undefined);
    const creation = await create(order);
    if ('refused' in creation) {
      if (creation.rates) showRates(creation.rates);
      onErrors(creation.rates ? { service: 'ratesChanged' } : creation.refused);
      return;
    }
    keepLastOrder(owner, form.getValues());
    keeper.finish();
    begin.onCreated(creation.created, prints);
  }

  return {
    form,
    rules,
    /** Parts of another version that cannot be read. */
    leftOut: initial.leftOut,
    /** False while unsaved work is in memory only. */
    isKept,
    /** Index of the furthest page reached. */
    furthestStep,
    reach: (step: number) => setFurthestStep((reached) => Math.max(reached, step)),
    isBusy,
    run,
    complete,
    submit,
    /** Orders that the submitted one may repeat. */
    similar: similar?.orders ?? [],
    createAnyway: () => run(async () => similar && send(similar)),
    dismissSimilar: () => setSimilar(undefined),
  };
}

export type OrderEntry = ReturnType<typeof useOrderEntry>;

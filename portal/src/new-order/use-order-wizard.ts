import type { Merchant } from '@portage/contract/merchants';
import type { NewOrder } from '@portage/contract/new-order';
import type { Order } from '@portage/contract/orders';
import { type SimilarOrder, similarOrderEndpoints } from '@portage/contract/similar-orders';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useLocale } from '../i18n/use-locale.ts';
import { callApi } from '../lib/api.ts';
import { attemptFor } from '../lib/attempt.ts';
import { paths } from '../paths.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { checkWay } from './check-step.ts';
import { settledDeliveryService } from '../order/rate-choice/delivery-service-offer.ts';
import { completeFromPostalCode } from '../lib/address/address-draft.ts';
import { ratesQuery, windowsQuery } from '../order/rate-choice/rate-calls.ts';
import { type DraftErrors, readDraft } from '../order/order-form/read-draft.ts';
import { useCreateOrder } from './use-create-order.ts';
import { useDraftKeeper, useInitialDraft } from './use-draft-keeper.ts';
import { useOrderForm } from './use-order-form.ts';
import { useStepFocus } from './use-step-focus.ts';
import { clampStep, firstStepWithError, LAST_STEP, searchOfStep } from './wizard-steps.ts';

/** Runs one action at a time: what is asked for meanwhile (a second click) is not done. */
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

/** An order that is asked about, and those that it may repeat. */
interface Similar {
  readonly order: NewOrder;
  readonly orders: readonly SimilarOrder[];
}

/** Orders of the last day that one may repeat; a check that fails keeps no order from being created. */
async function similarTo(order: NewOrder): Promise<readonly SimilarOrder[]> {
  try {
    return (await callApi(similarOrderEndpoints.find, { body: order })).orders;
  } catch {
    return [];
  }
}

/**
 * The wizard's story: which page is shown (it is in the address, so that Back works), what must be
 * right before the next one opens, and the submission (spec 2 §4).
 */
export function useOrderWizard(
  merchant: Merchant,
  begun: OrderDraft | undefined,
  onCreated: (order: Order) => void,
) {
  const initial = useInitialDraft(merchant, begun);
  const form = useOrderForm(initial.draft, merchant);
  const [furthestStep, setFurthestStep] = useState(initial.furthestStep);
  const { step: page = 1 } = useSearch({ from: '/signed-in/new' });
  const step = Math.min(page - 1, furthestStep);
  const { focusField, ...focus } = useStepFocus(step);
  const { attempt, create } = useCreateOrder(initial.attempt);
  const { isBusy, run } = useOneAtATime();
  const [similar, setSimilar] = useState<Similar>();
  const language = useLocale();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useDraftKeeper(merchant, { ...initial, draft: form.values, furthestStep, attempt });

  function open(target: number): void {
    setFurthestStep(Math.max(furthestStep, target));
    void navigate({ to: paths.newOrder(), search: searchOfStep(target) });
  }

  function showErrors(errors: DraftErrors): void {
    const target = firstStepWithError(errors);
    if (target === undefined) return;
    form.setErrors(errors);
    if (target !== step) open(target);
    focusField(target, Object.keys(errors));
  }

  /** Checks every page between two; shows what is wrong and answers false, or answers true. */
  async function mayPass(from: number, to: number): Promise<boolean> {
    const errors = await checkWay(from, to, form.getValues(), {
      phoneOptional: merchant.phoneOptional,
      language,
      askRates: (request) => queryClient.query(ratesQuery(request)),
      askWindows: (route) => queryClient.query(windowsQuery(route)),
    });
    showErrors(errors);
    return Object.keys(errors).length === 0;
  }

  /** Enter goes on without leaving the field, so what a postal code tells is filled in here too. */
  function completeAddresses(): void {
    const { originAddress, recipientAddress } = form.getValues();
    form.setFieldValue('originAddress', completeFromPostalCode(originAddress));
    form.setFieldValue('recipientAddress', completeFromPostalCode(recipientAddress));
  }

  async function moveTo(target: number): Promise<void> {
    completeAddresses();
    if (target > step && !(await mayPass(step, target))) return;
    form.clearErrors();
    form.setFieldValue('deliveryService', settledDeliveryService(form.getValues()));
    open(target);
  }

  async function submit(): Promise<void> {
    if (!(await mayPass(0, LAST_STEP))) return;
    const { order } = readDraft(form.getValues(), merchant);
    if (!order) return;
    // An order whose answer got lost may be there already: its repetition is no duplicate.
    const isRepeated = attempt !== undefined && attemptFor(order, attempt).key === attempt.key;
    const orders = isRepeated ? [] : await similarTo(order);
    if (orders.length > 0) setSimilar({ order, orders });
    else await send(order);
  }

  async function send(order: NewOrder): Promise<void> {
    setSimilar(undefined);
    const creation = await create(order);
    if ('created' in creation) onCreated(creation.created);
    else showErrors(creation.refused);
  }

  return {
    form,
    step,
    furthestStep,
    isBusy,
    ...focus,
    /** Orders that the submitted one may repeat, to be asked about. */
    similar: similar?.orders ?? [],
    createAnyway: () => run(async () => similar && send(similar.order)),
    dismissSimilar: () => setSimilar(undefined),
    moveTo: (target: number) => run(() => moveTo(clampStep(target))),
    /** What Next, Submit and Enter do. */
    goOn: () => run(() => (step === LAST_STEP ? submit() : moveTo(step + 1))),
  };
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DraftErrors } from '../order/order-form/read-draft.ts';
import { paths } from '../paths.ts';
import { checkWay } from './check-step.ts';
import type { OrderEntry } from './use-order-entry.ts';
import { useStepFocus } from './use-step-focus.ts';
import { clampStep, firstStepWithError, LAST_STEP, searchOfStep } from './wizard-steps.ts';

/**
 * The wizard's story: which page is shown (it is in the address, so that Back works), and what must
 * be right before the next one opens (spec 2 §4).
 */
export function useOrderWizard(entry: OrderEntry) {
  const { form, rules, furthestStep, run } = entry;
  const { step: page = 1 } = useSearch({ from: '/signed-in/new' });
  const step = Math.min(page - 1, furthestStep);
  const { focusField, ...focus } = useStepFocus(step);
  const navigate = useNavigate();

  function open(target: number): void {
    entry.reach(target);
    void navigate({ to: paths.newOrder(), search: (search) => searchOfStep(target, search) });
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
    const errors = await checkWay(from, to, form.getValues(), rules);
    showErrors(errors);
    return Object.keys(errors).length === 0;
  }

  async function moveTo(target: number): Promise<void> {
    entry.complete();
    if (target > step && !(await mayPass(step, target))) return;
    form.clearErrors();
    open(target);
  }

  async function submit(): Promise<void> {
    if (await mayPass(0, LAST_STEP)) await entry.submit(showErrors);
  }

  return {
    step,
    ...focus,
    moveTo: (target: number) => run(() => moveTo(clampStep(target))),
    /** What Next, Submit and Enter do. */
    goOn: () => run(() => (step === LAST_STEP ? submit() : moveTo(step + 1))),
  };
}

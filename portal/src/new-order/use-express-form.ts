import { useEffect, useRef } from 'react';
import type { Merchant } from '@portage/contract/merchants';
import { type DraftErrors, readDraft } from '../order/order-form/read-draft.ts';
import { focusFirstField } from '../ui/focus-field.ts';
import { checkWhole } from './check-step.ts';
import type { OrderEntry } from './use-order-entry.ts';

/** The express form's story: one check of everything, and the focus on the first field that needs something. */
export function useExpressForm(
  { form, rules, run, complete, submit }: OrderEntry,
  merchant: Merchant,
) {
  const container = useRef<HTMLFormElement>(null);
  useEffect(() => container.current?.querySelector('input')?.focus(), []);

  function focus(paths: readonly string[]): void {
    if (container.current) focusFirstField(container.current, paths);
  }

  function showErrors(errors: DraftErrors): void {
    form.setErrors(errors);
    focus(Object.keys(errors));
  }

  async function checkAndSubmit(): Promise<void> {
    complete();
    const errors = await checkWhole(form.getValues(), rules);
    if (Object.keys(errors).length > 0) showErrors(errors);
    else await submit(showErrors);
  }

  return {
    container,
    focus,
    /** Moves on to the first field that still needs something, or else to the button that submits. */
    focusNext: () => {
      container.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
      const paths = Object.keys(readDraft(form.getValues(), merchant).errors);
      // A preset fills in the whole package.
      const presets = paths.map((path) => path.replace('.weightOptions.weight', '.preset'));
      focus([...paths, ...presets]);
    },
    submit: () => run(checkAndSubmit),
  };
}

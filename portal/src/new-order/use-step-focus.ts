import { type RefObject, useEffect, useRef, useState } from 'react';
import { focusFirstField } from '../ui/focus-field.ts';

interface Wish {
  readonly step: number;
  readonly paths: readonly string[];
}

interface StepFocus {
  /** The element that holds the page. */
  readonly container: RefObject<HTMLFormElement | null>;
  /** The heading of the page: where the focus goes when a page opens, so that it is read out. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Asks that the first of these fields be focused, as soon as their page is on the screen. */
  readonly focusField: (step: number, paths: readonly string[]) => void;
}

/** Keeps the focus with the reader: on the heading of a page just opened, or on its first error. */
export function useStepFocus(step: number): StepFocus {
  const container = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const [wish, setWish] = useState<Wish>();
  const grantedWish = useRef<Wish>(undefined);

  useEffect(() => {
    const hasChanged = shownStep.current !== step;
    shownStep.current = step;
    if (wish && wish !== grantedWish.current && wish.step === step) {
      if (container.current) focusFirstField(container.current, wish.paths);
      grantedWish.current = wish;
    } else if (hasChanged) {
      heading.current?.focus();
    }
  }, [step, wish]);

  return {
    container,
    heading,
    focusField: (target, paths) => setWish({ step: target, paths }),
  };
}

import { useMergedRef } from '@mantine/hooks';
import {
  cloneElement,
  type FocusEvent,
  type ReactElement,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { loadFloating } from './MenuButton.tsx';
import { useCodeSoon } from './use-fetch-soon.ts';

interface HintProps {
  readonly label: string | undefined;
  readonly disabled?: boolean;
  /** Must not handle pointer and focus itself. */
  readonly children: ReactElement<{ readonly ref?: Ref<HTMLElement> | undefined }>;
}

/** Opens by hover, touch and keyboard; Escape closes it. */
export function Hint({ label, disabled = false, children }: HintProps) {
  const target = useRef<HTMLElement>(null);
  const ref = useMergedRef(target, children.props.ref);
  const id = useId();
  const [isMet, setMet] = useState(false);
  const shows = isMet && !disabled;
  const code = useCodeSoon(loadFloating, shows);
  useEffect(() => {
    if (!shows) return undefined;
    const answer = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setMet(false);
    };
    document.addEventListener('keydown', answer);
    return () => document.removeEventListener('keydown', answer);
  }, [shows]);
  const given = {
    ref,
    'aria-describedby': shows ? id : undefined,
    onMouseEnter: () => setMet(true),
    onMouseLeave: () => setMet(false),
    onFocus: ({ currentTarget }: FocusEvent) => setMet(currentTarget.matches(':focus-visible')),
    onBlur: () => setMet(false),
  };
  return (
    <>
      {cloneElement(children, given)}
      {shows && code && <code.FloatingHint id={id} target={target} label={label} />}
    </>
  );
}

import { TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useLocale } from '../i18n/i18n.ts';
import { numberCharacters, stepNumber } from './typed-number.ts';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value?: string;
  readonly onChange: (typed: string) => void;
  /** Change by an arrow key. */
  readonly step: number;
}

/** Unlike `<input type="number">`, keeps the other decimal mark: 2,5 is not 25. */
export function NumberField({ value = '', onChange, step, ...props }: NumberFieldProps) {
  // Whole steps may still allow decimals, as for sides.
  const isWhole = Number.isInteger(step) && props.inputMode !== 'decimal';
  const decimalMark = useLocale() === 'fr' ? ',' : '.';
  const [stepped, setStepped] = useState('');

  function stepOnArrow(event: KeyboardEvent<HTMLInputElement>): void {
    props.onKeyDown?.(event);
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const next = stepNumber(value, direction * step, decimalMark);
    setStepped(next);
    onChange(next);
  }

  return (
    <>
      <TextInput
        inputMode={isWhole ? 'numeric' : 'decimal'}
        maxLength={10}
        {...props}
        value={value}
        onChange={(event) => onChange(numberCharacters(event.currentTarget.value))}
        onKeyDown={stepOnArrow}
      />
      <VisuallyHidden aria-live="polite">{stepped === value && stepped}</VisuallyHidden>
    </>
  );
}

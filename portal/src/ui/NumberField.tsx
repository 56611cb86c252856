import { TextInput, type TextInputProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useLocale } from '../i18n/use-locale.ts';
import { numberCharacters, stepNumber } from './typed-number.ts';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value?: string;
  readonly onChange: (typed: string) => void;
  /** How much an arrow key adds or takes away. */
  readonly step: number;
}

/**
 * A field for a number that takes what is typed as it is: an `<input type="number">` drops the decimal
 * comma (or point) that its language does not know, and makes 25 of 2,5.
 */
export function NumberField({ value = '', onChange, step, ...props }: NumberFieldProps) {
  // Sides are stepped by whole inches and may have decimals all the same.
  const isWhole = Number.isInteger(step) && props.inputMode !== 'decimal';
  const decimalMark = useLocale() === 'fr' ? ',' : '.';

  function stepOnArrow(event: KeyboardEvent<HTMLInputElement>): void {
    props.onKeyDown?.(event);
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    onChange(stepNumber(value, direction * step, decimalMark));
  }

  return (
    <TextInput
      inputMode={isWhole ? 'numeric' : 'decimal'}
      maxLength={10}
      {...props}
      value={value}
      onChange={(event) => onChange(numberCharacters(event.currentTarget.value))}
      onKeyDown={stepOnArrow}
    />
  );
}

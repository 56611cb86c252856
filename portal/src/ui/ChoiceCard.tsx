import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ChoiceCard.module.css';

interface ChoiceCardProps {
  readonly value: string;
  readonly title: string;
  readonly text: ReactNode;
  readonly aside?: ReactNode;
  /** Receives the focus of its dialog. */
  readonly isFirst?: boolean;
}

/** An option of a radio group. */
export function ChoiceCard({ value, title, text, aside, isFirst = false }: ChoiceCardProps) {
  return (
    <label className={classes['card']}>
      <Radio value={value} {...(isFirst && { 'data-autofocus': true })} />
      <span className={classes['text']}>
        <span className={classes['title']}>{title}</span>
        <span className={classes['description']}>{text}</span>
      </span>
      {aside !== undefined && <span className={classes['aside']}>{aside}</span>}
    </label>
  );
}

import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ChoiceCard.module.css';

interface ChoiceCardProps {
  readonly value: string;
  readonly title: string;
  readonly text: ReactNode;
  /** At the end of the card, such as a price. */
  readonly aside?: ReactNode;
}

/** A choice of a radio group as a card. */
export function ChoiceCard({ value, title, text, aside }: ChoiceCardProps) {
  return (
    <label className={classes['card']}>
      <Radio value={value} />
      <span className={classes['text']}>
        <span className={classes['title']}>{title}</span>
        <span className={classes['description']}>{text}</span>
      </span>
      {aside !== undefined && <span className={classes['aside']}>{aside}</span>}
    </label>
  );
}

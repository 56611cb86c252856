import type { ReactNode } from 'react';
import classes from './Choice.module.css';

interface ChoiceProps {
  readonly isChosen: boolean;
  /** Whether some of what it stands for is chosen, but not all. */
  readonly isPartly?: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly children: ReactNode;
}

/** A checkbox with its name, made of plain elements: the filters have dozens, drawn at every choice. */
export function Choice({ isChosen, isPartly = false, onChoose, children }: ChoiceProps) {
  return (
    <label className={classes['choice']}>
      <input
        type="checkbox"
        className={classes['box']}
        checked={isChosen}
        ref={(box) => {
          if (box) box.indeterminate = isPartly;
        }}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}

import { Choice } from './Choice.tsx';
import classes from './FilterFields.module.css';

interface ChoicesProps<Value extends string> {
  readonly name: string;
  /** All that there is, in the sequence in which it is shown and asked for. */
  readonly options: readonly Value[];
  readonly inForce: readonly Value[] | undefined;
  readonly nameOf: (value: Value) => string;
  /** Undefined when nothing is chosen. */
  readonly onChange: (chosen: Value[] | undefined) => void;
}

/** Chooses any of a few values. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { name, options, inForce, nameOf, onChange } = props;
  const chosen = new Set(inForce);

  function choose(value: Value, isChosen: boolean): void {
    const next = options.filter((one) => (one === value ? isChosen : chosen.has(one)));
    onChange(next.length > 0 ? next : undefined);
  }

  return (
    <fieldset className={classes['fieldset']}>
      <legend className={classes['legend']}>{name}</legend>
      <div className={classes['choices']}>
        {options.map((value) => (
          <Choice
            key={value}
            isChosen={chosen.has(value)}
            onChoose={(isChosen) => choose(value, isChosen)}
          >
            {nameOf(value)}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

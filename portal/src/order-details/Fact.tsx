import type { ReactNode } from 'react';
import classes from './OrderDetail.module.css';

interface FactProps {
  readonly term: string;
  readonly children: ReactNode;
}

/** A term of an order and its value, within a `<dl>`. A term without a value is left out. */
export function Fact({ term, children }: FactProps) {
  if (!children) return null;
  return (
    <div className={classes['fact']}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

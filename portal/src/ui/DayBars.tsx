import classes from './DayBars.module.css';

interface DayBarsProps {
  readonly title: string;
  /** What the bars come to, in words. */
  readonly total: string;
  /** Oldest first; the highest value fills the height. */
  readonly bars: readonly { readonly key: string; readonly value: number; readonly text: string }[];
}

/** A small bar chart of some days; its numbers are in the tooltips, and in a table for everybody else. */
export function DayBars({ title, total, bars }: DayBarsProps) {
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <figure className={classes['figure']}>
      <figcaption className={classes['caption']}>
        <span>{title}</span>
        <strong>{total}</strong>
      </figcaption>
      <div className={classes['bars']} aria-hidden>
        {bars.map(({ key, value, text }) => (
          <span key={key} className={classes['slot']} title={text}>
            <span
              className={classes['bar']}
              style={{ height: highest === 0 ? 0 : `${(value / highest) * 100}%` }}
            />
          </span>
        ))}
      </div>
    </figure>
  );
}

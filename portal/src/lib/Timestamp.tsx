import type { Format } from './format.ts';

interface TimestampProps {
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
  readonly format: Format;
  /** Shown without a time. */
  readonly none?: string;
}

/** Writes the full timestamp on hover: for all rows it would double the column's cost. */
export function Timestamp({ at, format, none }: TimestampProps) {
  if (at === undefined) return none;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = format.fullDateTime(at);
      }}
    >
      {format.shortDateTime(at)}
    </time>
  );
}

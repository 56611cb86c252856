import type { Format } from './format.ts';

interface TimestampProps {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly format: Format;
}

/**
 * A short timestamp with the full one as a tooltip, written on hover: for all rows it would double
 * the cost of the column.
 */
export function Timestamp({ at, format }: TimestampProps) {
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

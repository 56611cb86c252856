import type { Format } from './format.ts';

interface TimestampProps {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly format: Format;
}

/** Writes the full timestamp on hover: for all rows it would double the column's cost. */
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

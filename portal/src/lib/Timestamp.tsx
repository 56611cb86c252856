import type { Format } from './format.ts';

interface TimestampProps {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly format: Format;
}

/**
 * A timestamp in short, with its full form as a tooltip. That is written when it is pointed at: to
 * write those of all rows costs as much as the rest of what a list shows of timestamps.
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

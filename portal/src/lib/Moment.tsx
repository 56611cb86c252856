import type { Format } from './format.ts';

interface MomentProps {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly format: Format;
}

/**
 * A moment in short, with its full form as a tooltip. That is written when it is pointed at: to
 * write those of all rows costs as much as the rest of what a list shows of moments.
 */
export function Moment({ at, format }: MomentProps) {
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

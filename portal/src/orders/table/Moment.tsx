import type { Format } from '../../lib/format.ts';

interface MomentProps {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly format: Format;
}

/** A moment in short, with its full form as a tooltip. */
export function Moment({ at, format }: MomentProps) {
  return (
    <time dateTime={new Date(at).toISOString()} title={format.fullDateTime(at)}>
      {format.shortDateTime(at)}
    </time>
  );
}

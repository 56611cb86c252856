import { dayIn } from '../filters/day-range.ts';

/** How near the cutoff is: within the last hour it is soon, within the last quarter of one urgent. */
export type Urgency = 'calm' | 'soon' | 'urgent';

/** Where same-day orders stand at a timestamp. */
export type CutoffState =
  | {
      readonly isOpen: true;
      /** Until the cutoff, in whole hours and the minutes that are left, the last one begun counted. */
      readonly hours: number;
      readonly minutes: number;
      readonly urgency: Urgency;
    }
  | {
      readonly isOpen: false;
      /** The next cutoff, milliseconds since 1970; missing while it is not known. */
      readonly next?: number;
    };

const MINUTE = 60_000;
/** From how many minutes before the cutoff on it is soon, and urgent. */
const SOON = 60;
const URGENT = 15;

/**
 * Where same-day orders stand at a timestamp (milliseconds since 1970), given the next cutoff that is
 * known. They are closed for the day once that cutoff is on another day of the time zone, or past.
 */
export function cutoffState(closesAt: number, now: number, timeZone: string): CutoffState {
  if (closesAt <= now) return { isOpen: false };
  if (dayIn(timeZone, closesAt) !== dayIn(timeZone, now)) return { isOpen: false, next: closesAt };
  const left = Math.ceil((closesAt - now) / MINUTE);
  return {
    isOpen: true,
    hours: Math.floor(left / 60),
    minutes: left % 60,
    urgency: urgencyOf(left),
  };
}

function urgencyOf(minutesLeft: number): Urgency {
  if (minutesLeft <= URGENT) return 'urgent';
  return minutesLeft <= SOON ? 'soon' : 'calm';
}

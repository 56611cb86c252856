import type { EpochMillis } from '@portage/contract/time';
import type { TrackedWindow, TrackingContent } from './tracking-content.ts';
import type { TrackingTimes } from './tracking-times.ts';
import type { Say } from './tracking-words.ts';

/** A day as it stands in a sentence: today, tomorrow, or its name. */
function dayIn(at: EpochMillis, { day, daysAhead }: TrackingTimes, say: Say): string {
  const ahead = daysAhead(at);
  if (ahead === 0) return say('today');
  return ahead === 1 ? say('tomorrow') : day(at);
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A window in words: its day and hours, or the day by which it ends. */
export function windowText({ start, end }: TrackedWindow, times: TrackingTimes, say: Say): string {
  const day = dayIn(end, times, say);
  const isOneDay = start !== undefined && times.daysAhead(start) === times.daysAhead(end);
  return isOneDay ? `${day}, ${times.hours(start, end)}` : say('by', { day });
}

/** When an order comes or came, in a sentence; undefined where nobody can say. */
export function whenText(
  { standing, window, since }: TrackingContent,
  { times, now }: { times: TrackingTimes; now: EpochMillis },
  say: Say,
): string | undefined {
  if (standing === 'delivered') {
    if (since === undefined) return undefined;
    const day = dayIn(since, times, say);
    return capitalized(say('deliveredAt', { day, time: times.time(since) }));
  }
  if (!window) return undefined;
  const when = windowText(window, times, say);
  if (window.end < now) return say('wasExpected', { when });
  const isOnTheRoad = standing === 'outForDelivery' || standing === 'nearby';
  return say(isOnTheRoad ? 'arriving' : 'expected', { when });
}

import type { CDPSession, Page } from '@playwright/test';

const FRAMES_PER_SECOND = 60;

/** A quick flick: 68 orders a second. */
const SPEED = { pixelsPerSecond: 3000, pixels: 18_000 };

/** Frames of one scroll. */
export interface Scroll {
  frames: number;
  /** Frames that the screen would have shown without drops. */
  dropped: number;
}

/** Scrolls the middle of the page like a finger, and counts frames. */
export async function scroll(page: Page, devtools: CDPSession): Promise<Scroll> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.evaluate(countFrames);
  await devtools.send('Input.synthesizeScrollGesture', {
    x: width / 2,
    y: height * 0.7,
    yDistance: -SPEED.pixels,
    speed: SPEED.pixelsPerSecond,
    preventFling: true,
    gestureSourceType: 'mouse',
  });
  const timestamps = await page.evaluate(() => (window as unknown as FrameCounter).stopCounting());
  const gaps = timestamps.slice(1).map((at, index) => at - (timestamps[index] ?? at));
  const dropped = gaps.map((gap) => Math.max(0, Math.round((gap * FRAMES_PER_SECOND) / 1000) - 1));
  return { frames: timestamps.length, dropped: dropped.reduce((sum, count) => sum + count, 0) };
}

/** Returns the percentage of dropped frames over several scrolls. */
export function droppedPercent(scrolls: readonly Scroll[]): number {
  const dropped = scrolls.reduce((sum, one) => sum + one.dropped, 0);
  const frames = scrolls.reduce((sum, one) => sum + one.frames, 0);
  return (dropped / (dropped + frames)) * 100;
}

/** Shows plain rows without scripts: the fastest list possible. */
export async function showPlainList(page: Page, rows: number): Promise<void> {
  const row = '<div style="height:44px">An order</div>';
  await page.setContent(`<div style="height:80vh;overflow:auto">${row.repeat(rows)}</div>`);
}

/** Collects the times of frames in the page. */
interface FrameCounter {
  /** Timestamps of the frames, in milliseconds. */
  stopCounting: () => number[];
}

function countFrames(): void {
  const timestamps: number[] = [];
  let isCounting = true;
  const frame = (at: number) => {
    if (!isCounting) return;
    timestamps.push(at);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  Object.assign(window, {
    stopCounting: () => {
      isCounting = false;
      return timestamps;
    },
  });
}

import type { CDPSession, Locator, Page } from '@playwright/test';

/** Cost of an interaction, in ms. */
export interface Cost {
  /** From input to next paint by the Event Timing API: a multiple of 8. */
  latency: number;
  /** Processor time of the main thread: script, style, layout and paint. */
  work: number;
}

/** Records the durations of interactions; call it before the page opens. */
export async function observeInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const slowest = { latency: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
        if (entry.interactionId) slowest.latency = Math.max(slowest.latency, entry.duration);
      }
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, { slowestInteraction: slowest });
  });
}

/** Returns a function that clicks an element. Finds it first, to leave hit-testing unmeasured. */
export async function clickOn(element: Locator): Promise<() => Promise<void>> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error(`There is nothing to click on: ${element.toString()}`);
  const { x, y, width, height } = box;
  return () => element.page().mouse.click(x + width / 2, y + height / 2);
}

interface Observed {
  slowestInteraction: { latency: number };
}

/** Runs an action in the page, waits until it is idle, and returns the cost. */
export async function costOf(
  page: Page,
  devtools: CDPSession,
  interact: () => Promise<unknown>,
): Promise<Cost> {
  await page.evaluate(() => {
    (window as unknown as Observed).slowestInteraction.latency = 0;
  });
  const before = await workDone(devtools);
  await interact();
  // Event entries arrive some frames after their paint.
  await page.waitForTimeout(300);
  const work = (await workDone(devtools)) - before;
  const latency = await page.evaluate(
    () => (window as unknown as Observed).slowestInteraction.latency,
  );
  return { latency, work };
}

/** Milliseconds of main-thread work so far. */
async function workDone(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Milliseconds from a click until the new element `selector` is painted. */
export async function timeToShow(
  page: Page,
  selector: string,
  click: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate((added) => {
    const shown = new Promise<number>((resolve) => {
      let clickedAt = 0;
      const options = { capture: true, once: true };
      addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), options);
      const observer = new MutationObserver(() => {
        if (!document.querySelector(added)) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)));
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    Object.assign(window, { shown });
  }, selector);
  await click();
  return page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown);
}

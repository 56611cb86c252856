import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { type Cue, type Frame, writeVideo } from './write-video.ts';

/** Shows the pointer, which screenshots omit. */
const POINTER = `addEventListener('DOMContentLoaded', () => {
  const dot = document.createElement('div');
  dot.style.cssText = 'position:fixed;left:-40px;top:-40px;width:22px;height:22px;margin:-11px;border-radius:50%;background:rgb(20 102 75 / 45%);border:2px solid #14664b;z-index:99999;pointer-events:none';
  document.documentElement.append(dot);
  addEventListener('mousemove', ({ clientX, clientY }) => {
    dot.style.left = clientX + 'px';
    dot.style.top = clientY + 'px';
  }, true);
});`;

/** Shows the pointer in pages opened later. */
export const showPointer = (page: Page) => page.addInitScript(POINTER);

/** Steps of a recorded story, at human speed. */
export interface Take {
  /** Shows a caption from now on. */
  readonly say: (en: string, fr: string) => Promise<void>;
  /** Moves the pointer to something and clicks it. */
  readonly press: (target: Locator) => Promise<void>;
  /** Clicks into a field and types. */
  readonly type: (target: Locator, text: string) => Promise<void>;
  /** Waits some milliseconds for the reader. */
  readonly rest: (milliseconds: number) => Promise<void>;
}

async function moveTo(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
  await pause(250);
}

/** Records the page from now on, while `story` acts, into the video `name`. */
export async function record(
  page: Page,
  name: string,
  info: TestInfo,
  story: (take: Take) => Promise<void>,
): Promise<void> {
  const directory = info.outputPath();
  const frames: Frame[] = [];
  const cues: Cue[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = path.join(directory, `${String(frames.length).padStart(5, '0')}.jpg`);
    writeFileSync(file, data, 'base64');
    frames.push({ file, at: metadata.timestamp ?? Date.now() / 1000 });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 90 });
  await pause(500);

  await story({
    async say(en, fr) {
      const startedAt = frames[0]?.at ?? Date.now() / 1000;
      cues.push({ at: Math.max(0, Date.now() / 1000 - startedAt), en, fr });
      await pause(1500);
    },
    async press(target) {
      await moveTo(page, target);
      await target.click();
      await pause(600);
    },
    async type(target, text) {
      await moveTo(page, target);
      await target.click();
      await target.pressSequentially(text, { delay: 35 });
      await pause(150);
    },
    rest: (milliseconds) => pause(milliseconds),
  });
  await pause(2000);
  await session.send('Page.stopScreencast');
  writeVideo(name, frames, cues, directory);
}

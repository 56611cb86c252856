import { expose } from 'comlink';
import { zplToBase64Async } from 'zpl-renderer-js';
import type { LabelDrawer } from './LabelPreview.tsx';

/** Millimetres of 4 × 6 inches. */
const LABEL = { width: 101.6, height: 152.4 };

/** Gives the dots of printers of 203 and of 300 dpi. */
const DOTS_PER_MILLIMETRE = { 203: 8, 300: 12 } as const;

// A thread: drawing takes most of a second, and the renderer names globals.
expose({
  async draw({ zpl, dpi }) {
    const { width, height } = LABEL;
    const png = await zplToBase64Async(zpl, width, height, DOTS_PER_MILLIMETRE[dpi]);
    return `data:image/png;base64,${png}`;
  },
} satisfies LabelDrawer);

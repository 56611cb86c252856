/** How long a PDF may take to show, in milliseconds: a browser that should show it may not do so. */
const PATIENCE = 20_000;

/** The frame of the last print: it must outlive the dialog, which does not say when it closes. */
let lastFrame: HTMLIFrameElement | undefined;

function newFrame(url: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  // A frame that is not displayed cannot be printed, so it is made invisible instead.
  frame.style.cssText =
    'position:fixed;inset:auto 0 0 auto;width:1px;height:1px;opacity:0;border:0';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.src = url;
  return frame;
}

/**
 * Opens the browser's print dialog on a PDF. Answers false when this browser cannot show a PDF
 * within a page (phones, mostly), or does not in time: the file is then for the caller to save.
 */
export async function printPdf(file: Blob): Promise<boolean> {
  if (!navigator.pdfViewerEnabled) return false;
  if (lastFrame) {
    URL.revokeObjectURL(lastFrame.src);
    lastFrame.remove();
  }
  const frame = newFrame(URL.createObjectURL(file));
  lastFrame = frame;
  const { promise: loaded, resolve } = Promise.withResolvers<boolean>();
  frame.addEventListener('load', () => resolve(true), { once: true });
  setTimeout(() => resolve(false), PATIENCE);
  document.body.append(frame);
  if (!(await loaded)) return false;
  const { activeElement } = document;
  try {
    frame.contentWindow?.focus();
    frame.contentWindow?.print();
    // Nobody sees the frame: the keyboard belongs where it was.
    if (activeElement instanceof HTMLElement) activeElement.focus();
    return frame.contentWindow !== null;
  } catch {
    return false;
  }
}

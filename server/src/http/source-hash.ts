import { createHash } from 'node:crypto';

/** The hash by which a content security policy allows a script or style in a page (CSP 3, section 2.3.1). */
export const sourceHash = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

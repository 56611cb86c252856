import type { Picture } from '../drawing/layout-items.ts';
import { readLogo } from './logo-picture.ts';

/** At most 144,000 pixels each. */
const MOST_REMEMBERED = 50;

/** Caches by address: unpacking takes half as long as drawing the label. */
export function logoMemory(): (url: string, png: Buffer) => Promise<Picture> {
  // The last used comes last.
  const remembered = new Map<string, { png: Buffer; picture: Promise<Picture> }>();
  return (url, png) => {
    const earlier = remembered.get(url);
    const logo = earlier?.png.equals(png) ? earlier : { png, picture: readLogo(png) };
    remembered.delete(url);
    remembered.set(url, logo);
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size > MOST_REMEMBERED) remembered.delete(oldest);
    return logo.picture;
  };
}

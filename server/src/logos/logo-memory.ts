import type { Picture } from '../drawing/layout-items.ts';
import { readLogo } from './logo-picture.ts';

/** Logos kept in memory, of 144,000 pixels at most. */
const MOST_REMEMBERED = 50;

/**
 * Reads logos as `readLogo` does, by their addresses. Those used last are remembered: unpacking one
 * takes half as long as drawing the label that carries it.
 */
export function logoMemory(): (url: string, png: Buffer) => Promise<Picture> {
  // The one used last is the last.
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

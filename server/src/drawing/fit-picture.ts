import type { Box, Picture } from './layout-items.ts';

/** The box in the middle of another that a picture fills in its own proportions. */
export function fitPicture({ width, height }: Pick<Picture, 'width' | 'height'>, box: Box): Box {
  const scale = Math.min(box.width / width, box.height / height);
  const fitted = { width: width * scale, height: height * scale };
  return {
    x: box.x + (box.width - fitted.width) / 2,
    y: box.y + (box.height - fitted.height) / 2,
    ...fitted,
  };
}

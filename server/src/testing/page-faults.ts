import type { Box, LayoutItem, PageLayout, TextItem } from '../drawing/layout-items.ts';
import { DESCENT, widthInEms } from '../drawing/text-block.ts';

const right = (box: Box) => box.x + box.width;
const bottom = (box: Box) => box.y + box.height;

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < right(other) && other.x < right(one) && one.y < bottom(other) && other.y < bottom(one)
  );
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    right(inner) <= right(outer) &&
    bottom(inner) <= bottom(outer)
  );
}

/** Room that an item keeps clear: a Code 128 needs 10 modules beside its bars. */
function claimed(item: LayoutItem): Box {
  if (item.kind !== 'code128') return item.box;
  const quietZone = 10 * item.module;
  return { ...item.box, x: item.box.x - quietZone, width: item.box.width + 2 * quietZone };
}

function leavesItsBox({ box, lines, size, face, baseline, lineHeight }: TextItem): boolean {
  const widest = Math.max(...lines.map((line) => widthInEms(line, face) * size));
  const lowest = baseline + (lines.length - 1) * lineHeight + DESCENT * size;
  return widest > box.width + 1e-6 || lowest > bottom(box) + 1;
}

/** White text must lie on one black fill, others on none. */
function isMisplaced(item: LayoutItem, fills: readonly LayoutItem[]): boolean {
  const isReversed = item.kind === 'text' && item.reversed;
  return isReversed
    ? !fills.some((fill) => contains(fill.box, item.box))
    : fills.some((fill) => overlap(fill.box, claimed(item)));
}

const nameOf = (item: LayoutItem) => (item.kind === 'text' ? item.lines.join('|') : item.kind);

/** Lists faults of a printed page: overlaps, things beyond edges or boxes, empty lines. */
export function pageFaults({ width, height, items }: PageLayout): string[] {
  const page = { x: 0, y: 0, width, height };
  const fills = items.filter(({ kind }) => kind === 'fill');
  const others = items.filter(({ kind }) => kind !== 'fill');
  const texts = items.filter((item) => item.kind === 'text');
  const fault = (of: string) => (item: LayoutItem) => `${of}: ${nameOf(item)}`;
  const clashes = others.flatMap((one, index) =>
    others.slice(index + 1).filter((other) => overlap(claimed(one), claimed(other))),
  );
  return [
    ...items.filter((item) => !contains(page, claimed(item))).map(fault('beyond the page')),
    ...clashes.map(fault('over another')),
    ...others.filter((item) => isMisplaced(item, fills)).map(fault('on a wrong ground')),
    ...texts.filter(leavesItsBox).map(fault('leaves its box')),
    ...texts.filter(({ lines }) => lines.includes('')).map(fault('an empty line')),
  ];
}

export function linesOf({ items }: PageLayout): string[] {
  return items.flatMap((item) => (item.kind === 'text' ? item.lines : []));
}

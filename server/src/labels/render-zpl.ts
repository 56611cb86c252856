import type {
  Code128Item,
  FillItem,
  LabelLayout,
  LayoutItem,
  QrItem,
  TextItem,
  Weight,
} from './layout-items.ts';
import { qrSideAtMost } from './qr-code.ts';

/**
 * Font 0 (CG Triumvirate Bold Condensed) against Helvetica at the size the layout gives: its height for
 * capitals of the same height, its width for letters that run about 5% narrower than measured.
 */
const FONT_0_HEIGHT = 0.97;
const FONT_0_WIDTH = { regular: 1, bold: 1.07 } as const satisfies Record<Weight, number>;

/** Printers draw a ^BQ this many dots below the ^FO they are given. */
const QR_DROP = 10;

/** What `^FH_` must not leave as it is: command prefixes, its own sign, and all that is not ASCII. */
const TO_ESCAPE = /[^\x20-\x7e]|[\^~_\\]/gu;

const hexOf = (byte: number) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Field data in which nothing can be taken for a command: escaped as `_XX`, in UTF-8 (`^CI28`). */
function field(data: string): string {
  const escaped = data.replace(TO_ESCAPE, (character) =>
    Array.from(Buffer.from(character), hexOf).join(''),
  );
  return `^FH_^FD${escaped}^FS`;
}

function zplText(item: TextItem): string {
  const height = Math.round(item.size * FONT_0_HEIGHT);
  const width = Math.round(height * FONT_0_WIDTH[item.weight]);
  const font = `^A0N,${height},${width}${item.reversed ? '^FR' : ''}`;
  return item.lines
    .map((line, index) => {
      const origin = `^FT${item.box.x},${item.baseline + index * item.lineHeight}`;
      if (item.align === 'left') return `${origin}${font}${field(line)}`;
      const block = `^FB${item.box.width},1,0,${item.align === 'right' ? 'R' : 'C'}`;
      return `${origin}${font}${block}${field(line)}`;
    })
    .join('\n');
}

/** A box whose border is as thick as its shorter side is full. */
function zplFill({ box }: FillItem): string {
  const thickness = Math.min(box.width, box.height);
  return `^FO${box.x},${box.y}^GB${box.width},${box.height},${thickness}^FS`;
}

function zplCode128({ box, module, data }: Code128Item): string {
  return `^FO${box.x},${box.y}^BY${module}^BCN,${box.height},N,N,N,A${field(data)}`;
}

function zplQr({ box, module, data }: QrItem): string {
  const side = qrSideAtMost(data) * module;
  const x = box.x + Math.floor((box.width - side) / 2);
  const y = box.y + Math.floor((box.height - side) / 2) - QR_DROP;
  return `^FO${x},${y}^BQN,2,${module}${field(`MA,${data}`)}`;
}

function zplItem(item: LayoutItem): string {
  if (item.kind === 'text') return zplText(item);
  if (item.kind === 'fill') return zplFill(item);
  if (item.kind === 'code128') return zplCode128(item);
  return zplQr(item);
}

/**
 * Writes labels as ZPL II for printers of 203 dpi, one format a label. The result is plain ASCII;
 * user text stands only in escaped field data.
 */
export function renderZpl(layouts: readonly LabelLayout[]): string {
  return layouts
    .map(({ width, height, items }) =>
      ['^XA^CI28', `^PW${width}^LL${height}^LH0,0`, ...items.map(zplItem), '^XZ'].join('\n'),
    )
    .join('\n');
}

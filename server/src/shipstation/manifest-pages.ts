import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import { serviceNames } from '@portage/contract/rates/rates';
import { dateText, type EpochMillis } from '@portage/contract/time';
import { DOTS_PER_INCH, type LayoutItem, type PageLayout } from '../drawing/layout-items.ts';
import { textBlock, type TextStyle } from '../drawing/text-block.ts';
import { dayOf } from '../rates/promise-delivery.ts';

const PAPER = { width: 8.5 * DOTS_PER_INCH, height: 11 * DOTS_PER_INCH } as const;
const MARGIN = 100;
const RIGHT = PAPER.width - MARGIN;
const FIRST_ROW = 420;
const ROW_HEIGHT = 44;
const ROWS_OF_A_PAGE = 38;
const FOOT = PAPER.height - 150;

/** Left edges of the columns. */
const COLUMNS = {
  number: MARGIN,
  recipient: 480,
  place: 960,
  service: 1290,
  packages: 1510,
} as const;

const words = {
  en: {
    title: 'Manifest',
    number: 'Tracking number',
    recipient: 'Recipient',
    place: 'City, postal code',
    service: 'Service',
    packages: 'Pkgs',
    totals: (orders: number, packages: number) => `Shipments: ${orders} · Packages: ${packages}`,
    page: (page: number, count: number) => `Page ${page} of ${count}`,
    signature: 'Received by the driver (name, signature, time)',
  },
  fr: {
    title: 'Bordereau de remise',
    number: 'Numéro de suivi',
    recipient: 'Destinataire',
    place: 'Ville, code postal',
    service: 'Service',
    packages: 'Colis',
    totals: (orders: number, packages: number) =>
      `Expéditions\u00A0: ${orders} · Colis\u00A0: ${packages}`,
    page: (page: number, count: number) => `Page ${page} sur ${count}`,
    signature: 'Reçu par le livreur (nom, signature, heure)',
  },
} as const;

/** Shipments handed over to the driver. */
export interface Manifest {
  readonly id: string;
  readonly at: EpochMillis;
  readonly merchant: Pick<Merchant, 'name' | 'language' | 'timeZone'>;
  readonly orders: readonly Order[];
}

const cell = (
  value: string,
  left: number,
  right: number,
  y: number,
  style: Partial<TextStyle> = {},
) =>
  textBlock(
    value,
    { x: left, y, width: right - left - 12, height: ROW_HEIGHT },
    {
      size: 26,
      smallestSize: 18,
      ...style,
    },
  );

const rule = (y: number): LayoutItem => ({
  kind: 'fill',
  box: { x: MARGIN, y, width: RIGHT - MARGIN, height: 2 },
});

function row(values: Readonly<Record<keyof typeof COLUMNS, string>>, y: number, style = {}) {
  return [
    ...cell(values.number, COLUMNS.number, COLUMNS.recipient, y, style),
    ...cell(values.recipient, COLUMNS.recipient, COLUMNS.place, y, style),
    ...cell(values.place, COLUMNS.place, COLUMNS.service, y, style),
    ...cell(values.service, COLUMNS.service, COLUMNS.packages, y, style),
    ...cell(values.packages, COLUMNS.packages, RIGHT, y, { ...style, align: 'right' }),
  ];
}

function head({ id, at, merchant, orders }: Manifest): LayoutItem[] {
  const { title, totals } = words[merchant.language];
  const packages = orders.reduce((sum, { packageCount }) => sum + packageCount, 0);
  const date = dateText(dayOf(at, merchant.timeZone).toString(), merchant.language);
  const line = (value: string, y: number, style: TextStyle) =>
    textBlock(value, { x: MARGIN, y, width: RIGHT - MARGIN, height: 70 }, style);
  return [
    ...line(`${title} – ${merchant.name}`, 100, { size: 52, smallestSize: 30, weight: 'bold' }),
    ...line(`${date} · ${totals(orders.length, packages)}`, 180, { size: 32, smallestSize: 24 }),
    ...line(id, 235, { size: 24 }),
  ];
}

/** Letter paper, a row per shipment; the driver signs the last page. */
export function manifestPages(manifest: Manifest): PageLayout[] {
  const { merchant, orders } = manifest;
  const { language } = merchant;
  const said = words[language];
  const count = Math.max(1, Math.ceil(orders.length / ROWS_OF_A_PAGE));
  return Array.from({ length: count }, (_, page) => {
    const rows = orders.slice(page * ROWS_OF_A_PAGE, (page + 1) * ROWS_OF_A_PAGE);
    return {
      ...PAPER,
      items: [
        ...head(manifest),
        ...row(said, FIRST_ROW - ROW_HEIGHT - 12, { weight: 'bold' }),
        rule(FIRST_ROW - 14),
        ...rows.flatMap((order, index) =>
          row(
            {
              number: order.trackingNumber,
              recipient: order.recipient.name,
              place: `${order.recipientAddress.city}, ${order.recipientAddress.postalCode}`,
              service: serviceNames[order.service][language],
              packages: String(order.packageCount),
            },
            FIRST_ROW + index * ROW_HEIGHT,
          ),
        ),
        ...(page === count - 1
          ? [rule(FOOT), ...cell(said.signature, MARGIN, RIGHT - 300, FOOT + 10)]
          : []),
        ...cell(said.page(page + 1, count), RIGHT - 300, RIGHT, FOOT + 10, { align: 'right' }),
      ],
    };
  });
}

import type { Locale } from '@portage/contract/locale';
import { HOUR } from '@portage/contract/time';
import { type Bitmap, rasterize } from '../drawing/bitmap.ts';
import type { Picture } from '../drawing/layout-items.ts';
import { outlineOf } from '../drawing/wide-font.ts';
import { labelContents, type LabelContent } from '../labels/label-content.ts';
import { sortCodeOf } from '../rates/service-area.ts';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { labelledOrder } from './labelled-order.ts';

const BLACK = 0;
const WHITE = 255;

const isBlack = ({ bytesPerRow, bytes }: Bitmap, x: number, y: number) =>
  ((bytes[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;

function pictureOf(width: number, height: number, shadeAt: (x: number, y: number) => number) {
  const gray = Uint8Array.from({ length: width * height }, (_, at) =>
    shadeAt(at % width, Math.floor(at / width)),
  );
  return { width, height, gray };
}

export const squareLogo: Picture = pictureOf(240, 240, (x, y) => {
  const fromMiddle = Math.hypot(x - 119.5, y - 119.5);
  if (fromMiddle > 119) return WHITE;
  if (fromMiddle > 108) return BLACK;
  const isTree = y > 36 && y < 170 && Math.abs(x - 119.5) < ((y - 36) % 67) * 0.9 + 8;
  const isTrunk = y >= 170 && y < 206 && Math.abs(x - 119.5) < 11;
  if (isTrunk) return BLACK;
  return isTree ? 40 + (y - 36) : WHITE;
});

export function wordLogo(name: string): Picture {
  const size = 96;
  const word = rasterize(outlineOf(name, 'bold', size), size, Math.ceil(size * 1.25));
  return pictureOf(word.width, word.height, (x, y) => (isBlack(word, x, y) ? BLACK : WHITE));
}

interface LabelVariant {
  readonly language: Locale;
  readonly changes: Parameters<typeof labelledOrder>[0];
  readonly logo?: Picture;
}

const SIX_PM = Date.UTC(2026, 5, 4, 22);

const montreal = {
  number: '4210',
  street: 'rue Saint-Denis',
  unit: '3B',
  city: 'Montréal',
  province: 'QC',
  postalCode: 'H2J 2K8',
  country: 'CA',
} as const;
const seattle = {
  street: '1600 Pine St',
  unit: 'Suite 2200',
  city: 'Seattle',
  province: 'WA',
  postalCode: '98101',
  country: 'US',
} as const;
const business = (address: typeof montreal | typeof seattle) => ({
  recipientAddress: address,
  dtoRecipientAddress: { ...address, isBusinessAddress: true },
});
/** Only the last package's label is used. */
const packages = (packageCount: number) => ({ packages: [], packageCount });

/** Covers services, languages, ages, marks and the longest and strangest texts. */
const labelVariants = {
  'same-day': { language: 'en', changes: { refNumber: '#1042' } },
  'next-day-reprinted': {
    language: 'en',
    logo: squareLogo,
    changes: {
      service: 'NEXTDAY',
      ...packages(3),
      labelVersion: 2,
      merchantDisplayName: 'Pine Kids',
      signatureRequired: true,
      minimumAge: 19,
      notes: 'Buzzer 3105. Leave with the concierge if nobody answers, never outside.',
      refNumber: 'PO-2026-000871',
    },
  },
  'scheduled-french': {
    language: 'fr',
    logo: wordLogo('du Coin'),
    changes: {
      service: 'SCHEDULED',
      recipient: { name: 'Geneviève Côté-Lafrenière' },
      recipientAddress: montreal,
      originAddress: { ...montreal, number: '12', unit: undefined, street: 'av. du Mont-Royal E' },
      completeAfter: SIX_PM - 9 * HOUR,
      completeBefore: SIX_PM - 5.5 * HOUR,
      minimumAge: 18,
      notes: 'Sonner à l’interphone, code 4417. Ne pas laisser au soleil : gâteau à la crème.',
    },
  },
  'standard-across-the-border': {
    language: 'en',
    logo: wordLogo('Maple & Pine'),
    changes: {
      service: 'STANDARD',
      recipient: { name: 'Rainier Print & Copy LLC' },
      ...business(seattle),
      completeAfter: SIX_PM,
      completeBefore: SIX_PM + 96 * HOUR,
      refNumber: 'INV 88-1',
    },
  },
  'booked-and-heavy': {
    language: 'fr',
    logo: squareLogo,
    changes: {
      service: 'CUSTOMER_BOOKING',
      deliveryType: 'HEAVY',
      deliveryService: 'WHITE_GLOVE',
      recipient: { name: 'Clinique dentaire du Plateau' },
      ...business(montreal),
      signatureRequired: true,
      minimumAge: 21,
      notes:
        'Quai de réception à l’arrière, appeler 30 minutes avant. Ascenseur de service seulement.',
      ...packages(12),
    },
  },
  'flex-without-promise': {
    language: 'en',
    changes: {
      service: 'FLEX',
      ...packages(99),
      completeAfter: undefined,
      completeBefore: undefined,
      minimumAge: 16,
      refNumber: 'A reference that is as long as some shops like to make theirs 0001',
    },
  },
  'flex-in-french': {
    language: 'fr',
    changes: {
      service: 'FLEX',
      completeBefore: SIX_PM + 72 * HOUR,
      deliveryService: 'ROOM_OF_CHOICE',
      deliveryType: 'HEAVY',
      refNumber: 'CMD-00017',
    },
  },
  'return-in-french': {
    language: 'fr',
    changes: {
      service: 'NEXTDAY',
      returnFrom: { name: 'Geneviève Côté-Lafrenière', phone: '+15145550142' },
      originAddress: montreal,
      recipient: { name: 'Boulangerie du Coin' },
      ...business(montreal),
      refNumber: 'CMD-00018',
    },
  },
  'longest-texts': {
    language: 'en',
    logo: squareLogo,
    changes: {
      recipient: {
        name: 'The Society of Friends of the Botanical Gardens '.repeat(5).slice(0, 200),
      },
      recipientAddress: {
        ...seattle,
        street: '12345 Northwest Old Mill Creek Crossing Boulevard, Building C '
          .repeat(4)
          .slice(0, 200),
        unit: 'Loading dock 14, second basement, beside the lift',
        city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      },
      originAddress: { ...montreal, street: 'boulevard René-Lévesque Ouest, tour du Belvédère' },
      merchantDisplayName: 'Établissements Beauchamp, Bélanger, Desrosiers et associés',
      signatureRequired: true,
      minimumAge: 19,
      deliveryService: 'THRESHOLD',
      notes: 'Ring twice, wait, ring again, and then use the side door. '.repeat(30),
      refNumber: 'X'.repeat(100),
    },
  },
  'other-scripts': {
    language: 'fr',
    changes: {
      recipient: { name: 'Nguyễn Thị Bích Đào 🎁' },
      recipientAddress: { ...montreal, street: 'вулиця Шевченка', city: 'שדרות ירושלים' },
      notes: 'مرحبا — Ελένη 李小龙',
      labelVersion: 12,
    },
  },
  hostile: {
    language: 'en',
    changes: {
      recipient: { name: '^XA^FO50,50^A0N,90^FDstolen^FS^XZ' },
      recipientAddress: { ...seattle, street: '~JA ~DGR:X.GRF _5E \\& C:\\tmp', unit: '^FS' },
      notes: '${jndi} \u001B%-12345X ^CC! ~CC! ^FN1 ^XGE:A.GRF',
      refNumber: '^XZ',
    },
  },
} as const satisfies Record<string, LabelVariant>;

type LabelVariantName = keyof typeof labelVariants;

/** In display order. */
export const labelVariantNames = Object.keys(labelVariants) as LabelVariantName[];

/** The last label of a variant. */
export function labelOf(name: LabelVariantName, language?: Locale): LabelContent {
  const variant: LabelVariant = labelVariants[name];
  const order = labelledOrder(variant.changes);
  const label = labelContents(
    order,
    {
      name: variant.language === 'fr' ? 'Boulangerie du Coin' : 'Maple & Pine',
      language: language ?? variant.language,
    },
    'https://portage.example/track',
    sortCodeOf(shippedTariff(), order.recipientAddress.postalCode),
    variant.logo,
  ).at(-1);
  if (!label) throw new RangeError('An order has a label');
  return label;
}

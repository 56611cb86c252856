import type { OrderItem } from '@portage/contract/orders/new-order';
import type { NewPackage } from '@portage/contract/orders/packages';
import type { DemoRandom } from './random.ts';

export interface DemoProduct {
  readonly sku: string;
  readonly name: string;
  /** Before tax. */
  readonly unitPrice: number;
  /** Pounds; furniture comes in several cartons. */
  readonly cartons: readonly number[];
  readonly inches: readonly [number, number, number];
  /** Shares a box. */
  readonly isSmall: boolean;
  readonly minimumAge?: number;
  readonly tag?: string;
}

type Size = DemoProduct['inches'];

const small = (
  sku: string,
  name: string,
  unitPrice: number,
  pounds: number,
  inches: Size,
  more: Pick<DemoProduct, 'minimumAge' | 'tag'> = {},
): DemoProduct => ({ sku, name, unitPrice, cartons: [pounds], inches, isSmall: true, ...more });

const large = (
  sku: string,
  name: string,
  unitPrice: number,
  cartons: readonly number[],
  inches: Size,
): DemoProduct => ({ sku, name, unitPrice, cartons, inches, isSmall: false });

export const HOME_GOODS: readonly DemoProduct[] = [
  small('HM-CAN-014', 'Balsam fir candle, 14 oz', 38, 1.9, [4, 4, 5], { tag: 'fragile' }),
  small('HM-THR-201', 'Wool throw, heather grey', 129, 3.2, [16, 12, 5]),
  small('HM-PIL-050', 'Linen cushion cover, 50 cm', 54, 0.6, [12, 10, 2]),
  small('HM-SHE-Q01', 'Washed linen sheet set, queen', 289, 6.4, [16, 13, 6]),
  small('HM-TOW-004', 'Waffle bath towels, set of 4', 96, 4.8, [16, 12, 8]),
  small('HM-VAS-022', 'Stoneware vase, tall', 84, 5.5, [9, 9, 15], { tag: 'fragile' }),
  small('HM-CLK-009', 'Birch wall clock', 118, 3.1, [14, 14, 4]),
  small('HM-SOA-003', 'Goat-milk soap, set of 3', 24, 0.9, [7, 4, 2]),
  small('HM-HOO-005', 'Black ash coat hooks, set of 5', 62, 2.2, [10, 6, 3]),
  large('HM-LMP-031', 'Arc floor lamp, brass', 349, [21], [46, 14, 10]),
  large('HM-RUG-810', 'Jute rug, 8 × 10 ft', 420, [38], [98, 10, 10]),
  large('HM-CHR-044', 'Spindle dining chair, oak', 265, [19], [36, 20, 20]),
  large('HM-STL-012', 'Counter stool, walnut', 310, [23], [28, 18, 18]),
  large('HM-SHF-120', 'Ladder shelf, maple', 379, [41], [74, 16, 6]),
];

export const HEAVY_FURNITURE: readonly DemoProduct[] = [
  large('FU-SOF-003', 'Hudson 3-seat sofa, oatmeal', 2490, [168], [88, 38, 28]),
  large('FU-TAB-240', 'Trestle dining table, 240 cm, oak', 2180, [132, 58], [98, 42, 8]),
  large('FU-BED-K01', 'Algonquin bed frame, king', 1890, [88, 74, 46], [82, 18, 10]),
  large('FU-DRS-006', 'Six-drawer dresser, walnut', 1640, [176], [64, 22, 36]),
  large(
    'FU-SET-608',
    'Farm dining set, table and 4 chairs',
    2950,
    [124, 31, 31, 31, 31],
    [78, 40, 12],
  ),
  large('FU-SEC-011', 'Modular sectional, 6 pieces', 3890, [94, 88, 88, 72, 72, 61], [38, 36, 12]),
];

export const KIDS_GOODS: readonly DemoProduct[] = [
  small('KD-BLK-100', 'Maple building blocks, 100 pieces', 79, 7.2, [14, 10, 6]),
  small('KD-BEA-002', 'Knitted bear, Otis', 36, 0.7, [12, 8, 5], { tag: 'gift' }),
  small('KD-BLA-017', 'Baby blanket, organic cotton', 58, 1.3, [12, 10, 3], { tag: 'gift' }),
  small('KD-PUZ-048', 'Map of Canada puzzle, 48 pieces', 32, 1.6, [14, 11, 2]),
  small('KD-MOB-006', 'Felt mobile, northern birds', 64, 0.8, [12, 12, 4], { tag: 'gift' }),
  large('KD-TBL-021', 'Play table and 2 stools', 329, [34, 12], [30, 26, 8]),
  large('KD-CRB-001', 'Convertible crib, beech', 899, [58, 31], [54, 32, 8]),
];

export const TABLE_GOODS: readonly DemoProduct[] = [
  small('NT-PLT-004', 'Stoneware dinner plates, set of 4', 112, 9.4, [13, 13, 7], {
    tag: 'fragile',
  }),
  small('NT-BWL-004', 'Soup bowls, speckled, set of 4', 88, 6.8, [13, 13, 6], { tag: 'fragile' }),
  small('NT-BRD-031', 'End-grain cutting board, walnut', 145, 8.1, [18, 13, 3]),
  small('NT-KNF-003', 'Carbon-steel knives, set of 3', 219, 2.4, [16, 6, 2]),
  small('NT-GLS-006', 'Blown tumblers, set of 6', 96, 5.1, [12, 9, 6], { tag: 'fragile' }),
  small('NT-NAP-006', 'Linen napkins, set of 6', 48, 0.9, [9, 9, 2]),
  small('NT-WIN-002', 'Niagara wine gift box, 2 bottles', 74, 7.6, [15, 9, 5], {
    minimumAge: 19,
    tag: 'gift',
  }),
  small('NT-GIN-001', 'Boreal gin and glasses', 92, 5.9, [14, 10, 6], {
    minimumAge: 19,
    tag: 'gift',
  }),
  small('NT-SYR-006', 'Amber maple syrup, case of 6', 66, 13.5, [12, 8, 8]),
];

export const BAKED_GOODS: readonly DemoProduct[] = [
  small('PAIN-LEV', 'Miche au levain, 1 kg', 9.5, 2.3, [11, 11, 6]),
  small('PAIN-BAG', 'Baguettes tradition (4)', 14, 2.6, [24, 8, 4]),
  small('PAIN-SEI', 'Pain de seigle aux raisins', 8.75, 1.8, [10, 6, 5]),
  small('VIEN-CRO', 'Croissants au beurre (6)', 19.5, 1.2, [14, 10, 4]),
  small('VIEN-CHO', 'Chocolatines (6)', 22.5, 1.4, [14, 10, 4]),
  small('VIEN-BRI', 'Brioche à la fleur d’oranger', 16, 1.5, [12, 8, 5]),
  small('TART-SUC', 'Tarte au sucre', 24, 2.4, [11, 11, 3]),
  small('TART-CIT', 'Tarte au citron meringuée', 29, 2.7, [11, 11, 5], { tag: 'anniversaire' }),
  small('GAT-FOR', 'Gâteau forêt-noire, 10 personnes', 58, 5.2, [13, 13, 8], {
    tag: 'anniversaire',
  }),
  small('GAT-OPE', 'Opéra, 12 parts', 64, 4.1, [14, 12, 4], { tag: 'anniversaire' }),
  small('TRAI-MAT', 'Plateau du matin, 12 personnes', 96, 8.8, [20, 16, 5], { tag: 'traiteur' }),
  small('TRAI-MID', 'Boîtes-repas du midi (8)', 148, 12.6, [20, 16, 8], { tag: 'bureau' }),
];

export interface BasketLine {
  readonly product: DemoProduct;
  readonly quantity: number;
}

/** Inside volume in cubic inches, and outer size. */
const BOXES = [
  { volume: 700, size: { length: 12, width: 10, height: 6 } },
  { volume: 1600, size: { length: 16, width: 12, height: 9 } },
  { volume: 4200, size: { length: 20, width: 16, height: 14 } },
] as const;
const [, , LARGEST_BOX] = BOXES;
const BOX_POUNDS = 0.8;

const tenths = (pounds: number) => Math.round(pounds * 10) / 10;

export function demoBasket(
  random: DemoRandom,
  range: readonly DemoProduct[],
  mostLines: number,
): BasketLine[] {
  const wanted = random.between(1, mostLines);
  const products = new Set(Array.from({ length: wanted }, () => random.pick(range)));
  return Array.from(products, (product) => ({
    product,
    quantity: product.isSmall
      ? random.weighted([
          [1, 6],
          [2, 3],
          [random.between(3, 5), 1],
        ])
      : 1,
  }));
}

export function itemsOf(basket: readonly BasketLine[], taxRate: number): OrderItem[] {
  return basket.map(({ product: { sku, name, unitPrice }, quantity }) => ({
    sku,
    name,
    quantity,
    unitPrice,
    taxAmount: Math.round(unitPrice * quantity * taxRate * 100) / 100,
    productId: String(7_400_000_000 + numberOf(sku)),
    warehouseLocation: `${sku.charAt(0)}${numberOf(sku) % 9}-${String(numberOf(sku) % 40).padStart(2, '0')}`,
  }));
}

const numberOf = (sku: string) =>
  [...sku].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 999_983, 7);

/** Furniture keeps its cartons, small products share boxes. */
export function packagesOf(basket: readonly BasketLine[]): NewPackage[] {
  const cartons = basket
    .filter(({ product }) => !product.isSmall)
    .flatMap(({ product }) => cartonsOf(product));
  const smallThings = basket
    .filter(({ product }) => product.isSmall)
    .flatMap(({ product, quantity }) => Array.from({ length: quantity }, () => product));
  return [...cartons, ...boxesOf(smallThings)];
}

function cartonsOf({ sku, cartons, inches: [length, width, height] }: DemoProduct): NewPackage[] {
  return cartons.map((pounds, index) => ({
    weightOptions: { weight: pounds, unit: 'lb' },
    sizeOptions: { length, width, height, unit: 'inch' },
    ...(cartons.length > 1 && { refNumber: `${sku} ${index + 1}/${cartons.length}` }),
  }));
}

function boxesOf(products: readonly DemoProduct[]): NewPackage[] {
  const volumeOf = ({ inches: [length, width, height] }: DemoProduct) => length * width * height;
  const loads: { pounds: number; volume: number }[] = [];
  for (const product of products) {
    const pounds = product.cartons[0] ?? 0;
    const volume = volumeOf(product);
    const open = loads.at(-1);
    if (open && open.volume + volume <= LARGEST_BOX.volume) {
      open.pounds += pounds;
      open.volume += volume;
    } else {
      loads.push({ pounds, volume });
    }
  }
  return loads.map(({ pounds, volume }) => {
    const box = BOXES.find((one) => volume <= one.volume) ?? LARGEST_BOX;
    return {
      weightOptions: { weight: tenths(pounds + BOX_POUNDS), unit: 'lb' },
      sizeOptions: { ...box.size, unit: 'inch' },
    };
  });
}

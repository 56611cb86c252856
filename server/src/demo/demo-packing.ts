import type { NewPackage } from '@portage/contract/orders/packages';
import type { OrderItem } from '@portage/contract/orders/new-order';
import type { DemoProduct } from './demo-products.ts';
import type { DemoRandom } from './demo-random.ts';

/** How many of a product somebody orders. */
export interface BasketLine {
  readonly product: DemoProduct;
  readonly quantity: number;
}

/** The boxes of the packing bench: inside volume in cubic inches, and outer size. */
const BOXES = [
  { volume: 700, size: { length: 12, width: 10, height: 6 } },
  { volume: 1600, size: { length: 16, width: 12, height: 9 } },
  { volume: 4200, size: { length: 20, width: 16, height: 14 } },
] as const;
const [, , LARGEST_BOX] = BOXES;
const BOX_POUNDS = 0.8;

const tenths = (pounds: number) => Math.round(pounds * 10) / 10;

/** What somebody puts into a basket: different products of a range. */
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

/** The lines of a basket as items of an order. */
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

/** A number that belongs to an SKU. */
const numberOf = (sku: string) =>
  [...sku].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 999_983, 7);

/** The packages a basket goes out in: furniture in its own cartons, small things boxed together. */
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

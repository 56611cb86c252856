import { z } from 'zod';
import { repairedAccents } from '../csv.ts';
import { importedTexts, orderTexts, type OrderTextColumn } from '../orders/new-order.ts';
import { foldForSearch } from '../text.ts';

/** The two files of an import (spec 2 §2): the orders, and their packages. */
export const ImportFile = z.enum(['orderDetails', 'orderPackages']);
export type ImportFile = z.infer<typeof ImportFile>;

/** In the template's sequence (spec 2 §3). */
export const orderDetailsColumns = [
  'order_ref_number',
  'recipient_name',
  'recipient_email',
  'recipient_phone',
  'recipient_notes',
  'recipient_street',
  'recipient_unit',
  'recipient_city',
  'recipient_province',
  'recipient_postal_code',
  'recipient_country',
  'is_recipient_address_a_business',
  'origin_street',
  'origin_unit',
  'origin_city',
  'origin_province',
  'origin_postal_code',
  'origin_country',
  'is_origin_address_a_business',
  'package_count',
  'service',
  'delivery_service',
  ...importedTexts.map(({ column }) => column),
] as const;
export type OrderDetailsColumn = (typeof orderDetailsColumns)[number];

/** Spec 2 §3. */
export const orderPackagesColumns = [
  'order_ref_number',
  'package_ref_number',
  'package_tracking_number',
  'package_weight',
  'package_weight_unit',
  'package_length',
  'package_width',
  'package_height',
  'package_dimension_unit',
] as const;
export type OrderPackagesColumn = (typeof orderPackagesColumns)[number];

export const ImportColumn = z.enum([...orderDetailsColumns, ...orderPackagesColumns]);
export type ImportColumn = z.infer<typeof ImportColumn>;

export const importColumns = {
  orderDetails: orderDetailsColumns,
  orderPackages: orderPackagesColumns,
} as const satisfies Record<ImportFile, readonly ImportColumn[]>;

/** The columns whose cells are sent as numbers when they are numbers (spec 2 §3). */
export const numericColumns: ReadonlySet<ImportColumn> = new Set([
  'package_count',
  'package_weight',
  'package_length',
  'package_width',
  'package_height',
]);

/** Null and an empty text are both an empty cell. */
export const ImportCell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type ImportCell = z.infer<typeof ImportCell>;

/** Characters of a cell; more than any field takes. */
const LONGEST_CELL = { orderDetails: 5000, orderPackages: 500 } as const;

/** Returns the limit that a cell exceeds. */
export function exceededLimit(file: ImportFile, cell: ImportCell | undefined) {
  const limit = LONGEST_CELL[file];
  return typeof cell === 'string' && cell.length > limit && cell.trim().length > limit
    ? limit
    : undefined;
}

/** Cuts a cell that is too long; it stays too long. */
export function cutCell(file: ImportFile, cell: ImportCell): ImportCell {
  const limit = exceededLimit(file, cell);
  return typeof cell === 'string' && limit !== undefined ? cell.trim().slice(0, limit + 1) : cell;
}

function rowOf<Column extends string>(columns: readonly Column[]) {
  const cell = ImportCell.optional();
  const shape = Object.fromEntries(columns.map((column) => [column, cell]));
  return z.object(shape as Record<Column, typeof cell>);
}

/** Names the row's number in the merchant's own file; not imported. */
export const ROW_NUMBER_COLUMN = 'row_number';

export const OrderDetailsRow = rowOf(orderDetailsColumns)
  .extend({
    [ROW_NUMBER_COLUMN]: ImportCell.optional().describe(
      'Its number in your own file, for the file of failures. By default the headers are row 1.',
    ),
  })
  .meta({ id: 'OrderDetailsRow' });
export type OrderDetailsRow = z.infer<typeof OrderDetailsRow>;

/** Other columns are ignored. */
export const OrderPackagesRow = rowOf(orderPackagesColumns).meta({ id: 'OrderPackagesRow' });
export type OrderPackagesRow = z.infer<typeof OrderPackagesRow>;

const textHeaders = Object.fromEntries(
  importedTexts.map(({ name, column, headers }) => {
    const { en, fr } = orderTexts[name].label;
    return [column, `${en}|${fr}|${headers}`];
  }),
) as Record<OrderTextColumn, string>;

const ALIASES: Readonly<Record<ImportColumn, string>> = {
  order_ref_number:
    'reference|ref|ref number|reference number|order|order number|order no|order ref|order reference|order id|numéro de commande|no de commande|n° de commande|commande|référence de la commande|référence commande|numéro de référence|réf de la commande|réf commande',
  recipient_name:
    'name|full name|recipient|customer|customer name|contact|ship to name|destinataire|nom|nom complet|nom du destinataire|client|nom du client',
  recipient_email:
    'email|e-mail|email address|customer email|courriel|adresse courriel|courriel du destinataire',
  recipient_phone:
    'phone|phone number|telephone|tel|mobile|cell|customer phone|téléphone|tél|numéro de téléphone|téléphone du destinataire|cellulaire',
  recipient_notes:
    'recipient note|customer notes|notes du destinataire|note du destinataire|remarques du destinataire',
  recipient_street:
    'street|address|address 1|address line 1|street address|ship to address|rue|adresse|adresse 1|rue du destinataire|adresse du destinataire',
  recipient_unit:
    'unit|apt|apartment|suite|address 2|address line 2|appartement|app|app/bureau|unité|bureau|adresse 2|unité du destinataire|app/bureau destinataire|app/bureau du destinataire',
  recipient_city: 'city|town|ship to city|ville|municipalité|ville du destinataire',
  recipient_province:
    'province|state|province/state|state/province|region|prov|ship to province|province du destinataire|province/état|état',
  recipient_postal_code:
    'postal code|postcode|post code|zip|zip code|postal/zip|zip/postal code|ship to postal code|code postal|cp|code postal du destinataire|code postal destinataire',
  recipient_country: 'country|ship to country|pays|pays du destinataire',
  is_recipient_address_a_business:
    'business|is business|business address|recipient is a business|is recipient business|adresse commerciale|entreprise|commerce|adresse du destinataire commerciale|destinataire est une entreprise|destinataire commercial',
  origin_street:
    'origin address|from street|from address|ship from address|sender address|pickup address|rue d’origine|adresse d’origine|rue de l’expéditeur|adresse de l’expéditeur|adresse de ramassage',
  origin_unit:
    'from unit|ship from unit|sender unit|unité d’origine|unité de l’expéditeur|app d’origine|app/bureau d’origine',
  origin_city: 'from city|ship from city|sender city|ville d’origine|ville de l’expéditeur',
  origin_province:
    'from province|origin state|from state|ship from province|sender province|province d’origine|province de l’expéditeur',
  origin_postal_code:
    'from postal code|from zip|origin zip|ship from postal code|sender postal code|code postal d’origine|code postal de l’expéditeur',
  origin_country:
    'from country|ship from country|sender country|pays d’origine|pays de l’expéditeur',
  is_origin_address_a_business:
    'origin is a business|origin business|is origin business|origine commerciale|adresse d’origine commerciale',
  package_count:
    'packages|number of packages|package qty|parcels|boxes|pieces|nombre de colis|nb de colis|nb colis|colis',
  service:
    'delivery type|shipping service|shipping method|service level|service de transport|type de service',
  delivery_service:
    'delivery option|hand-over|handover|service de livraison|option de livraison|mode de remise|remise',
  ...textHeaders,
  package_ref_number:
    'package reference|package ref|package number|parcel reference|box number|référence du colis|référence colis|numéro du colis|no de colis|réf du colis|réf colis',
  package_tracking_number:
    'tracking number|tracking|tracking no|package tracking|numéro de suivi|no de suivi|suivi|other tracking number|autre numéro de suivi',
  package_weight: 'weight|parcel weight|poids|poids du colis',
  package_weight_unit:
    'weight unit|unit of weight|weight uom|unité de poids|unité du poids|unité poids',
  package_length: 'length|longueur|longueur du colis',
  package_width: 'width|largeur|largeur du colis',
  package_height: 'height|hauteur|hauteur du colis',
  package_dimension_unit:
    'dimension unit|dimensions unit|size unit|unit of dimension|unité de dimension|unité des dimensions|unité de mesure|unité de longueur',
};

/** Removes case, accents, also garbled ones, spaces and punctuation. */
export function headerKey(header: string): string {
  return foldForSearch(repairedAccents(header)).replace(/[^\p{L}\p{N}]/gu, '');
}

const columnsByHeader = new Map<ImportFile, ReadonlyMap<string, ImportColumn>>();

/** Made at the first file: pages load this code long before one is chosen. */
function columnsOf(file: ImportFile): ReadonlyMap<string, ImportColumn> {
  const found = columnsByHeader.get(file);
  if (found) return found;
  const columns = new Map(
    importColumns[file].flatMap((column) =>
      [column, ...ALIASES[column].split('|')].map((name) => [headerKey(name), column] as const),
    ),
  );
  columnsByHeader.set(file, columns);
  return columns;
}

/** Matches a column's own name or an alias in English or French. */
export function columnOfHeader(file: ImportFile, header: string): ImportColumn | undefined {
  return columnsOf(file).get(headerKey(header));
}

interface HeaderMatch {
  /** One entry a header; undefined is not imported. */
  columns: (ImportColumn | undefined)[];
  /** Columns that several headers name; the first one counts. */
  duplicates: ImportColumn[];
}

/** The exact name of a column wins over its aliases. */
export function matchHeaders(file: ImportFile, headers: readonly string[]): HeaderMatch {
  const chosen = new Map<ImportColumn, { readonly index: number; readonly isExact: boolean }>();
  const duplicates = new Set<ImportColumn>();
  for (const [index, header] of headers.entries()) {
    const key = headerKey(header);
    const column = columnsOf(file).get(key);
    if (column === undefined) continue;
    const isExact = key === headerKey(column);
    const earlier = chosen.get(column);
    if (earlier) duplicates.add(column);
    if (!earlier || (isExact && !earlier.isExact)) chosen.set(column, { index, isExact });
  }
  const columns = Array<ImportColumn | undefined>(headers.length).fill(undefined);
  for (const [column, { index }] of chosen) columns[index] = column;
  return { columns, duplicates: [...duplicates] };
}

/** Undefined when unclear. */
export function fileOfHeaders(headers: readonly string[]): ImportFile | undefined {
  const [details, packages] = ImportFile.options.map(
    (file) => matchHeaders(file, headers).columns.filter((column) => column !== undefined).length,
  );
  if (details === undefined || packages === undefined || details === packages) return undefined;
  return details > packages ? 'orderDetails' : 'orderPackages';
}

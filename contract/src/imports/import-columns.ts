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
    'reference|ref|ref number|reference number|order|order number|order no|order ref|order reference|order id|order id (required)|numéro de commande|no de commande|n° de commande|commande|référence de la commande|référence commande|numéro de référence|réf de la commande|réf commande',
  recipient_name:
    'name|full name|recipient|customer|customer name|contact|contact name|destinataire|nom|nom complet|nom et prénom|prénom et nom|nom du destinataire|client|nom du client',
  recipient_email:
    'email|e-mail|email address|customer email|courriel|adresse courriel|courriel du destinataire',
  recipient_phone:
    'phone|phone number|telephone|telephone number|tel|mobile|cell|customer phone|téléphone|tél|numéro de téléphone|téléphone du destinataire|cellulaire',
  recipient_notes:
    'recipient note|customer notes|customer note|customer message|note from customer|notes from customer|notes from buyer|buyer note|notes du destinataire|note du destinataire|remarques du destinataire',
  recipient_street:
    'street|street 1|address|address 1|address 1&2|address line 1|street address|rue|adresse|adresse 1|rue du destinataire|adresse du destinataire',
  recipient_unit:
    'unit|apt|apartment|suite|street 2|address 2|address line 2|appartement|app|app/bureau|unité|bureau|adresse 2|unité du destinataire|app/bureau destinataire|app/bureau du destinataire',
  recipient_city: 'city|town|suburb|ville|municipalité|ville du destinataire',
  recipient_province:
    'province|state|state code|province code|province/state|state/province|region|prov|province du destinataire|province/état|état',
  recipient_postal_code:
    'postal code|postal|postcode|post code|zip|zip code|postal/zip|zip/postal code|code postal|cp|code postal du destinataire|code postal destinataire',
  recipient_country: 'country|country code|pays|pays du destinataire',
  is_recipient_address_a_business:
    'business|is business|business address|recipient is a business|is recipient business|adresse commerciale|entreprise|commerce|adresse du destinataire commerciale|destinataire est une entreprise|destinataire commercial',
  origin_street:
    'pickup address|rue d’origine|adresse d’origine|rue de l’expéditeur|adresse de l’expéditeur|adresse de ramassage',
  origin_unit: 'unité d’origine|unité de l’expéditeur|app d’origine|app/bureau d’origine',
  origin_city: 'ville d’origine|ville de l’expéditeur',
  origin_province: 'province d’origine|province de l’expéditeur',
  origin_postal_code: 'code postal d’origine|code postal de l’expéditeur',
  origin_country: 'pays d’origine|pays de l’expéditeur',
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
  package_weight: 'weight|parcel weight|total weight|shipment weight|poids|poids du colis',
  package_weight_unit:
    'weight unit|parcel weight unit|unit of weight|weight uom|unité de poids|unité du poids|unité poids',
  package_length: 'length|dimensions length|longueur|longueur du colis',
  package_width: 'width|dimensions width|largeur|largeur du colis',
  package_height: 'height|dimensions height|hauteur|hauteur du colis',
  package_dimension_unit:
    'dimension unit|dimensions unit|size unit|unit of dimension|unité de dimension|unité des dimensions|unité de mesure|unité de longueur',
};

/** Count only where no other header names the column. */
const WEAK_ALIASES: Readonly<Partial<Record<ImportColumn, string>>> = {
  order_ref_number:
    'id|invoice|invoice no|invoice number|facture|no de facture|n° de facture|numéro de facture',
  recipient_name: 'company|company name|raison sociale',
  recipient_email: 'email (billing)|billing email|buyer email|contact email',
  recipient_phone: 'phone (billing)|billing phone|buyer phone|buyer phone number',
};

const HALVES_OF_NAME = {
  first: 'first name|given name|customer first name|prénom|prénom du client',
  last: 'last name|family name|surname|customer last name|nom de famille',
} as const;

/** Words that tell whose address a header is of. */
const PARTIES = {
  recipient: {
    before:
      'shipping|shipping address|ship|ship to|delivery|delivery address|deliver to|recipient|to|livraison',
    after: 'shipping|delivery|livraison|de livraison|du destinataire',
  },
  origin: { before: 'from|ship from|sender|shipper|origin', after: '' },
} as const;

const PARTS = 'street|unit|city|province|postal_code|country';

const sizes = { column: 'package_dimension_unit', units: 'cm|mm|in|inches|ft|po|pouces' } as const;

const UNITS_IN_HEADERS: Readonly<
  Partial<Record<ImportColumn, { column: ImportColumn; units: string }>>
> = {
  package_weight: {
    column: 'package_weight_unit',
    units: 'kg|kgs|g|grams|lb|lbs|pounds|oz|ounces|livres',
  },
  package_length: sizes,
  package_width: sizes,
  package_height: sizes,
};

/** Removes case, accents, also garbled ones, spaces and punctuation. */
export function headerKey(header: string): string {
  return foldForSearch(repairedAccents(header)).replace(/[^\p{L}\p{N}]/gu, '');
}

const RANK = { own: 4, party: 3, plain: 2, weak: 1 } as const;

interface KnownHeader {
  readonly column: ImportColumn;
  readonly rank: number;
  readonly half?: keyof typeof HALVES_OF_NAME;
}

type NamedHeader = readonly [name: string, rank: number, half?: KnownHeader['half']];

function plainNames(column: ImportColumn): NamedHeader[] {
  const names = ALIASES[column].split('|').map((name): NamedHeader => {
    if (name === 'nom' || name === 'nom du client') return [name, RANK.plain, 'last'];
    // A street with a number has no unit in it.
    return [name, /^(?:street|add?ress)\D*1(?:&2)?$/.test(name) ? RANK.plain + 0.2 : RANK.plain];
  });
  if (column !== 'recipient_name') return names;
  const halves = (['first', 'last'] as const).flatMap((half) =>
    HALVES_OF_NAME[half].split('|').map((name): NamedHeader => [name, RANK.plain - 0.5, half]),
  );
  return [...names, ...halves];
}

function namesOf(column: ImportColumn): NamedHeader[] {
  const plain = plainNames(column);
  const weak = WEAK_ALIASES[column]?.split('|') ?? [];
  const units = UNITS_IN_HEADERS[column]?.units.split('|') ?? [];
  const [, party, part] = /^(recipient|origin)_(.*)$/.exec(column) ?? [];
  const isPart = party === 'origin' ? PARTS.split('|').includes(part ?? '') : part !== 'notes';
  const { before, after } = PARTIES[party === 'origin' ? 'origin' : 'recipient'];
  const ofRecipient = party && isPart ? plainNames(`recipient_${part}` as ImportColumn) : [];
  return [
    [column, RANK.own],
    ...plain,
    ...weak.map((name): NamedHeader => [name, RANK.weak]),
    ...plain.flatMap(([name]) =>
      units.flatMap((unit) =>
        [unit, `in ${unit}`, `en ${unit}`].map((end): NamedHeader => [name + end, RANK.plain]),
      ),
    ),
    ...ofRecipient.flatMap(([name, rank, half]) =>
      [
        ...before.split('|').map((word) => word + name),
        ...(after === '' ? [] : after.split('|').map((word) => name + word)),
      ].map((header): NamedHeader => [header, rank + RANK.party - RANK.plain, half]),
    ),
  ];
}

const headersByFile = new Map<ImportFile, ReadonlyMap<string, KnownHeader>>();

/** Made at the first file: pages load this code long before one is chosen. */
function headersOf(file: ImportFile): ReadonlyMap<string, KnownHeader> {
  const found = headersByFile.get(file);
  if (found) return found;
  const headers = new Map<string, KnownHeader>();
  for (const column of importColumns[file]) {
    for (const [name, rank, half] of namesOf(column)) {
      const key = headerKey(name);
      const isBetter = rank > (headers.get(key)?.rank ?? 0);
      if (isBetter) headers.set(key, { column, rank, ...(half && { half }) });
    }
  }
  headersByFile.set(file, headers);
  return headers;
}

/** Matches a column's own name or an alias in English or French. */
export function columnOfHeader(file: ImportFile, header: string): ImportColumn | undefined {
  return headersOf(file).get(headerKey(header))?.column;
}

interface HeaderMatch {
  /** One entry a header; undefined is not imported. The halves of a name share a column. */
  columns: (ImportColumn | undefined)[];
  /** Columns that several headers name equally well; the first one counts. */
  duplicates: ImportColumn[];
}

/** A column's own name wins over names with their party, those over others. */
export function matchHeaders(file: ImportFile, headers: readonly string[]): HeaderMatch {
  const keys = headers.map(headerKey);
  const known = keys.map((key) => headersOf(file).get(key));
  const chosen = new Map<ImportColumn, number>();
  const duplicates = new Set<ImportColumn>();
  for (const [index, header] of known.entries()) {
    if (!header) continue;
    const earlier = known[chosen.get(header.column) ?? -1];
    const rank = earlier?.rank ?? 0;
    const isOwn = Math.max(rank, header.rank) === RANK.own;
    const isUnclear = rank === header.rank || (isOwn && Math.min(rank, header.rank) >= RANK.plain);
    if (isUnclear) duplicates.add(header.column);
    else if (header.rank > rank) duplicates.delete(header.column);
    if (header.rank > rank) chosen.set(header.column, index);
  }
  const columns = Array<ImportColumn | undefined>(headers.length).fill(undefined);
  for (const [column, index] of chosen) columns[index] = column;
  const name = known[chosen.get('recipient_name') ?? -1];
  const halves = halvesOfName(known, name);
  if (halves) {
    columns[chosen.get('recipient_name') ?? -1] = undefined;
    for (const index of halves) columns[index] = 'recipient_name';
    duplicates.delete('recipient_name');
  } else if (name?.half === 'first') {
    columns[chosen.get('recipient_name') ?? -1] = undefined;
  }
  // Shops that keep the customer's message apart have notes of their staff.
  const staffNotes = keys.includes('customermessage') ? keys.indexOf('ordernotes') : -1;
  if (columns[staffNotes] === 'notes') columns[staffNotes] = undefined;
  // Shops with lines of items call the number of an order its name.
  const orderName = keys.some((key) => key.startsWith('lineitem')) ? keys.indexOf('name') : -1;
  const reference = chosen.get('order_ref_number');
  const isNumbered = (known[reference ?? -1]?.rank ?? 0) > RANK.weak;
  if (orderName >= 0 && columns[orderName] === undefined && !isNumbered) {
    if (reference !== undefined) columns[reference] = undefined;
    columns[orderName] = 'order_ref_number';
  }
  return { columns, duplicates: [...duplicates] };
}

function halvesOfName(
  known: readonly (KnownHeader | undefined)[],
  whole: KnownHeader | undefined,
): [number, number] | undefined {
  for (const rank of [RANK.party, RANK.plain]) {
    const indexOf = (half: keyof typeof HALVES_OF_NAME) =>
      known.findIndex((one) => one?.half === half && Math.ceil(one.rank) === rank);
    const [first, last] = [indexOf('first'), indexOf('last')];
    const isBetter = whole?.half !== undefined || (whole?.rank ?? 0) < rank - 0.5;
    if (first >= 0 && last >= 0 && isBetter) return [first, last];
  }
  if (!whole?.half) return undefined;
  const other = known.findIndex((one) => one?.half !== undefined && one.half !== whole.half);
  return other < 0 ? undefined : [known.indexOf(whole), other];
}

const halfOf = (header: string) => headersOf('orderDetails').get(headerKey(header))?.half;

/** True for a first and a last name, which share a column. */
export function areHalvesOfName(one: string, other: string): boolean {
  const [half, otherHalf] = [halfOf(one), halfOf(other)];
  return half !== undefined && otherHalf !== undefined && half !== otherHalf;
}

/** Reads a row by column: joins the halves of a name, adds the units that headers name. */
export function cellsBelow(
  headers: readonly string[],
  columns: readonly (ImportColumn | typeof ROW_NUMBER_COLUMN | undefined)[],
): (cells: readonly string[]) => Record<string, string> {
  const halves = (['first', 'last'] as const).map((half) =>
    headers.findIndex(
      (header, index) => columns[index] === 'recipient_name' && halfOf(header) === half,
    ),
  );
  const units = Object.entries(UNITS_IN_HEADERS).flatMap(([measure, { column, units: known }]) => {
    const index = columns.findIndex((one) => one === measure);
    const ending = new RegExp(`[^\\p{L}](${known})\\W*$`, 'iu');
    const unit = ending.exec(headers[index] ?? '')?.[1];
    return unit === undefined ? [] : [{ index, column, unit }];
  });
  return (cells) => {
    const row: Record<string, string> = {};
    for (const [index, column] of columns.entries()) {
      if (column !== undefined) row[column] = cells[index] ?? '';
    }
    if (!halves.includes(-1)) {
      const names = halves.map((index) => cells[index]?.trim());
      row['recipient_name'] = names.filter(Boolean).join(' ');
    }
    for (const { index, column, unit } of units) {
      const hasUnit = row[column]?.trim() || /\p{L}/u.test(cells[index] ?? '');
      if (!hasUnit && /[1-9]/.test(cells[index] ?? '')) row[column] = unit;
    }
    return row;
  };
}

/** Undefined when unclear. */
export function fileOfHeaders(headers: readonly string[]): ImportFile | undefined {
  const [details, packages] = ImportFile.options.map(
    (file) => matchHeaders(file, headers).columns.filter((column) => column !== undefined).length,
  );
  if (details === undefined || packages === undefined || details === packages) return undefined;
  return details > packages ? 'orderDetails' : 'orderPackages';
}

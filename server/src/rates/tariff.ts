import { z } from 'zod';
import { servicePromises } from '@portage/contract/rates/rate-words';
import { Reach, Service } from '@portage/contract/rates/rates';
import { type EpochMillis, TimeOfDay } from '@portage/contract/time';

/** All versions, in memory. */
export interface Tariffs {
  /** The one in effect, or the earliest. */
  at(time: EpochMillis): Tariff;
}

/** Takes a list sorted by start. Throws for an empty list. */
export function tariffAt(tariffs: readonly Tariff[], time: EpochMillis): Tariff {
  const tariff = tariffs.findLast(({ effectiveFrom }) => effectiveFrom <= time) ?? tariffs[0];
  if (!tariff) throw new Error('There is no tariff');
  return tariff;
}

/** Reads `12.50` as whole cents. */
const Cents = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,2})?$/, 'must be a price such as 12.50')
  .transform((price) => Math.round(Number(price) * 100));

/** An empty cell in files, null in tables. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable());

const Code = z.string().regex(/^[A-Z0-9-]{2,12}$/, 'must be 2 to 12 capital letters or digits');
const Days = z.coerce.number().int().min(0).max(30);
const Measure = z.coerce.number().min(0);

function isTimeZone(name: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(name);
}

/** One schema per file and table of the same name. Dollars in files, whole cents in tables. */
export const tariffRows = {
  services: z.object({
    service: Service,
    first_day: optional(Days),
    last_day: optional(Days),
    opens: optional(TimeOfDay),
    closes: optional(TimeOfDay),
  }),
  areas: z.object({
    area: Code,
    name_en: z.string().min(1),
    name_fr: z.string().min(1),
    time_zone: z.string().refine(isTimeZone, 'must be the name of a time zone'),
    currency: z.enum(['CAD', 'USD']),
  }),
  zones: z.object({ zone: Code, area: Code, surcharge: Cents }),
  prefixes: z.object({
    prefix: z.string().regex(/^[A-Z0-9]{2,3}$/, 'must be 2 or 3 letters or digits'),
    zone: Code,
  }),
  corridors: z.object({ area: Code, other_area: Code }),
  prices: z.object({ service: Service, reach: Reach, price: Cents }),
  surcharges: z.object({
    measure: z.enum(['weight', 'size']),
    above: Measure,
    up_to: optional(Measure),
    unit: Measure.gt(0),
    price: Cents,
  }),
  cutoffs: z.object({
    service: Service,
    area: optional(Code),
    cutoff: TimeOfDay,
    when_late: z.enum(['notOffered', 'dayLater']),
  }),
} as const;

export type TariffPart = keyof typeof tariffRows;

export const tariffParts = Object.keys(tariffRows) as TariffPart[];

export const columnsOf = (part: TariffPart): string[] => Object.keys(tariffRows[part].shape);

export type TariffRows = { [Part in TariffPart]: z.infer<(typeof tariffRows)[Part]>[] };

/** Days count from the day of the order; hours are local to the origin. */
export interface ServicePromise {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly from: string;
  readonly to: string;
  /** Orders at or after it are late. */
  readonly cutoff?: string;
  /** Refuses a late order or promises it a day later. */
  readonly whenLate?: 'notOffered' | 'dayLater';
}

export interface ServiceArea {
  /** Such as `TOR`. */
  readonly metro: string;
  readonly name: { readonly en: string; readonly fr: string };
  /** Such as `TOR-1`. */
  readonly zone: string;
  /** Cents per package. */
  readonly surcharge: number;
  /** IANA name, for pickups here. */
  readonly timeZone: string;
  readonly currency: 'CAD' | 'USD';
}

/** Cents per unit begun between two measures. */
export interface SurchargeBand {
  readonly above: number;
  /** Infinity for no end. */
  readonly upTo: number;
  readonly unit: number;
  readonly cents: number;
}

/** Prices are in cents, in the origin's currency. */
export interface Tariff {
  readonly version: string;
  /** Ends when the next version starts. */
  readonly effectiveFrom: EpochMillis;
  readonly areaByPrefix: ReadonlyMap<string, ServiceArea>;
  /** Orders go overnight between the areas. */
  readonly isCorridor: (area: string, other: string) => boolean;
  /** A service is offered exactly where it has one. */
  readonly basePrice: (service: Service, reach: Reach) => number | undefined;
  /** Undefined for services whose day is chosen. */
  readonly promiseOf: (service: Service, area: string) => ServicePromise | undefined;
  /** In pounds. */
  readonly weightBands: readonly SurchargeBand[];
  /** In cubic inches. */
  readonly sizeBands: readonly SurchargeBand[];
  /** Pounds. */
  readonly heaviest: number;
}

/** In the order of rate lists. */
export const LISTED_SERVICES = Object.keys(servicePromises).map((name) => Service.parse(name));

/** Takes checked rows. */
export function compileTariff(
  { version, effectiveFrom }: Pick<Tariff, 'version' | 'effectiveFrom'>,
  rows: TariffRows,
): Tariff {
  const corridors = new Set(
    rows.corridors.flatMap(({ area, other_area: other }) => [
      `${area} ${other}`,
      `${other} ${area}`,
    ]),
  );
  const prices = new Map(rows.prices.map((row) => [`${row.service} ${row.reach}`, row.price]));
  const promises = new Map(
    LISTED_SERVICES.flatMap((service) =>
      [undefined, ...rows.areas.map(({ area }) => area)].map(
        (area) => [`${service} ${area ?? ''}`, promiseOf(rows, service, area)] as const,
      ),
    ),
  );
  const bands = (measure: 'weight' | 'size') =>
    rows.surcharges
      .filter((row) => row.measure === measure)
      .toSorted((one, other) => one.above - other.above)
      .map(({ above, up_to: upTo, unit, price: cents }) => ({
        above,
        upTo: upTo ?? Infinity,
        unit,
        cents,
      }));
  const weightBands = bands('weight');
  return {
    version,
    effectiveFrom,
    areaByPrefix: areasByPrefix(rows),
    isCorridor: (area, other) => corridors.has(`${area} ${other}`),
    basePrice: (service, reach) => prices.get(`${service} ${reach}`),
    promiseOf: (service, area) => promises.get(`${service} ${area}`) ?? promises.get(`${service} `),
    weightBands,
    sizeBands: bands('size'),
    heaviest: Math.max(0, ...weightBands.map(({ upTo }) => upTo)),
  };
}

function areasByPrefix({ prefixes, zones, areas }: TariffRows): Map<string, ServiceArea> {
  const areaOf = new Map(areas.map((row) => [row.area, row]));
  const areaOfZone = new Map(
    zones.flatMap(({ zone, area, surcharge }): [string, ServiceArea][] => {
      const row = areaOf.get(area);
      if (!row) return [];
      const { name_en: en, name_fr: fr, time_zone: timeZone, currency } = row;
      return [[zone, { metro: area, name: { en, fr }, zone, surcharge, timeZone, currency }]];
    }),
  );
  return new Map(
    prefixes.flatMap(({ prefix, zone }): [string, ServiceArea][] => {
      const area = areaOfZone.get(zone);
      return area ? [[prefix, area]] : [];
    }),
  );
}

/** An area's own cutoff wins. */
function promiseOf(
  { services, cutoffs }: TariffRows,
  service: Service,
  area: string | undefined,
): ServicePromise | undefined {
  const row = services.find((one) => one.service === service);
  if (!row || row.first_day === null || row.last_day === null) return undefined;
  if (row.opens === null || row.closes === null) return undefined;
  const own = cutoffs.filter((one) => one.service === service);
  const cutoff = own.find((one) => one.area === area) ?? own.find((one) => one.area === null);
  return {
    firstDay: row.first_day,
    lastDay: row.last_day,
    from: row.opens,
    to: row.closes,
    ...(cutoff && { cutoff: cutoff.cutoff, whenLate: cutoff.when_late }),
  };
}

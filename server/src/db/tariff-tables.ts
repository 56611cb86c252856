import type { Reach } from '@portage/contract/rates/rates';
import type { Service } from '@portage/contract/rates/services';
import type { Timestamp } from './column-types.ts';

/** A version of the tariff; it ends when the next one takes effect. */
interface TariffsTable {
  version: string;
  effective_from: Timestamp;
  loaded_at: Timestamp;
}

/** Delivery times of a service; null where the day is chosen. */
interface TariffServicesTable {
  version: string;
  service: Service;
  first_day: number | null;
  last_day: number | null;
  opens: string | null;
  closes: string | null;
}

/** The metro areas that are served. */
interface TariffAreasTable {
  version: string;
  area: string;
  name_en: string;
  name_fr: string;
  time_zone: string;
  currency: 'CAD' | 'USD';
}

/** The sorting zones of areas; the surcharge is in cents. */
interface TariffZonesTable {
  version: string;
  zone: string;
  area: string;
  surcharge: number;
}

/** The zone of postal codes by how they begin; the longest prefix counts. */
interface TariffPrefixesTable {
  version: string;
  prefix: string;
  zone: string;
}

/** Pairs of areas between which orders go overnight. */
interface TariffCorridorsTable {
  version: string;
  area: string;
  other_area: string;
}

/** Base prices in cents; a service is offered where it has one. */
interface TariffPricesTable {
  version: string;
  service: Service;
  reach: Reach;
  price: number;
}

/** Cents a unit begun between two measures, in pounds or cubic inches. */
interface TariffSurchargesTable {
  version: string;
  measure: 'weight' | 'size';
  above: number;
  up_to: number | null;
  unit: number;
  price: number;
}

/** Until when orders of a day are in time; for all areas where none is named. */
interface TariffCutoffsTable {
  version: string;
  service: Service;
  area: string | null;
  cutoff: string;
  when_late: 'notOffered' | 'dayLater';
}

/** The tables of the carrier's tariff, which no merchant owns. */
export interface TariffTables {
  tariffs: TariffsTable;
  tariff_services: TariffServicesTable;
  tariff_areas: TariffAreasTable;
  tariff_zones: TariffZonesTable;
  tariff_prefixes: TariffPrefixesTable;
  tariff_corridors: TariffCorridorsTable;
  tariff_prices: TariffPricesTable;
  tariff_surcharges: TariffSurchargesTable;
  tariff_cutoffs: TariffCutoffsTable;
}

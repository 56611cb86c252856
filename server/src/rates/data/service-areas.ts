import type { Translated } from '@portage/contract/locale';
import type { Rate } from '@portage/contract/rates';

/** A metro area as data: its clock, its currency and its sorting zones. */
export interface MetroArea {
  readonly name: Translated;
  /** IANA name; cutoffs and windows of orders picked up here are in it. */
  readonly timeZone: string;
  readonly currency: Rate['currency'];
  /** Postal prefixes (two or three characters, apart by spaces) by the zone printed on labels. */
  readonly zones: Readonly<Record<string, readonly string[]>>;
}

/**
 * The metro areas Portage serves (product decision). Prefixes are those of Canada Post's forward
 * sortation areas and the US Postal Service's three-digit ZIP areas; the longest prefix wins.
 */
export const METRO_AREAS = {
  // Greater Toronto–Hamilton: the city in two zones, then Peel, York, Durham, Halton and Hamilton.
  TOR: {
    name: { en: 'Toronto–Hamilton', fr: 'Toronto–Hamilton' },
    timeZone: 'America/Toronto',
    currency: 'CAD',
    zones: {
      'TOR-1': ['M4 M5 M6 M7'],
      'TOR-2': ['M1 M2 M3 M8 M9'],
      'TOR-3': [
        'L4T L4V L4W L4X L4Y L4Z L5',
        'L6P L6R L6S L6T L6V L6W L6X L6Y L6Z L7A',
        'L7C L7E L7K',
      ],
      'TOR-4': [
        'L0J L3P L3R L3S L3T L3X L3Y L4A L4B L4C L4E L4G',
        'L4H L4J L4K L4L L4S L6A L6B L6C L6E L6G L7B',
      ],
      'TOR-5': ['L1B L1C L1E L1G L1H L1J L1K L1L L1M L1N L1P L1R', 'L1S L1T L1V L1W L1X L1Y L1Z'],
      'TOR-6': ['L0P L6H L6J L6K L6L L6M L7G L7L L7M L7N L7P L7R', 'L7S L7T L9E L9T'],
      'TOR-7': ['L0R L8 L9A L9B L9C L9G L9H L9K'],
    },
  },
  // Ottawa and, across the river, Gatineau.
  OTT: {
    name: { en: 'Ottawa–Gatineau', fr: 'Ottawa–Gatineau' },
    timeZone: 'America/Toronto',
    currency: 'CAD',
    zones: {
      'OTT-1': ['K1 K2'],
      'OTT-2': ['K4A K4B K4C K4M K4P'],
      'OTT-3': ['J8L J8M J8P J8R J8T J8V J8X J8Y J8Z', 'J9A J9B J9H J9J'],
    },
  },
  // The island of Montréal, Laval, the south shore, the north shore.
  MTL: {
    name: { en: 'Montréal', fr: 'Montréal' },
    timeZone: 'America/Toronto',
    currency: 'CAD',
    zones: {
      'MTL-1': ['H1 H2 H3 H4 H5 H8 H9'],
      'MTL-2': ['H7'],
      'MTL-3': ['J3E J3V J3Y J3Z J4 J5A J5B J5C J5R J6J J6K', 'J7T J7V'],
      'MTL-4': ['J5Y J5Z J6A J6V J6W J6X J6Y J6Z J7A J7B J7C J7E', 'J7G J7H J7K J7L J7M J7P J7R'],
    },
  },
  // Québec City and, across the river, Lévis.
  QUE: {
    name: { en: 'Québec City', fr: 'Québec' },
    timeZone: 'America/Toronto',
    currency: 'CAD',
    zones: {
      'QUE-1': ['G1 G2 G3A G3E G3G G3J G3K'],
      'QUE-2': ['G6C G6J G6K G6V G6W G6X G6Z G7A'],
    },
  },
  // Vancouver; Burnaby to the Tri-Cities; the North Shore; Richmond and Delta; Surrey to Langley.
  VAN: {
    name: { en: 'Vancouver', fr: 'Vancouver' },
    timeZone: 'America/Vancouver',
    currency: 'CAD',
    zones: {
      'VAN-1': ['V5 V6 V7X V7Y'],
      'VAN-2': ['V5A V5B V5C V5E V5G V5H V5J V3N', 'V3B V3C V3E V3H V3J V3K V3L V3M'],
      'VAN-3': ['V7G V7H V7J V7K V7L V7M V7N V7P V7R V7S V7T V7V', 'V7W'],
      'VAN-4': ['V6V V6W V6X V6Y V7A V7B V7C V7E', 'V4C V4E V4G V4K V4L V4M'],
      'VAN-5': [
        'V1M V2W V2X V2Y V2Z V3A V3R V3S V3T V3V V3W V3X',
        'V3Y V3Z V4A V4B V4N V4P V4R V4W',
      ],
    },
  },
  CGY: {
    name: { en: 'Calgary', fr: 'Calgary' },
    timeZone: 'America/Edmonton',
    currency: 'CAD',
    zones: {
      'CGY-1': ['T1Y T2 T3'],
      'CGY-2': ['T1X T4A T4B'],
    },
  },
  EDM: {
    name: { en: 'Edmonton', fr: 'Edmonton' },
    timeZone: 'America/Edmonton',
    currency: 'CAD',
    zones: {
      'EDM-1': ['T5 T6'],
      'EDM-2': ['T4X T7X T7Y T8A T8B T8C T8E T8G T8H T8N T8T T9E'],
    },
  },
  WPG: {
    name: { en: 'Winnipeg', fr: 'Winnipeg' },
    timeZone: 'America/Winnipeg',
    currency: 'CAD',
    zones: { 'WPG-1': ['R2 R3 R4A'] },
  },
  // Halifax peninsula and mainland; Dartmouth, Bedford and Sackville.
  HFX: {
    name: { en: 'Halifax', fr: 'Halifax' },
    timeZone: 'America/Halifax',
    currency: 'CAD',
    zones: {
      'HFX-1': ['B3'],
      'HFX-2': ['B2R B2V B2W B2X B2Y B2Z B3A B3B', 'B4A B4B B4C B4E B4G'],
    },
  },
  WDS: {
    name: { en: 'Windsor', fr: 'Windsor' },
    timeZone: 'America/Toronto',
    currency: 'CAD',
    zones: {
      'WDS-1': ['N8N N8P N8R N8S N8T N8V N8W N8X N8Y', 'N9A N9B N9C N9E N9G N9H N9J N9K'],
    },
  },
  BUF: {
    name: { en: 'Buffalo', fr: 'Buffalo' },
    timeZone: 'America/New_York',
    currency: 'USD',
    zones: { 'BUF-1': ['142'], 'BUF-2': ['140 141 143'] },
  },
  DET: {
    name: { en: 'Detroit', fr: 'Détroit' },
    timeZone: 'America/Detroit',
    currency: 'USD',
    zones: { 'DET-1': ['482'], 'DET-2': ['480 481 483'] },
  },
  SEA: {
    name: { en: 'Seattle', fr: 'Seattle' },
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    zones: { 'SEA-1': ['981'], 'SEA-2': ['980 984'] },
  },
} as const satisfies Record<string, MetroArea>;

/** The short name of a metro area. */
export type Metro = keyof typeof METRO_AREAS;

/** Metro areas that reach each other overnight (product decision). */
export const CORRIDORS: readonly (readonly Metro[])[] = [
  ['TOR', 'OTT', 'MTL', 'QUE'],
  ['VAN', 'SEA'],
  ['TOR', 'BUF'],
  ['WDS', 'DET'],
];

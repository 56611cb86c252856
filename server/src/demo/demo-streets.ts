import type { Address } from '@portage/contract/address';
import type { Metro } from './demo-metros.ts';

/** A stretch of a real street that lies in one FSA or ZIP code. */
export interface DemoStreet extends Pick<Address, 'city' | 'province' | 'country'> {
  readonly street: string;
  /** FSA in Canada, whole ZIP code in the US. */
  readonly postalPrefix: string;
  readonly numbers: readonly [first: number, last: number];
  /** Area code of telephones there. */
  readonly areaCode: string;
}

type Stretch = readonly [street: string, postalPrefix: string, first: number, last: number];

function streetsOf(
  city: string,
  province: string,
  areaCode: string,
  ...stretches: readonly Stretch[]
): DemoStreet[] {
  return stretches.map(([street, postalPrefix, first, last]) => ({
    city,
    province,
    country: /^\d/.test(postalPrefix) ? 'US' : 'CA',
    street,
    postalPrefix,
    numbers: [first, last],
    areaCode,
  }));
}

/** Streets in each metro area that Portage serves; a city with more of them gets more orders. */
export const DEMO_STREETS: Readonly<Record<Metro, readonly DemoStreet[]>> = {
  TOR: [
    ...streetsOf(
      'Toronto',
      'ON',
      '416',
      ['Queen St W', 'M6J', 900, 1300],
      ['King St W', 'M5V', 400, 800],
      ['Dundas St W', 'M6J', 1200, 1600],
      ['Roncesvalles Ave', 'M6R', 50, 450],
      ['Bloor St W', 'M6G', 600, 900],
      ['Annette St', 'M6P', 200, 600],
      ['Danforth Ave', 'M4K', 100, 700],
      ['Queen St E', 'M4M', 700, 1100],
      ['Queen St E', 'M4E', 2000, 2300],
      ['Gerrard St E', 'M4L', 1350, 1600],
      ['Parliament St', 'M4X', 400, 600],
      ['Front St E', 'M5A', 100, 400],
      ['Spadina Ave', 'M5T', 200, 500],
      ['Mount Pleasant Rd', 'M4S', 500, 700],
      ['St Clair Ave W', 'M6E', 1100, 1300],
      ['Yonge St', 'M2N', 4800, 5600],
      ['Avenue Rd', 'M5M', 1700, 2000],
      ['Lake Shore Blvd W', 'M8V', 2500, 3200],
      ['The Queensway', 'M8Z', 900, 1300],
      ['Kingston Rd', 'M1N', 2300, 2800],
      ['Albion Rd', 'M9V', 1500, 1700],
    ),
    ...streetsOf(
      'Mississauga',
      'ON',
      '905',
      ['Burnhamthorpe Rd W', 'L5B', 200, 400],
      ['Lakeshore Rd E', 'L5G', 100, 500],
      ['Queen St S', 'L5M', 150, 350],
    ),
    ...streetsOf('Brampton', 'ON', '905', ['Main St N', 'L6X', 100, 300]),
    ...streetsOf('Markham', 'ON', '905', ['Main St Unionville', 'L3R', 100, 220]),
    ...streetsOf('Vaughan', 'ON', '905', ['Keele St', 'L6A', 9900, 10_200]),
    ...streetsOf('Richmond Hill', 'ON', '905', ['Yonge St', 'L4C', 10_000, 10_400]),
    ...streetsOf('Oakville', 'ON', '905', ['Lakeshore Rd E', 'L6J', 100, 500]),
    ...streetsOf('Burlington', 'ON', '905', ['Brant St', 'L7R', 400, 700]),
    ...streetsOf('Oshawa', 'ON', '905', ['Simcoe St N', 'L1G', 100, 500]),
    ...streetsOf(
      'Hamilton',
      'ON',
      '905',
      ['Locke St S', 'L8P', 100, 300],
      ['Ottawa St N', 'L8H', 100, 400],
    ),
  ],
  OTT: [
    ...streetsOf(
      'Ottawa',
      'ON',
      '613',
      ['Bank St', 'K1S', 700, 1200],
      ['Somerset St W', 'K1R', 600, 900],
      ['Wellington St W', 'K1Y', 1000, 1400],
      ['Richmond Rd', 'K2A', 300, 500],
      ['Merivale Rd', 'K2G', 1500, 1900],
    ),
    ...streetsOf(
      'Gatineau',
      'QC',
      '819',
      ['boulevard Saint-Joseph', 'J8Y', 100, 300],
      ['rue Principale', 'J9H', 50, 200],
    ),
  ],
  MTL: [
    ...streetsOf(
      'Montréal',
      'QC',
      '514',
      ['avenue du Mont-Royal Est', 'H2J', 900, 1600],
      ['rue Saint-Denis', 'H2J', 4000, 4800],
      ['boulevard Saint-Laurent', 'H2T', 4500, 5500],
      ['avenue du Parc', 'H2V', 5000, 5900],
      ['avenue Bernard Ouest', 'H2V', 1000, 1300],
      ['rue Beaubien Est', 'H2S', 100, 900],
      ['rue Jean-Talon Est', 'H2R', 50, 300],
      ['rue Masson', 'H1Y', 2500, 3500],
      ['rue Ontario Est', 'H1W', 3200, 4200],
      ['rue Saint-Paul Ouest', 'H2Y', 50, 400],
      ['rue Notre-Dame Ouest', 'H3J', 2200, 2700],
      ['rue Wellington', 'H4G', 3800, 5000],
      ['avenue Monkland', 'H4A', 5500, 5900],
    ),
    ...streetsOf('Laval', 'QC', '450', ['boulevard des Laurentides', 'H7G', 50, 300]),
    ...streetsOf('Longueuil', 'QC', '450', ['rue Saint-Charles Ouest', 'J4H', 50, 500]),
    ...streetsOf('Saint-Lambert', 'QC', '450', ['avenue Victoria', 'J4P', 400, 700]),
    ...streetsOf('Repentigny', 'QC', '450', ['rue Notre-Dame', 'J6A', 100, 500]),
  ],
  QUE: [
    ...streetsOf(
      'Québec',
      'QC',
      '418',
      ['rue Saint-Jean', 'G1R', 500, 1000],
      ['rue Saint-Joseph Est', 'G1K', 200, 700],
      ['3e Avenue', 'G1L', 200, 1200],
      ['avenue Maguire', 'G1T', 1300, 1500],
    ),
    ...streetsOf('Lévis', 'QC', '418', ['avenue Bégin', 'G6V', 10, 150]),
  ],
  VAN: [
    ...streetsOf(
      'Vancouver',
      'BC',
      '604',
      ['Main St', 'V5V', 3500, 4400],
      ['Commercial Dr', 'V5L', 1000, 1700],
      ['E Hastings St', 'V5K', 2400, 2800],
      ['W 4th Ave', 'V6K', 1900, 2900],
      ['W 41st Ave', 'V6M', 2100, 2400],
      ['Dunbar St', 'V6S', 4100, 4400],
      ['Denman St', 'V6G', 800, 1200],
      ['Davie St', 'V6E', 1000, 1300],
      ['Mainland St', 'V6B', 1000, 1200],
    ),
    ...streetsOf('Burnaby', 'BC', '604', ['Hastings St', 'V5C', 3900, 4700]),
    ...streetsOf('New Westminster', 'BC', '604', ['Sixth St', 'V3L', 400, 700]),
    ...streetsOf('North Vancouver', 'BC', '604', ['Lonsdale Ave', 'V7M', 100, 1700]),
    ...streetsOf('Richmond', 'BC', '604', ['Moncton St', 'V7E', 3600, 4000]),
    ...streetsOf('Surrey', 'BC', '604', ['King George Blvd', 'V3T', 10_000, 10_700]),
  ],
  CGY: streetsOf(
    'Calgary',
    'AB',
    '403',
    ['17 Ave SW', 'T2T', 900, 1600],
    ['9 Ave SE', 'T2G', 800, 1400],
    ['Kensington Rd NW', 'T2N', 1000, 1300],
    ['Centre St N', 'T2E', 1000, 1800],
  ),
  EDM: [
    ...streetsOf(
      'Edmonton',
      'AB',
      '780',
      ['Whyte Ave NW', 'T6E', 10_100, 10_900],
      ['124 St NW', 'T5N', 10_100, 11_000],
    ),
    ...streetsOf('St. Albert', 'AB', '780', ['Perron St', 'T8N', 10, 60]),
  ],
  WPG: streetsOf(
    'Winnipeg',
    'MB',
    '204',
    ['Corydon Ave', 'R3M', 600, 1100],
    ['Osborne St', 'R3L', 100, 700],
  ),
  HFX: [
    ...streetsOf('Halifax', 'NS', '902', ['Agricola St', 'B3K', 2000, 2900]),
    ...streetsOf('Dartmouth', 'NS', '902', ['Portland St', 'B2Y', 30, 400]),
  ],
  WDS: streetsOf('Windsor', 'ON', '519', ['Ottawa St', 'N8X', 1200, 1700]),
  BUF: streetsOf(
    'Buffalo',
    'NY',
    '716',
    ['Elmwood Ave', '14222', 400, 1000],
    ['Hertel Ave', '14216', 1100, 1600],
  ),
  DET: [
    ...streetsOf('Detroit', 'MI', '313', ['Woodward Ave', '48201', 3400, 4700]),
    ...streetsOf('Ann Arbor', 'MI', '734', ['S Main St', '48104', 200, 900]),
  ],
  SEA: [
    ...streetsOf(
      'Seattle',
      'WA',
      '206',
      ['Ballard Ave NW', '98107', 5100, 5500],
      ['N 45th St', '98103', 1600, 2300],
    ),
    ...streetsOf('Bellevue', 'WA', '425', ['Main St', '98004', 10_000, 10_400]),
  ],
};

/** Streets where Portage does not deliver. */
export const UNSERVED_STREETS: readonly DemoStreet[] = [
  ...streetsOf('Thunder Bay', 'ON', '807', ['Red River Rd', 'P7B', 100, 500]),
  ...streetsOf('Kelowna', 'BC', '250', ['Bernard Ave', 'V1Y', 200, 600]),
  ...streetsOf('Moncton', 'NB', '506', ['Main St', 'E1C', 600, 1000]),
  ...streetsOf('Saskatoon', 'SK', '306', ['Broadway Ave', 'S7N', 600, 900]),
  ...streetsOf('Trois-Rivières', 'QC', '819', ['rue des Forges', 'G9A', 100, 600]),
  ...streetsOf('Whitehorse', 'YT', '867', ['Main St', 'Y1A', 100, 400]),
  ...streetsOf('Burlington', 'VT', '802', ['Church St', '05401', 50, 200]),
];

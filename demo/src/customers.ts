import type { DtoAddress } from '@portage/contract/addresses/address';
import type { Recipient } from '@portage/contract/orders/new-order';
import type { EpochMillis } from '@portage/contract/time';
import { type Metro, streetsOf, demoAddress } from './addresses.ts';
import type { DemoRandom } from './random.ts';

interface Community {
  given: readonly string[];
  family: readonly string[];
}

const ENGLISH: Community = {
  given: [
    ...['Olivia', 'Emma', 'Hannah', 'Claire', 'Megan', 'Rachel', 'Erin', 'Grace', 'Heather'],
    ...['Charlotte', 'Abigail', 'Judith', 'Shannon', 'Tess', 'Beverley', 'Naomi', 'Quinn'],
    ...['Liam', 'Noah', 'Ethan', 'Jack', 'Owen', 'Graham', 'Colin', 'Ryan', 'Scott', 'Avery'],
    ...['Duncan', 'Malcolm', 'Theo', 'Wesley', 'Desmond', 'Patrick', 'Gordon', 'Elliot'],
  ],
  family: [
    ...['MacDonald', 'Campbell', 'Smith', 'Wilson', 'Thompson', 'Murphy', 'O’Brien', 'Fraser'],
    ...['Stewart', 'Reid', 'Clarke', 'Bennett', 'Whitfield', 'Sinclair', 'Hughes', 'Brant'],
    ...['Baptiste', 'Cardinal', 'Doyle', 'Ferguson', 'Greyeyes', 'Hutchison', 'Kerr', 'Lawson'],
    ...['McCormick', 'Nickerson', 'Pettigrew', 'Ross', 'Sutherland', 'Tait', 'Walsh', 'Young'],
  ],
};

const FRENCH: Community = {
  given: [
    ...['Zoé', 'Léa', 'Maude', 'Geneviève', 'Noémie', 'Élodie', 'Chloé', 'Marie-Ève', 'Andrée'],
    ...['Anne-Sophie', 'Béatrice', 'Florence', 'Mylène', 'Pénélope', 'Rosalie', 'Sandrine'],
    ...['Mathieu', 'François', 'Jérôme', 'Étienne', 'Jean-Sébastien', 'Loïc', 'Benoît', 'Cédric'],
    ...['Félix', 'Gaétan', 'Hugo', 'Louis-Philippe', 'Maxime', 'Rémi', 'Thierry', 'Yannick'],
  ],
  family: [
    ...['Tremblay', 'Gagnon', 'Roy', 'Côté', 'Bouchard', 'Gauthier', 'Morin', 'Lavoie', 'Fortin'],
    ...['Gagné', 'Ouellet', 'Bélanger', 'Lévesque', 'Pelletier', 'St-Pierre', 'Desrosiers'],
    ...['Beaulieu', 'Charbonneau', 'Dubé', 'Fréchette', 'Laframboise', 'L’Écuyer', 'Nadeau'],
    ...['Picard', 'Quesnel', 'Robitaille', 'Séguin', 'Thériault', 'Vaillancourt', 'Villeneuve'],
  ],
};

const OTHERS: readonly Community[] = [
  {
    given: ['Harpreet', 'Simran', 'Gurjit', 'Arjun', 'Manpreet', 'Jasleen', 'Navdeep', 'Kiran'],
    family: ['Kaur Sidhu', 'Singh Gill', 'Dhaliwal', 'Grewal', 'Brar', 'Sandhu'],
  },
  {
    given: ['Wei', 'Mei Ling', 'Jun', 'Xiaoyu', 'Ka-Yan', 'Hao', 'Siu-Fong', 'Yuting'],
    family: ['Chen', 'Wong', 'Zhang', 'Leung', 'Li', 'Huang', 'Cheung', 'Xu'],
  },
  {
    given: ['Thị Minh Khai', 'Văn Đức', 'Quỳnh Anh', 'Thanh Hương', 'Ngọc Bảo', 'Hữu Phước'],
    family: ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Đặng', 'Võ'],
  },
  {
    given: ['Fatima', 'Youssef', 'Layla', 'Omar', 'Nour', 'Karim'],
    family: ['El-Sayed', 'Haddad', 'Benali', 'Khoury', 'Rahman', 'Al-Masri'],
  },
  {
    given: ['Priya', 'Rohan', 'Ananya', 'Vikram', 'Deepa'],
    family: ['Sharma', 'Patel', 'Krishnamurthy', 'Iyer', 'Venkataraman'],
  },
  {
    given: ['Giulia', 'Marco', 'Chiara', 'Vincenzo'],
    family: ['Rossi', 'Di Tommaso', 'Bianchi', 'D’Angelo'],
  },
  {
    given: ['Inês', 'João', 'Conceição', 'Tomás'],
    family: ['Ferreira', 'Gonçalves', 'Brandão', 'Araújo'],
  },
  {
    given: ['Zofia', 'Łukasz', 'Małgorzata', 'Paweł'],
    family: ['Wójcik', 'Kowalski', 'Jabłoński', 'Dąbrowski'],
  },
  {
    given: ['Adaeze', 'Kwame', 'Tunde', 'Amara', 'Wanjiru'],
    family: ['Okonkwo', 'Mensah', 'Adeyemi', 'Achebe', 'Kamau'],
  },
];

/** Test forms: other scripts, one word, over 100 characters. */
const UNUSUAL: readonly Recipient[] = [
  { name: 'Олександра Шевченко', email: 'o.shevchenko@example.com' },
  { name: 'Дмитро Коваленко', email: 'dmytro.kovalenko@example.org' },
  { name: 'Мария Ивановна Соколова-Преображенская', email: 'm.sokolova@example.net' },
  { name: 'Тарас Бондаренко', email: 't.bondarenko@example.com' },
  { name: 'Наталія Кравчук-Мельник', email: 'natalia.km@example.net' },
  { name: 'Saba', email: 'saba@example.com' },
  { name: '陳美玲 (Mei-Ling Chan)', email: 'meiling.chan@example.com' },
  {
    name: 'Maria Aparecida de Fátima Conceição dos Santos Albuquerque Vasconcelos de Oliveira e Figueiredo Monteiro',
    email: 'maria.figueiredo@example.com',
  },
  {
    name: 'Comité organisateur du Festival international des arts de la table et de la gastronomie boréale de l’Est du Québec',
    email: 'logistique.festival@example.org',
  },
  {
    name: 'Wolfgang Amadeus Theophilus Featherstonehaugh-Cholmondeley von und zu Hohenberg-Lichtenstein III, c/o Concierge',
    email: 'wolf.featherstonehaugh@example.com',
  },
];

/** The kind comes last in English, first in French. */
const BUSINESSES = {
  en: {
    names: [
      ...['Kestrel', 'Juniper', 'Foxglove', 'Tallgrass', 'Copper Kettle', 'Harbourfront', 'Wren'],
      ...['Northline', 'Sable Creek', 'Greenwood', 'Halyard', 'Little Bear', 'Marigold', 'Redpath'],
      ...['Stonebridge', 'Gooseberry', 'Lakehead', 'Three Rivers', 'Blue Heron', 'Old Mill'],
    ],
    kinds: [
      ...['Studio', 'Café', 'Architecture', 'Boutique Hotel', 'Montessori School', 'Brewing Co.'],
      ...['Florist', 'Dental', 'Publishing', 'Labs', 'Daycare', 'Gallery', 'Physiotherapy', 'LLP'],
    ],
  },
  fr: {
    names: [
      ...['Névé', 'Bois-Franc', 'Sainte-Flore', 'du Plateau', 'du Marché', 'Lumière boréale'],
      ...['des Érables', 'du Vieux-Quai', 'La Grive', 'Mile-End', 'du Faubourg', 'Saint-Zotique'],
    ],
    kinds: [
      ...['Café', 'Bistro', 'Galerie', 'Atelier', 'Studio', 'Clinique dentaire', 'Garderie'],
      ...['Librairie', 'Hôtel', 'Cabinet comptable', 'Fromagerie', 'Espace de travail'],
    ],
  },
} as const;

function businessName(random: DemoRandom, province: string): string {
  const language = province === 'QC' ? 'fr' : 'en';
  const name = random.pick(BUSINESSES[language].names);
  const kind = random.pick(BUSINESSES[language].kinds);
  return language === 'fr' ? `${kind} ${name}` : `${name} ${kind}`;
}

const isFrench = (random: DemoRandom, province: string) =>
  random.chance(province === 'QC' ? 0.72 : 0.06);

function personName(random: DemoRandom, province: string): string {
  if (isFrench(random, province)) return fullName(random, FRENCH);
  return fullName(random, random.chance(0.55) ? ENGLISH : random.pick(OTHERS));
}

const fullName = (random: DemoRandom, { given, family }: Community) =>
  `${random.pick(given)} ${random.pick(family)}`;

function mailName(name: string): string {
  return name
    .replace(/[Łł]/g, 'l')
    .replace(/[Øø]/g, 'o')
    .replace(/[Đđ]/g, 'd')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[’\p{Diacritic}]/gu, '')
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '');
}

const MAIL_HOSTS = ['example.com', 'example.net', 'example.org'];

/** 555-0100 to 555-0199 are reserved for fiction. */
const phoneOf = (random: DemoRandom, areaCode: string) =>
  `+1${areaCode}55501${random.between(10, 99)}`;

function demoRecipient(
  random: DemoRandom,
  place: { province: string; areaCode: string; isBusinessAddress: boolean },
): Recipient {
  const phone = phoneOf(random, place.areaCode);
  if (place.isBusinessAddress) {
    const name = businessName(random, place.province);
    const attention = random.chance(0.3) ? ` (${personName(random, place.province)})` : '';
    return { name: `${name}${attention}`, email: `info@${mailName(name)}.example`, phone };
  }
  if (random.chance(0.012)) return { ...random.pick(UNUSUAL), phone };
  const name = personName(random, place.province);
  const email = `${mailName(name)}@${random.pick(MAIL_HOSTS)}`;
  return { name, phone, ...(random.chance(0.92) && { email }) };
}

export interface DemoCustomer {
  readonly metro: Metro;
  readonly recipient: Recipient;
  readonly address: DtoAddress;
}

export interface Ordering {
  readonly customer: DemoCustomer;
  readonly at: EpochMillis;
  readonly ordinal: number;
}

export interface Clientele {
  readonly metros: readonly (readonly [Metro, number])[];
  readonly businesses: number;
  readonly returning: number;
}

function newCustomer(random: DemoRandom, metro: Metro, isBusinessAddress: boolean): DemoCustomer {
  const street = random.pick(streetsOf(metro));
  return {
    metro,
    recipient: demoRecipient(random, { ...street, isBusinessAddress }),
    address: demoAddress(random, street, isBusinessAddress),
  };
}

/** Returns a new or a returning customer. */
export function customersOf(random: DemoRandom, clientele: Clientele): () => DemoCustomer {
  const known: DemoCustomer[] = [];
  return () => {
    if (known.length > 0 && random.chance(clientele.returning)) return random.pick(known);
    const metro = random.weighted(clientele.metros);
    const customer = newCustomer(random, metro, random.chance(clientele.businesses));
    known.push(customer);
    return customer;
  };
}

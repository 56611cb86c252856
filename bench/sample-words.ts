/** Returns the item for a number. */
export function pick<T>(items: readonly T[], number: number): T {
  const item = items[number % items.length];
  if (item === undefined) throw new RangeError('There is nothing to pick from');
  return item;
}

/** Destinations overnight from Toronto. */
export const CITIES = [
  { street: 'Queen St W', city: 'Toronto', province: 'ON', postalCode: 'M6J 1H1' },
  { street: 'rue Saint-Denis', city: 'Montréal', province: 'QC', postalCode: 'H2J 2K9' },
  { street: 'Bank St', city: 'Ottawa', province: 'ON', postalCode: 'K1S 3T4' },
  { street: 'Lakeshore Rd E', city: 'Mississauga', province: 'ON', postalCode: 'L5G 1E1' },
  { street: 'Danforth Ave', city: 'Toronto', province: 'ON', postalCode: 'M4K 1P4' },
  { street: 'rue Saint-Jean', city: 'Québec', province: 'QC', postalCode: 'G1R 1R5' },
  { street: 'Locke St S', city: 'Hamilton', province: 'ON', postalCode: 'L8P 4B2' },
] as const;

/** Splits a text into words. */
const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** First names with accents and lengths as in reality. */
export const FIRST_NAMES = wordsOf(`
  Zoé Alexander Ngọc Marie-Ève Priya Liam Françoise Jean-François Siobhán Wei Oluwaseun
  Émilie Noah Olivia Mateo Amélie Gabriel Chloé Thomas Léa Samuel Jade Nathan Alice Benoît
  Camille Étienne Sophie Luc Isabelle Marc Nathalie Pierre Julie Mohammed Fatima Arjun
  Ananya Hiroshi Yuki Minh Linh Carlos Lucía Diego Valentina Giovanni Francesca Andrzej
  Katarzyna Dmitri Olena Ahmed Layla Omar Yasmin Kofi Ama Chidi Adaeze Ravi Meera Harpreet
  Simran Jasmine Tyler Brianna Ethan Grace Henry Charlotte William Amelia James Evelyn
  Oliver Harper Lucas Mia Jacob Abigail Félix Rosalie Raphaël Florence Antoine Juliette
  Xavier Béatrice Maxime Mégane Guillaume Geneviève Philippe Caroline Hugo Anaïs Kevin
  Laurence`);

export const LAST_NAMES = wordsOf(`
  Tremblay Montgomery Nguyễn Beauchemin Raghunathan O’Sullivan Lefebvre D’Amours
  MacGillivray Zhang Adeyemi Gagnon Roy Côté Bouchard Gauthier Morin Lavoie Fortin Gagné
  Ouellet Pelletier Bélanger Lévesque Bergeron Leblanc Paquette Girard Simard Boucher
  Caron Beaulieu Cloutier Dubé Poirier Fournier Lapointe Leclerc Nadeau Hébert Turcotte
  Smith Brown Wilson MacDonald Campbell Anderson Taylor Thompson Martin Johnson Singh
  Patel Sharma Kaur Gill Dhaliwal Li Wang Chen Liu Huang Wong Chan Lam Leung Kim Park Lee
  Choi Tanaka Suzuki Tran Pham Garcia Rodríguez Martínez Hernández Lopez Rossi Esposito
  Romano Ferrari Schmidt Müller Weber Ivanov Petrov Shevchenko Bondarenko Hassan Ali Khan
  Ahmed Okafor Mensah Fraser Murray Stewart Ross Grant Featherstonehaugh Desrochers
  Charbonneau Vaillancourt Archambault`);

/** Items with their prices in dollars. */
export const PRODUCTS = [
  ['Walnut serving board with handle, large', 89.5],
  ['Stoneware dinner plate, set of four', 124],
  ['Linen duvet cover, queen, oatmeal', 219],
  ['Cast-iron skillet, 26 cm', 74.95],
  ['Hand-thrown espresso cups, pair', 48],
  ['Wool throw in grey herringbone', 139],
  ['Beeswax pillar candles, six', 36.5],
  ['Oak bedside lamp with cotton shade', 164],
  ['Couverture en laine, motif chevrons', 139],
  ['Enamel bread bin, cream', 58],
  ['Cotton tea towels, set of three', 29],
] as const;

/** Notes to the driver. */
export const NOTES = [
  'Buzz 804, leave with the concierge if nobody answers. Please do not bend.',
  'Sonnez deux fois; la porte de côté est ouverte jusqu’à 18 h.',
  'Side entrance off the lane. Dog is friendly but loud.',
] as const;

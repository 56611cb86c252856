/** Where the seeded orders go; all of it is reached overnight from Toronto. */
export const CITIES = [
  { street: 'Queen St W', city: 'Toronto', province: 'ON', postalCode: 'M6J 1H1' },
  { street: 'rue Saint-Denis', city: 'Montréal', province: 'QC', postalCode: 'H2J 2K9' },
  { street: 'Bank St', city: 'Ottawa', province: 'ON', postalCode: 'K1S 3T4' },
  { street: 'Lakeshore Rd E', city: 'Mississauga', province: 'ON', postalCode: 'L5G 1E1' },
  { street: 'Danforth Ave', city: 'Toronto', province: 'ON', postalCode: 'M4K 1P4' },
  { street: 'rue Saint-Jean', city: 'Québec', province: 'QC', postalCode: 'G1R 1R5' },
  { street: 'Locke St S', city: 'Hamilton', province: 'ON', postalCode: 'L8P 4B2' },
] as const;

/** Names of recipients, with the accents and lengths that real ones have. */
export const NAMES = [
  'Zoé Tremblay',
  'Alexander Montgomery-Featherstonehaugh',
  'Ngọc Anh Nguyễn',
  'Marie-Ève Beauchemin-Desrochers',
  'Priya Raghunathan',
  'Liam O’Sullivan',
  'Françoise Lefebvre',
  'Jean-François D’Amours',
  'Siobhán MacGillivray',
  'Wei Zhang',
  'Oluwaseun Adeyemi',
] as const;

/** Things that are shipped, with their prices in dollars. */
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

/** Tags that merchants put on orders. */
export const TAGS = ['gift', 'fragile', 'VIP', 'wholesale', 'pre-order'] as const;

/** What merchants ask of the driver. */
export const NOTES = [
  'Buzz 804, leave with the concierge if nobody answers. Please do not bend.',
  'Sonnez deux fois; la porte de côté est ouverte jusqu’à 18 h.',
  'Side entrance off the lane. Dog is friendly but loud.',
] as const;

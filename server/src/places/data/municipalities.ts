/**
 * Municipalities that `zipcodes` names by neighbourhood or without accents; the longest prefix
 * wins.
 */
export const MUNICIPALITIES: Readonly<Record<string, string>> = {
  // The east
  'Grand Falls-Windsor': 'A2A A2B',
  Halifax: 'B3H B3J B3K B3L B3M B3N B3P B3R B3S',
  Dartmouth: 'B2V B2W B2X B2Y B2Z B3A B3B',
  Dieppe: 'E1A',
  'Saint John': 'E2H E2J E2K E2L E2M E2N E2P E2R E2S',
  // Ontario
  Toronto: 'M',
  Vaughan: 'L4H L4J L4K L4L L6A',
  Ottawa: 'K1 K2 K4A K4B K4C K4M K4P',
  'St. Catharines': 'L2M L2N L2P L2R L2S L2T L2V L2W',
  Hamilton: 'L8',
  LaSalle: 'N9H N9J',
  'Iroquois Falls': 'P0K',
  Windsor: 'N8P N8R N8S N8T N8W N8X N8Y N9A N9B N9C N9E N9G',
  Tecumseh: 'N8N N8V N9K',
  // The island of Montréal: the city, and the towns within it that kept their own name.
  Montréal: 'H1 H2 H3 H4 H5 H8 H9',
  'Montréal-Est': 'H1B',
  'Mont-Royal': 'H3P H3R H4P',
  Hampstead: 'H3X',
  Westmount: 'H3Y H3Z',
  'Côte-Saint-Luc': 'H4V H4W',
  'Montréal-Ouest': 'H4X',
  Dorval: 'H4Y H9P H9S',
  'Dollard-des-Ormeaux': 'H9A H9B H9G',
  Kirkland: 'H9J',
  'Pointe-Claire': 'H9R',
  Beaconsfield: 'H9W',
  'Sainte-Anne-de-Bellevue': 'H9X',
  // Around Montréal
  Laval: 'H7',
  Longueuil: 'J3Y J3Z J4G J4H J4J J4K J4L J4M J4N J4T J4V',
  'Saint-Lambert': 'J4P J4R J4S',
  Brossard: 'J4W J4X J4Y J4Z',
  'Saint-Bruno-de-Montarville': 'J3V',
  Belœil: 'J3G',
  'Mont-Saint-Hilaire': 'J3H',
  'Sorel-Tracy': 'J3P J3R',
  'Sainte-Sophie': 'J5J',
  Lorraine: 'J6Z',
  Rosemère: 'J7A',
  Blainville: 'J7B J7C',
  'Sainte-Thérèse': 'J7E',
  Boisbriand: 'J7G J7H',
  'Vaudreuil-Dorion': 'J7T J7V',
  'Salaberry-de-Valleyfield': 'J6S J6T J7X',
  Terrebonne: 'J6V J6W J6X J6Y J7M',
  // Québec City and Lévis
  Québec: 'G1 G2 G3E G3G G3J G3K',
  "L'Ancienne-Lorette": 'G2E G2G',
  'Saint-Augustin-de-Desmaures': 'G3A',
  Lévis: 'G6C G6J G6K G6V G6W G6X G6Z G7A',
  // Elsewhere in Québec
  'Trois-Rivières': 'G8T G8V G8W G8Y G8Z G9A G9B G9C',
  Bécancour: 'G9H',
  'Lac-Mégantic': 'G6B',
  // Gatineau
  Gatineau: 'J8L J8M J8P J8R J8T J8V J8X J8Y J8Z J9A J9H J9J',
  // The west
  Vancouver: 'V5K V5L V5M V5N V5P V5R V5S V5T V5V V5W V5X V5Y V5Z V6A V6B V6C V6E V6G V6H V7X V7Y',
  Langley: 'V1M V2Y V2Z V3A V4W',
  'Fort McMurray': 'T9H T9J T9K',
  Winnipeg: 'R2C R2G R2H R2J R2K R2L R2M R2N R2P R2R R2V R2W R2X R2Y R3',
};

/** Words of `zipcodes` whose accented letters it has lost (each reads U+FFFD), as they are written. */
const LOST_LETTERS: readonly (readonly [RegExp, string])[] = (
  [
    ['A?ores', 'Açores'],
    ['B?lair', 'Bélair'],
    ['Ch?n?ville', 'Chénéville'],
    ['Ch?teauguay', 'Châteauguay'],
    ['Chaudi?re', 'Chaudière'],
    ['C?te', 'Côte'],
    ['Doroth?e', 'Dorothée'],
    ['F?licien', 'Félicien'],
    ['Fran?ois', 'François'],
    ['Gasp?', 'Gaspé'],
    ['Genevi?ve', 'Geneviève'],
    ['Gr?ce', 'Grâce'],
    ['H?bert', 'Hébert'],
    ['H?l?ne', 'Hélène'],
    ['J?r?me', 'Jérôme'],
    ['Jonqui?re', 'Jonquière'],
    ['Lam?que', 'Lamèque'],
    ['Lanaudi?re', 'Lanaudière'],
    ['Laterri?re', 'Laterrière'],
    ['L?onard', 'Léonard'],
    ['L?vis', 'Lévis'],
    ['M?re', 'Mère'],
    ['M?tabetchouan', 'Métabetchouan'],
    ['Mont?r?gie', 'Montérégie'],
    ['Pel?', 'Pelé'],
    ['Pocati?re', 'Pocatière'],
    ['Pr?vost', 'Prévost'],
    ['Qu?bec', 'Québec'],
    ['R?gion', 'Région'],
    ['Rivi?re', 'Rivière'],
    ['T?miscamingue', 'Témiscamingue'],
    ['Th?r?se', 'Thérèse'],
    ['Trinit?', 'Trinité'],
    ['Val?re', 'Valère'],
    ['Vall?e', 'Vallée'],
    ['Ad?le', 'Adèle'],
    ['?le', 'Île'],
    ['?mard', 'Émard'],
    ['?mile', 'Émile'],
    ['?piphanie', 'Épiphanie'],
  ] as const
).map(([lost, written]) => [
  new RegExp(`(?<![a-z])${lost.replaceAll('?', '\uFFFD')}`, 'gi'),
  written,
]);

const PROVINCIAL_GOVERNMENT =
  / (?:British Columbia|Manitoba|New Brunswick|Newfoundland & Labrador|Nova Scotia|Ontario|Prince Edward Island|Saskatchewan)? ?Provincial Government.*$/;

/** Words by which one town is told apart into several FSAs; none of them ends a town's name. */
const PART_OF_TOWN =
  / (?:(?:North|South|East|West)(?:east|west|ern)?|Central|Inner|Outer|Upper|Lower|Outskirts|And|Extremities|Subdivisions|Township|Region|Northern)$/;

const FRENCH_PARTICLES = new Set('a au aux de des du en la le les sur'.split(' '));

/**
 * The name of a town from what `zipcodes` calls an FSA: "Saint-jean- Sur-richelieu North" is
 * Saint-Jean-sur-Richelieu, "Mississauga (malton)" is Mississauga. A rural FSA (its digit is 0) is
 * named after a region with its main town in brackets; that town is taken.
 */
export function cityNameOf(fsa: string, packageName: string): string {
  const joined = packageName.replaceAll('- ', '-');
  const bracketed = /\((.+)\)/.exec(joined)?.[1];
  const isRural = fsa.charAt(1) === '0';
  const town = isRural && bracketed ? bracketed : joined.replace(/ ?\(.*$/, '');
  return capitalize(restoreLetters(withoutPartOfTown(town.replace(PROVINCIAL_GOVERNMENT, ''))));
}

function withoutPartOfTown(name: string): string {
  const shorter = name.replace(PART_OF_TOWN, '');
  return shorter === name ? name : withoutPartOfTown(shorter);
}

function restoreLetters(name: string): string {
  return LOST_LETTERS.reduce((text, [lost, written]) => text.replace(lost, written), name);
}

/** Capitals at the head of each word; French particles inside a hyphenated name stay small. */
function capitalize(name: string): string {
  return name.replace(
    /(^|[ -])((?:[ld]')?)(\p{L}+)/giu,
    (_, before: string, elided: string, word: string) =>
      before === '-'
        ? `-${elided.toLowerCase()}${unlessParticle(word)}`
        : `${before}${elided.toUpperCase()}${capital(word)}`,
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function unlessParticle(word: string): string {
  return FRENCH_PARTICLES.has(word.toLowerCase()) ? word.toLowerCase() : capital(word);
}

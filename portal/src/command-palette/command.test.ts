import { expect, test } from 'vitest';
import { matchingCommands } from './use-palette-groups.tsx';

const commands = [
  { label: 'Créer une commande' },
  { label: 'Lieux d’expédition' },
  { label: 'Commandes' },
];
const found = (typed: string) => matchingCommands(commands, typed).map(({ label }) => label);

test.each([
  ['commande', ['Créer une commande', 'Commandes']],
  ['CREER', ['Créer une commande']],
  ['commande cré', ['Créer une commande']],
  [" d'exp ", ['Lieux d’expédition']],
  ['commande lieux', []],
])('%s finds %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels);
});

test('every command is listed until something is typed', () => {
  expect(found('  ')).toHaveLength(commands.length);
});

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { openLog } from '../log.ts';
import { openTariffs } from '../tariffs/open-tariffs.ts';
import { SHIPPED_TARIFF } from '../tariffs/shipped-tariff.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';
import { useDirectory } from '../testing/use-directory.ts';

const { db, portage } = useCommandLine();
let directory: string;

beforeEach(async () => {
  directory = await useDirectory();
  cpSync(SHIPPED_TARIFF.directory, directory, { recursive: true });
});

function edit(file: string, change: (text: string) => string): void {
  const at = path.join(directory, file);
  writeFileSync(at, change(readFileSync(at, 'utf8')));
}

test('the tariff that comes with Portage is complete', async () => {
  expect(await portage('tariffs', 'check', directory)).toEqual({
    code: 0,
    output: 'The tariff is complete: 13 areas, 35 zones, 302 prefixes, 11 prices.\n',
    errors: '',
  });
});

test('gaps, overlaps and unknown prefixes are named by line', async () => {
  edit('surcharges.csv', () =>
    [
      'measure,above,up_to,unit,price',
      'weight,0,25,1,0.00',
      'weight,30,500,1,0.35',
      'size,0,1000,139,0',
      'size,900,,139,0.35',
    ].join('\n'),
  );
  edit('prefixes.csv', (text) => `${text}M5,TOR-2\nD1A,TOR-1\nL9L,TOR-9\nm5v,TOR-1\n`);
  edit('prices.csv', (text) => text.replace('15.50', '-3'));
  edit('services.csv', (text) => text.replace(/^FLEX.*\n/m, ''));
  edit('cutoffs.csv', (text) => `${text}SAMEDAY,PAR,13:00,notOffered\n`);
  edit('areas.csv', (text) => text.replace('America/Vancouver', 'America/Vancover'));
  rmSync(path.join(directory, 'corridors.csv'));
  const { code, output, errors } = await portage('tariffs', 'check', directory);
  expect(code).not.toBe(0);
  const lines = output.split('\n');
  for (const line of [
    'surcharges.csv:3: weight has a gap from 25 to 30',
    'surcharges.csv:5: size above 900 overlaps the line before',
    'prefixes.csv:304: M5 is on line 3, too',
    'prefixes.csv:305: no postal code is known that begins with D1A',
    'prefixes.csv:306: there is no zone TOR-9',
    'prefixes.csv:307: prefix: must be 2 or 3 letters or digits',
    'prices.csv:2: price: must be a price such as 12.50',
    'services.csv:1: FLEX is missing',
    'cutoffs.csv:4: there is no area PAR',
    'areas.csv:6: time_zone: must be the name of a time zone',
    'corridors.csv:1: the file is missing',
  ]) {
    expect(lines).toContain(line);
  }
  expect(errors).toMatch(/The tariff has \d+ problems\./);
});

test('a version is loaded for a date, shown, and used from then on', async () => {
  const log = openLog('silent');
  const tariffs = await openTariffs({ db: db(), clock: systemClock, log });
  const from = Date.parse('2100-01-01T00:00:00Z');
  edit('prices.csv', (text) => text.replace('15.50', '16.25'));
  edit('zones.csv', (text) => text.replace('TOR-7,TOR,0.00', 'TOR-7,TOR,1.50'));
  const load = (version: string, date: string) =>
    portage('tariffs', 'load', directory, '--version', version, '--from', date);

  expect((await load('2100', '2020-01-01')).errors).toMatch(/in the past/);
  expect(await load('2100', '2100-01-01')).toEqual({
    code: 0,
    output:
      'Tariff 2100 takes effect at 2100-01-01 00:00:00: 13 areas, 35 zones, 302 prefixes, 11 prices.\n',
    errors: '',
  });
  expect((await portage('audit', '--action', 'tariff.loaded')).output).toMatch(/operator +2100 /);
  expect((await load('2100', '2101-01-01')).errors).toMatch(/version of this name/);
  expect((await load('2101', '2100-01-01')).errors).toMatch(/Another version takes effect/);

  await tariffs.refresh();
  expect(tariffs.at(from - 1).basePrice('SAMEDAY', 'metro')).toBe(1550);
  expect(tariffs.at(from).basePrice('SAMEDAY', 'metro')).toBe(1625);
  expect(tariffs.at(from).areaByPrefix.get('L8')?.surcharge).toBe(150);
  tariffs.stop();

  const rows = cellsOf((await portage('tariffs', 'show')).output);
  expect(rows.map((cells) => [cells[0], cells[2]])).toEqual([
    ['VERSION', 'STATE'],
    ['2026-01', 'in effect'],
    ['2100', 'to come'],
  ]);
  const shown = cellsOf((await portage('tariffs', 'show', '2100')).output);
  expect(shown).toContainEqual(['price', 'SAMEDAY', 'metro', '16.25']);
  expect((await portage('tariffs', 'show', '1999')).errors).toMatch(/There is no tariff 1999/);
});

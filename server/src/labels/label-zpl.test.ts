import { PrinterResolution } from '@portage/contract/labels';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderZpl } from '../drawing/render-zpl.ts';
import { anyLabelContent } from './label-arbitrary.ts';
import { layOutLabel } from './label-layout.ts';
import { labelOf } from './label-variants.ts';

/** Our own commands with parameters that are numbers or single letters: no text of a user's. */
const COMMAND =
  /^(XA|XZ|CI28|FS|FR|PW\d+|LL\d+|LH0,0|F[OT]\d+,\d+|A0N,\d+,\d+|FB\d+,1,0,[CR]|GB\d+,\d+,\d+|BY\d|BY1,3,10|BCN,\d+,N,N,N,A|BQN,2,\d|GFA,\d+,\d+,\d+,[0-9A-Zg-z,:!]+|FH_)$/;
const FIELD_DATA = /^FD(MA,)?([\x20-\x7e])*$/;

const anyZpl = fc
  .record({ content: anyLabelContent, dpi: fc.constantFrom(...PrinterResolution.values) })
  .map(({ content, dpi }) => ({ zpl: renderZpl([layOutLabel(content)], dpi), dpi }));

const commandsOf = (zpl: string) => zpl.split(/\n?\^/).slice(1);

function expectOurCommandsOnly(zpl: string): void {
  expect(zpl).toMatch(/^[\n\x20-\x7e]*$/);
  expect(zpl).not.toContain('~');
  const commands = commandsOf(zpl);
  const foreign = commands.filter((one) => !COMMAND.test(one) && !FIELD_DATA.test(one));
  expect(foreign).toEqual([]);
  expect(commands.filter((one) => one === 'XA' || one === 'XZ')).toEqual(['XA', 'XZ']);
}

describe('ZPL', () => {
  it('holds no command but ours, whatever users wrote', () => {
    fc.assert(fc.property(anyZpl, ({ zpl }) => expectOurCommandsOnly(zpl)));
  });

  it.each([...PrinterResolution.values])(
    'prints commands that users wrote as text at %d dpi',
    (dpi) => {
      const zpl = renderZpl([layOutLabel(labelOf('hostile'))], dpi);
      expectOurCommandsOnly(zpl);
      expect(zpl).toContain('^FD_5EXA_5EFO50,50_5EA0N,90_5EFDstolen_5EFS_5EXZ^FS');
      expect(zpl).toContain('^FD_7EJA _7EDGR:X.GRF _5F5E /& C:/tmp');
    },
  );

  it('begins every field with its escape sign and ends it', () => {
    fc.assert(
      fc.property(anyZpl, ({ zpl }) => {
        const commands = commandsOf(zpl);
        commands.forEach((command, index) => {
          if (!command.startsWith('FD')) return;
          expect([commands[index - 1], commands[index + 1]]).toEqual(['FH_', 'FS']);
          expect(command.replace(/_[0-9A-F]{2}/g, '')).not.toMatch(/[_\\~^]/);
        });
      }),
      { numRuns: 50 },
    );
  });

  it('places everything on the label, whatever the resolution', () => {
    fc.assert(
      fc.property(anyZpl, ({ zpl, dpi }) => {
        expect(zpl).toContain(`^PW${4 * dpi}^LL${6 * dpi}`);
        for (const [, x, y, width, height] of zpl.matchAll(/\^FO(\d+),(\d+)\^GB(\d+),(\d+)/g)) {
          expect(Number(x) + Number(width)).toBeLessThanOrEqual(4 * dpi);
          expect(Number(y) + Number(height)).toBeLessThanOrEqual(6 * dpi);
        }
        for (const [, x, y, , bytes, row] of zpl.matchAll(
          /\^FO(\d+),(\d+)(\^FR)?\^GFA,\d+,(\d+),(\d+)/g,
        )) {
          // The last byte of a row may hold up to 7 dots of nothing.
          expect(Number(x) + 8 * Number(row) - 7).toBeLessThanOrEqual(4 * dpi);
          expect(Number(y) + Number(bytes) / Number(row)).toBeLessThanOrEqual(6 * dpi);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is one format a label', () => {
    fc.assert(
      fc.property(fc.array(anyLabelContent, { maxLength: 3 }), (contents) => {
        const zpl = renderZpl(contents.map(layOutLabel));
        expect(zpl.match(/\^XA/g) ?? []).toHaveLength(contents.length);
      }),
      { numRuns: 10 },
    );
  });
});

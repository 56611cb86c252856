import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLabelContent } from './label-arbitrary.ts';
import { layOutLabel } from './label-layout.ts';
import { renderZpl } from '../drawing/render-zpl.ts';

/** Our own commands with parameters that are numbers or single letters: no text of a user's. */
const COMMAND =
  /^(XA|XZ|CI28|FS|FR|PW\d+|LL\d+|LH0,0|F[OT]\d+,\d+|A0N,\d+,\d+|FB\d+,1,0,[CR]|GB\d+,\d+,\d+|BY\d|BCN,\d+,N,N,N,A|BQN,2,\d|GFA,\d+,\d+,\d+,[0-9A-F]+|FH_)$/;
const FIELD_DATA = /^FD(MA,)?([\x20-\x7e])*$/;

describe('ZPL', () => {
  it('holds no command but ours, whatever users wrote', () => {
    fc.assert(
      fc.property(anyLabelContent, (content) => {
        const zpl = renderZpl([layOutLabel(content)]);
        expect(zpl).toMatch(/^[\n\x20-\x7e]*$/);
        expect(zpl).not.toContain('~');
        const commands = zpl.split(/\n?\^/).slice(1);
        const foreign = commands.filter((one) => !COMMAND.test(one) && !FIELD_DATA.test(one));
        expect(foreign).toEqual([]);
        expect(commands.filter((one) => one === 'XA' || one === 'XZ')).toEqual(['XA', 'XZ']);
      }),
    );
  });

  it('begins every field with its escape sign and ends it', () => {
    fc.assert(
      fc.property(anyLabelContent, (content) => {
        const commands = renderZpl([layOutLabel(content)]).split(/\n?\^/);
        commands.forEach((command, index) => {
          if (!command.startsWith('FD')) return;
          expect([commands[index - 1], commands[index + 1]]).toEqual(['FH_', 'FS']);
          expect(command.replace(/_[0-9A-F]{2}/g, '')).not.toMatch(/[_\\~^]/);
        });
      }),
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

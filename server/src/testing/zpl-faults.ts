/** Our commands, with numbers or single letters as parameters. */
const COMMAND =
  /^(XA|XZ|CI28|FS|FR|PW\d+|LL\d+|LH0,0|F[OT]\d+,\d+|A0N,\d+,\d+|FB\d+,1,0,[CR]|GB\d+,\d+,\d+|BY\d+(,3,\d+)?|BCN,\d+,N,N,N,A|BQN,2,\d+|GFA,\d+,\d+,\d+,[0-9A-Zg-z,:]+|FH_)$/;
const FIELD_DATA = /^FD(?:MA,)?([\x20-\x7e]*)$/;

/** Field data must follow `^FH_`, be escaped and end. */
function fieldFault(commands: readonly string[], index: number): string[] {
  const command = commands[index] ?? '';
  const [, data] = FIELD_DATA.exec(command) ?? [];
  if (data === undefined) return [`not ours: ^${command}`];
  const isPlain = !/[_\\~^]/.test(data.replace(/_[0-9A-F]{2}/g, ''));
  const isEnclosed = commands[index - 1] === 'FH_' && commands[index + 1] === 'FS';
  return isPlain && isEnclosed ? [] : [`not safe: ^${command}`];
}

/** Lists foreign commands, and texts that a printer could read as commands. */
export function zplFaults(zpl: string): string[] {
  const foreign = [...zpl.matchAll(/[^\n\x20-\x7e]|~/g)].map(([sign]) => `a sign: ${sign}`);
  const commands = zpl.split(/\n?\^/).slice(1);
  const faults = commands.flatMap((command, index) =>
    COMMAND.test(command) ? [] : fieldFault(commands, index),
  );
  return [...foreign, ...faults];
}

/** Counts formats (`^XA` … `^XZ`); each is a page. */
export function zplFormats(zpl: string): number {
  return zpl.split(/\n?\^/).filter((command) => command === 'XA').length;
}

/** `JSON.parse` takes half a second for a megabyte of brackets. */
const DEEPEST = 100;

export function isNestedTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfString(json, at + 1);
        break;
      case '[':
      case '{':
        depth += 1;
        if (depth > DEEPEST) return true;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      default:
    }
  }
  return false;
}

function endOfString(json: string, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

/** `JSON.parse` takes half a second for a megabyte of brackets. */
const DEEPEST = 100;

export function faultOfJson(
  json: string,
  mostValues = Infinity,
): 'malformed_json' | 'too_many_values' | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfString(json, at + 1);
        break;
      case '[':
      case '{':
        values += 1;
        depth += 1;
        if (depth > DEEPEST) return 'malformed_json';
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      case ',':
        values += 1;
        break;
      default:
    }
  }
  return values > mostValues ? 'too_many_values' : undefined;
}

function endOfString(json: string, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

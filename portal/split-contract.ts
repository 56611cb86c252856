import { type ESTree, parseSync, type Plugin, Visitor } from 'vite';

/** Separates schemas, so that the first screens load no zod (25 kB). */
export function splitContract(): Plugin {
  const parts = new Map<string, string>();
  return {
    name: 'split-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/(?:[\w-]+\/)?[\w-]+\.ts$/ },
      handler(code, id) {
        const { schemas, rest, both } = split(withoutDescriptions(code), id);
        parts.set(`${id}?schemas`, schemas).set(`${id}?rest`, rest);
        return { code: both, map: null, moduleSideEffects: false };
      },
    },
    resolveId: { filter: { id: /\?(schemas|rest)$/ }, handler: (id) => id },
    load: {
      filter: { id: /\?(schemas|rest)$/ },
      handler(id) {
        const code = parts.get(id);
        return code === undefined ? null : { code, moduleType: 'js', moduleSideEffects: false };
      },
    },
  };
}

/** Leaves of each endpoint what a call needs, without the function that checks and completes it. */
function withoutDescriptions(code: string): string {
  const textOf = ({ start, end }: ESTree.Span) => code.slice(start, end);
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [call, described], start, end }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return;
      if (!call || described?.type !== 'ObjectExpression') {
        throw new Error('An endpoint is no literal');
      }
      const partsOf = (object: ESTree.ObjectExpression) =>
        object.properties.filter((property) => property.type === 'Property');
      const parts = partsOf(described);
      const answer = parts.find(({ key }) => textOf(key) === 'response')?.value;
      const kinds = answer?.type === 'ObjectExpression' ? partsOf(answer) : [];
      // The presence of a report or events matters, their schemas do not.
      const kept = kinds.map((kind) => {
        const key = textOf(kind.key);
        return key === 'report' || key === 'events' ? `${key}: {}` : textOf(kind);
      });
      // A literal, or a template with a part of the path.
      const named = /^(["'`])(\w+) (.*)$/.exec(textOf(call));
      if (!named) throw new Error(`An endpoint is no literal: ${textOf(call)}`);
      const [, quote, method, path] = named;
      const mayCall = parts.filter(({ key }) => textOf(key) === 'mayCall').map(textOf);
      const needed = [`method: '${method}'`, `path: ${quote}${path}`, ...mayCall];
      const text = `({ ${needed.join(', ')}, response: { ${kept.join(', ')} } })`;
      edits.push({ start, end, text });
    },
  }).visit(parse(code));
  return edits.reduceRight(
    (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
    code,
  );
}

/** A constant, function or import of a module. */
interface Part {
  readonly names: readonly string[];
  readonly code: string;
  readonly uses: ReadonlySet<string>;
  readonly kind: 'import' | 'own' | 'exported';
}

/** Divides a module into schemas with their users, and the rest. */
function split(code: string, id: string) {
  const parts = parse(code).body.flatMap((one) => partsOf(one, code));
  const schemas: Part[] = [];
  const rest: Part[] = [];
  const schemaNames = new Set<string>();
  for (const part of parts) {
    // Schemas are named like types; their users need zod.
    const isSchema =
      part.names.some(isSchemaName) || [...part.uses].some((name) => schemaNames.has(name));
    if (isSchema) for (const name of part.names) schemaNames.add(name);
    if (part.kind === 'import' || isSchema) schemas.push(part);
    if (part.kind === 'import' || !isSchema) rest.push(part);
  }
  const ownOfRest = rest.filter(({ kind }) => kind !== 'import').flatMap(({ names }) => names);
  const ofRest: Part = {
    names: ownOfRest,
    code: `import { ${ownOfRest.join(', ')} } from ${JSON.stringify(`${id}?rest`)};`,
    uses: new Set(),
    kind: 'import',
  };
  const exported = (some: readonly Part[]) =>
    some
      .filter(({ kind }) => kind === 'exported')
      .flatMap(({ names }) => names)
      .join(', ');
  return {
    schemas: moduleOf([ofRest, ...schemas]),
    rest: moduleOf(rest),
    both: [
      `export { ${exported(schemas)} } from ${JSON.stringify(`${id}?schemas`)};`,
      `export { ${exported(rest)} } from ${JSON.stringify(`${id}?rest`)};`,
    ].join('\n'),
  };
}

/** Tells schemas, and what makes them, by name. */
const isSchemaName = (name: string) =>
  /^([A-Z].*[a-z].*|z|text|longText|requiredText|listOf|namedObject)$/.test(name);

/** Prints parts with the imports that they use. */
function moduleOf(parts: readonly Part[]): string {
  const own = parts.filter(({ kind }) => kind !== 'import');
  const isUsed = (name: string) => own.some(({ uses }) => uses.has(name));
  const imports = parts.filter(({ kind, names }) => kind === 'import' && names.some(isUsed));
  const names = own.flatMap((part) => part.names);
  return [...imports, ...own]
    .map((part) => part.code)
    .concat(`export { ${names.join(', ')} };`)
    .join('\n');
}

function partsOf(statement: ESTree.Directive | ESTree.Statement, code: string): Part[] {
  const textOf = ({ start, end }: ESTree.Span) => code.slice(start, end);
  if (statement.type === 'ImportDeclaration') {
    const from = textOf(statement.source);
    return statement.specifiers.map((specifier) => ({
      names: [specifier.local.name],
      code: `import { ${textOf(specifier)} } from ${from};`,
      uses: new Set(),
      kind: 'import',
    }));
  }
  const isExported = statement.type === 'ExportNamedDeclaration';
  const declared = isExported ? statement.declaration : statement;
  // A module of types is empty by now.
  if (isExported && !declared && statement.specifiers.length === 0) return [];
  if (declared?.type !== 'VariableDeclaration' && declared?.type !== 'FunctionDeclaration') {
    throw new Error(`A module of the contract has a ${statement.type}: ${textOf(statement)}`);
  }
  const own = textOf(declared);
  const uses = new Set<string>();
  new Visitor({ Identifier: ({ name }) => void uses.add(name) }).visit(parse(own));
  return [{ names: namesOf(declared), code: own, uses, kind: isExported ? 'exported' : 'own' }];
}

function namesOf(declared: ESTree.VariableDeclaration | ESTree.Function): string[] {
  if (declared.type !== 'VariableDeclaration') return declared.id ? [declared.id.name] : [];
  return declared.declarations.flatMap(({ id }) => {
    if (id.type === 'Identifier') return [id.name];
    if (id.type !== 'ObjectPattern') throw new Error(`A constant of the contract is a ${id.type}`);
    return id.properties.flatMap(({ value }) => (value?.type === 'Identifier' ? [value.name] : []));
  });
}

const parse = (code: string) => parseSync('contract.js', code).program;

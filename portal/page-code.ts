import { readFileSync } from 'node:fs';
import { minifySync, type Plugin, type Rolldown } from 'vite';

/** Pages that are opened by a link, a bookmark or a reload, by their paths in `routes.tsx`. */
const LANDED_ON = [
  '/',
  '/dashboard',
  '/orders',
  '/orders/$id',
  '/new',
  '/merchantInfo',
  '/addressBook',
];

const READER = '<script id="before-start"></script>';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Inlines `before-start.js` with each page's files, to load in parallel. */
export function pageCode(): Plugin {
  return {
    name: 'page-code',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const list = bundle ? JSON.stringify(filesOfPages(bundle)) : '{}';
        const { code, errors } = minifySync('before-start.js', read('before-start.js'));
        if (errors.length > 0) throw new Error('before-start.js is no script');
        if (!html.includes(READER)) throw new Error(`index.html has no ${READER}`);
        const elements = [
          `<script type="application/json" id="page-code">${list}</script>`,
          `<script>${code.trim()}</script>`,
        ];
        return html.replace(READER, () => elements.join('\n    '));
      },
    },
  };
}

function filesOfPages(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const files = pagesOf(read('src/routes.tsx')).map(({ path, modules, texts }) => {
    const textsIn = (locale: string) => texts.map((name) => `i18n/${locale}/${name}.json`);
    const code = filesOf(modules, chunks);
    const ofPage = {
      code,
      styles: stylesOf(code, chunks),
      en: filesOf(textsIn('en'), chunks),
      fr: filesOf(textsIn('fr'), chunks),
    };
    return [path, ofPage] as const;
  });
  return Object.fromEntries(files);
}

/** Lists the styles of scripts, which would otherwise wait for them. */
function stylesOf(code: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const styles = chunks
    .filter(({ fileName }) => code.includes(nameOf(fileName)))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [...new Set(styles)].map(nameOf);
}

const nameOf = (file: string) => file.replace(/^assets\/(.*)\.(js|css)$/, '$1');

/** Reads the modules and texts of the pages from `routes.tsx`. */
function pagesOf(routes: string) {
  return LANDED_ON.map((path) => {
    const route = routes.split('createRoute({').find((one) => one.includes(` path: '${path}',`));
    if (route === undefined) throw new Error(`There is no route ${path}`);
    const imported = Array.from(
      route.matchAll(/import\('\.\/(.+?)'\)/g),
      ([, module = '']) => module,
    );
    const [, named = ''] = /loadTexts\(([^)]*)\)/.exec(route) ?? [];
    const texts = ['common', ...Array.from(named.matchAll(/\w+/g), ([name]) => name)];
    if (path === '/') return { path, modules: imported, texts };
    // Every page behind the sign-in needs these, too.
    const modules = [...imported, 'app/SignedInPages.tsx'];
    return { path, modules, texts: [...texts, 'errors'] };
  });
}

/** Lists the scripts with modules and their imports, without those of the entry. */
function filesOf(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const found = new Set<string>();
  const add = (name: string, into: Set<string>): void => {
    if (into.has(name)) return;
    into.add(name);
    const { imports = [] } = chunks.find(({ fileName }) => fileName === name) ?? {};
    for (const imported of imports) add(imported, into);
  };
  const first = new Set<string>();
  for (const { fileName, isEntry } of chunks) if (isEntry) add(fileName, first);
  for (const module of modules) {
    const isIt = (id: string) => id.endsWith(`/src/${module}`);
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId && isIt(facadeModuleId)) ??
      chunks.find(({ moduleIds }) => moduleIds.some(isIt));
    if (!chunk) throw new Error(`No file has ${module}`);
    add(chunk.fileName, found);
  }
  return [...found].filter((name) => !first.has(name)).map(nameOf);
}

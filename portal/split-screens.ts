import path from 'node:path';
import { build, type Plugin, type PluginOption } from 'vite';

/** First modules of each screen, below `src`. */
const SCREENS = new Map([
  ['start', ['main.tsx']],
  ['sign-in', ['sign-in/SignInPage.tsx']],
  ['signed-in', ['app/SignedInPages.tsx']],
  ['soon', ['app/PortalCommands.tsx', 'lib/Notices.tsx', 'ui/Floating.tsx']],
  ['dashboard', ['dashboard/DashboardPage.tsx']],
  ['orders', ['app/OrdersWithDetails.tsx']],
  ['order', ['order-details/OrderPage.tsx']],
  ['new-order', ['new-order/NewOrderPage.tsx']],
]);

const BESIDE_LIST = new Set(['dashboard', 'soon', 'new-order']);

/** The runtimes of React's compiler and of the bundler, which the first build leaves out. */
const ADDED_LATER =
  /\/react\/(compiler-runtime|cjs\/react-compiler-runtime\.production)\.js$|^\0rolldown\/runtime\.js$/;

/** Joins modules that the same screens need, as a first build shows. */
export async function splitScreens(
  plugins: PluginOption[],
): Promise<(id: string) => string | null> {
  const needed = new Map<string, string[]>();
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [...plugins, noteNeeded(needed)],
    build: { write: false, minify: false },
  });
  return (id) => (ADDED_LATER.test(id) ? 'start' : fileFor(needed.get(id) ?? []));
}

/** Names the file of a module; null leaves it to the bundler. */
function fileFor(neededBy: readonly string[]): string | null {
  const screens = neededBy.filter((one) => SCREENS.has(one));
  const others = neededBy.filter((one) => !SCREENS.has(one));
  const pages = others.filter((file) => file.endsWith('Page.tsx'));
  if (screens.includes('start')) return 'start';
  if (screens.includes('sign-in')) return screens.length > 1 ? 'fields' : 'sign-in';
  // The list shares these with the screens that usually precede or follow it.
  const isCommon = screens.includes('orders') && screens.some((one) => BESIDE_LIST.has(one));
  if (isCommon || screens.includes('signed-in')) return 'signed-in';
  if (screens.length === 0) return pages.length > 1 ? 'pages' : null;
  // The list is opened most often: fewer files count more than code for others.
  const isOwn = screens.includes('orders') && (pages.length === 0 || screens.length > 1);
  if (isOwn) return screens.join('-');
  const also = pages.length > 0 ? 'pages' : 'later';
  return [...screens, ...(others.length > 0 ? [also] : [])].join('-');
}

/** Records which screens need each module. */
function noteNeeded(needed: Map<string, string[]>): Plugin {
  const sources = path.join(import.meta.dirname, 'src');
  return {
    name: 'note-needed',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const begins = new Map(SCREENS);
      const ofScreens = new Set([...SCREENS.values()].flat());
      for (const { facadeModuleId } of chunks) {
        const file = facadeModuleId && path.relative(sources, facadeModuleId);
        if (file && !ofScreens.has(file)) begins.set(file, [file]);
      }
      for (const [name, files] of begins) {
        const ids = new Set(files.map((file) => path.join(sources, file)));
        const first = chunks.filter(({ moduleIds }) => moduleIds.some((id) => ids.has(id)));
        const fetched = new Set(first.map(({ fileName }) => fileName));
        // The set grows during the loop.
        for (const file of fetched) {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk') continue;
          for (const imported of chunk.imports) fetched.add(imported);
          for (const id of chunk.moduleIds) needed.set(id, [...(needed.get(id) ?? []), name]);
        }
      }
    },
  };
}

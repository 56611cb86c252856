import inter from '@fontsource-variable/inter/package.json' with { type: 'json' };
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { pageCode } from './page-code.ts';
import { splitContract } from './split-contract.ts';
import { splitScreens } from './split-screens.ts';

/** Where `npm run dev` finds the server that answers everything but the portal's own files. */
const DEV_SERVER = `http://localhost:${process.env['PORT'] || 8080}`;

export default defineConfig(async ({ command }): Promise<UserConfig> => ({
  plugins: [splitContract(), react(), babel({ presets: [reactCompilerPreset()] }), pageCode()],
  server: {
    port: 5173,
    proxy: {
      '/api': DEV_SERVER,
      '/config.json': DEV_SERVER,
      '/track': DEV_SERVER,
      '/platform/pricing': DEV_SERVER,
      '/platform/howto': DEV_SERVER,
      '/terms-of-service': DEV_SERVER,
    },
  },
  build: {
    target: 'baseline-widely-available',
    // The largest chunk, 565 kB, is pdf-lib: fetched when several PDF labels are put into one file.
    // Larger is only the thread that draws previews of ZPL, fetched with the first of them.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // The pages that the server makes use the same files (server/src/http/page-font.ts).
        assetFileNames: ({ names }) =>
          names.some((name) => /^inter-.*\.woff2$/.test(name))
            ? `assets/[name]-${inter.version}[extname]`
            : 'assets/[name]-[hash][extname]',
        codeSplitting: command === 'build' && {
          groups: [{ name: await splitScreens([splitContract()]) }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
}));

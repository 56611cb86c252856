import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { pageCode } from './page-code.ts';
import { splitContract } from './split-contract.ts';
import { splitScreens } from './split-screens.ts';

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
    target: ['chrome120', 'edge120', 'firefox124', 'safari17.4', 'ios17.4'],
    // pdf-lib has 565 kB and loads when PDF labels are merged.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: command === 'build' && {
          groups: [{ name: await splitScreens([splitContract()]), debugName: 'screens' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
}));

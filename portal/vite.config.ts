import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the server that answers everything but the portal's own files. */
const DEV_SERVER = `http://localhost:${process.env['PORT'] || 8080}`;

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
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
        codeSplitting: {
          // By default each set of pages that share a module gets a file: a hundred before the orders.
          // Each group takes along what its modules import, so that a first screen is a few files.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            { name: 'sign-in', test: /SignInPage\.tsx$/, priority: 4 },
            { name: 'menu', test: /SignedInMenu\.tsx$/, priority: 3 },
            { name: 'dashboard', test: /DashboardPage\.tsx$/, priority: 2 },
            { name: 'order', test: /src\/(order|ui|lib)\//, minShareCount: 2, priority: 1 },
            { name: 'orders', test: /OrdersWithDetails\.tsx$/ },
          ],
        },
      },
    },
  },
});

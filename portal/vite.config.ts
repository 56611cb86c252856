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
  },
});

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { cardArt } from './scripts/card-art.ts';

// While developing, the pages come from here and everything else from a running server.
const SERVER = process.env.PARLOR_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [cardArt(), svelte()],
  // Tests mount components as a browser does; without this Svelte gives them what renders on a server.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    target: 'es2022',
    // Fonts and images stay files: only what is needed is loaded.
    assetsInlineLimit: 1024,
    chunkSizeWarningLimit: 200,
  },
  server: {
    // The rules are read from docs/games.
    fs: { allow: ['..'] },
    proxy: {
      '/api': SERVER,
      '/ws': { target: SERVER, ws: true },
    },
  },
  test: {
    include: ['src/**/*.test.ts'],
    // A test that needs a page says so in its first line: most need none, and start at once.
    environment: 'node',
  },
});

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig } from 'vite';

const inWeb = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The same code, drawn by the server: one file that needs no other. The command names its entry. */
const render: BuildOptions = {
  outDir: 'dist/.vite/checkout',
  emptyOutDir: true,
  target: 'node22',
  rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
};

const page: BuildOptions = {
  outDir: 'dist',
  // The staff's application is built into the same folder, before.
  emptyOutDir: false,
  manifest: '.vite/checkout.json',
  target: 'es2023',
  modulePreload: { polyfill: false },
  rolldownOptions: {
    input: inWeb('checkout.html'),
    output: {
      codeSplitting: {
        groups: [{ name: 'checkout', tags: ['$initial'], test: (id: string) => !/main\.tsx|checkout\.html/.test(id) }],
      },
    },
  },
};

/** The payer's page: an application of its own, beside the staff's. */
export default defineConfig(({ isSsrBuild }) => ({
  root: inWeb('.'),
  publicDir: false,
  // Mantine's style sheets need a preset that rewrites light-dark(); this page's own need none.
  css: { postcss: { plugins: [] } },
  plugins: [react()],
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: isSsrBuild ? render : page,
}));

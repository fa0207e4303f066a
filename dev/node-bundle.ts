import type { BuildOptions } from 'esbuild'

/** How programs of the house become plain JavaScript for Node; packages stay packages. */
export const NODE_BUNDLE = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'silent',
} as const satisfies BuildOptions

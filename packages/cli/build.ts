import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const FOLDER = import.meta.dirname
const FILE = join(FOLDER, 'dist', 'main.js')

rmSync(join(FOLDER, 'dist'), { recursive: true, force: true })
await build({
  entryPoints: [join(FOLDER, 'src', 'main.ts')],
  outfile: FILE,
  // The client is bundled as source, so that this package needs no other.
  alias: { '@slipway/sdk': join(FOLDER, '..', 'sdk', 'src', 'index.ts') },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'error',
})
chmodSync(FILE, 0o755)

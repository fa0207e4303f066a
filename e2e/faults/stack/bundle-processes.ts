import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { generateContracts } from '@/contracts/generate'
import { NODE_BUNDLE } from '../../../dev/node-bundle'

let bundled = 0

export type Bundles = {
  app: string
  engine: string
  prepare: string
  solana: string
  thief: string
  refund: string
  remove: () => void
}

/**
 * The processes of a run, bundled from the sources as they are now into a folder of the run's own: what is edited or built meanwhile
 * changes nothing. Without pages, for no scenario opens one. Below the repository, where packages are found.
 */
export async function bundleProcesses(root: string): Promise<Bundles> {
  generateContracts()
  const outdir = join(root, 'dist', `faults-${process.pid}-${++bundled}`)
  await build({
    absWorkingDir: root,
    entryPoints: {
      app: 'front/server.ts',
      engine: 'dev/engine/main.ts',
      prepare: 'e2e/faults/stack/prepare-main.ts',
      solana: 'dev/chains/solana/main.ts',
      thief: 'e2e/faults/thief/thief-main.ts',
      refund: 'e2e/faults/payments/refund-main.ts',
    },
    outdir,
    ...NODE_BUNDLE,
    sourcemap: true,
  })
  return {
    app: join(outdir, 'app.mjs'),
    engine: join(outdir, 'engine.mjs'),
    prepare: join(outdir, 'prepare.mjs'),
    solana: join(outdir, 'solana.mjs'),
    thief: join(outdir, 'thief.mjs'),
    refund: join(outdir, 'refund.mjs'),
    remove: () => rmSync(outdir, { recursive: true, force: true }),
  }
}

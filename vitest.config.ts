import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { EarlyFirst } from './dev/testing/sequencer'

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')
const rooms = [
  'server',
  'db',
  'components',
  'inngest',
  'dev',
  'front',
  'app',
  'contracts',
  'e2e',
  'examples',
  'packages',
  'signer',
  'schemas',
  'transport',
  'registry',
]

const suites = rooms.flatMap((room) =>
  readdirSync(`${root}/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${room}/${file}`),
)
/**
 * Suites with a separate process. They replace a module with `vi.mock`, or a comment `// Isolated: ...` says why they
 * cannot use loaded modules. Each costs seconds of CPU; docs/proof.md has the alternatives.
 */
const isolated = suites.filter((file) =>
  /\bvi\.(mock|doMock)\(|^\/\/ Isolated: /m.test(readFileSync(`${root}/${file}`, 'utf8')),
)

const patience = process.env.PROOF === 'long' ? 10 : 1
/** A worker that has loaded everything takes so much. */
const WORKER_BYTES = 1.5 * 2 ** 30
/** Suites mostly wait, for blocks and for processes: more than the cores run at once. */
const maxWorkers = Math.max(1, Math.min(3 * availableParallelism() + 1, Math.floor(totalmem() / WORKER_BYTES)))

export default defineConfig({
  resolve: {
    alias: {
      '@slipway/sdk/webhooks': `${root}/packages/sdk/src/webhooks.ts`,
      '@slipway/sdk': `${root}/packages/sdk/src/index.ts`,
      '@': root,
    },
  },
  test: {
    globalSetup: ['./dev/testing/global-setup.ts'],
    setupFiles: ['./dev/testing/fresh-process.ts'],
    reporters: ['default', './dev/testing/reporter.ts'],
    pool: 'forks',
    maxWorkers,
    // Young objects die before they are copied: a tenth less CPU over database suites.
    execArgv: ['--max-semi-space-size=64'],
    // Ends what hangs. What is merely slow, beside much else, is not wrong.
    testTimeout: 300_000 * patience,
    hookTimeout: 300_000 * patience,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    includeTaskLocation: true,
    isolate: false,
    // A client that connects again may log after the last file of a worker, and the reporter then fails the whole run.
    disableConsoleIntercept: true,
    // The long form starts files in random order.
    ...(process.env.PROOF !== 'long' && { sequence: { sequencer: EarlyFirst } }),
    include: suites,
    // Without projects the command line's `--maxWorkers` counts.
    ...(isolated.length > 0 && {
      projects: [
        { extends: true, test: { name: 'shared', exclude: isolated } },
        {
          extends: true,
          test: { name: 'isolated', isolate: true, exclude: suites.filter((file) => !isolated.includes(file)) },
        },
      ],
    }),
  },
})

import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { DearestFiles } from './dev/testing/dearest-files'

const rooms = ['server', 'db', 'components', 'inngest', 'dev', 'front', 'app', 'contracts', 'e2e']

/** Suites that replace modules (`vi.mock`): in a process that has loaded the real one already they would test that. */
const ISOLATED = [
  'server/custody/seeds.test.ts',
  'server/custody/secrets.test.ts',
  'server/custody/rewrap-secrets.test.ts',
  'server/chains/rpc/broadcast.test.ts',
  'server/tokens/thief.test.ts',
  'e2e/faults/model/engine-model.test.ts',
]

const project = { extends: true as const, plugins: [] }

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    globalSetup: ['./dev/testing/global-setup.ts'],
    setupFiles: ['./dev/testing/fresh-process.ts'],
    reporters: ['default', new DearestFiles()],
    pool: 'forks',
    // Suites mostly wait, for blocks and for processes: more than the cores run at once.
    maxWorkers: 2 * availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        ...project,
        test: {
          name: 'shared',
          isolate: false,
          include: rooms.map((room) => `${room}/**/*.test.{ts,tsx}`),
          exclude: ['**/node_modules/**', ...ISOLATED],
        },
      },
      { ...project, test: { name: 'isolated', include: ISOLATED } },
    ],
  },
})

import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')
const rooms = ['server', 'db', 'components', 'inngest', 'dev', 'front', 'app', 'contracts', 'e2e']

const suites = rooms.flatMap((room) =>
  readdirSync(`${root}/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${room}/${file}`),
)
/** Suites that replace a module: in a process that has loaded the real one already, they would test that. */
const isolated = suites.filter((file) => /\bvi\.(mock|doMock)\(/.test(readFileSync(`${root}/${file}`, 'utf8')))

export default defineConfig({
  resolve: { alias: { '@': root } },
  test: {
    globalSetup: ['./dev/testing/global-setup.ts'],
    setupFiles: ['./dev/testing/fresh-process.ts'],
    reporters: ['default', './dev/testing/reporter.ts'],
    pool: 'forks',
    // Suites mostly wait, for blocks and for processes: more than the cores run at once.
    maxWorkers: 2 * availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    includeTaskLocation: true,
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: suites.filter((file) => !isolated.includes(file)) },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
})

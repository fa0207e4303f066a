import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const rooms = ['server', 'db', 'components', 'inngest', 'dev', 'front', 'app', 'contracts', 'e2e']

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    globalSetup: ['./dev/testing/global-setup.ts'],
    pool: 'forks',
    // Suites mostly wait, for blocks and for processes: more than the cores run at once.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    include: rooms.map((room) => `${room}/**/*.test.{ts,tsx}`),
  },
})

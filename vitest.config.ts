import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const rooms = ['server', 'db', 'components', 'inngest', 'dev', 'front', 'app', 'contracts']

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    globalSetup: ['./dev/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: rooms.map((room) => `${room}/**/*.test.{ts,tsx}`) } },
      { extends: true, test: { name: 'api', include: ['e2e/{api,faults}/**/*.test.ts'] } },
    ],
  },
})

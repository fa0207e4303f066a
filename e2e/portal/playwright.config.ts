import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from '@/dev/browser'
import { isLongProof } from '@/server/testing/proof'

const { executablePath, args } = await findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results/portal',
  globalSetup: './global-setup.ts',
  // Each worker has its own stack, and waits a third of its time for blocks and answers.
  workers: process.env.PORTAL_STACK_HOME ? 1 : Math.min(4, availableParallelism() + 1),
  // A busy machine is slow, not wrong: here only what hangs is to end.
  timeout: isLongProof ? 1_200_000 : 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./reporter.ts']],
  use: {
    // A control that is not there any more ends its test, and not after ten minutes.
    actionTimeout: isLongProof ? 600_000 : 180_000,
    launchOptions: { executablePath, args },
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})

import type { FullConfig } from '@playwright/test'
import { readStackFacts, type StackFacts } from '@/dev/stack-file'
import { startThrowawayStack } from '@/e2e/throwaway-stack'

/**
 * A stack for each worker, for the whole run: two tests at once on one stack would see each other's keys and wallets.
 * PORTAL_STACK_HOME names one that already runs instead; the configuration has one worker then.
 */
async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const home = process.env.PORTAL_STACK_HOME
  if (home) {
    const facts = readStackFacts(home)
    if (!facts) throw new Error(`PORTAL_STACK_HOME is wrong: no stack runs in ${home}.`)
    shareWithWorkers([facts])
    return async () => {}
  }
  const started = await Promise.allSettled(
    Array.from({ length: workers }, () => startThrowawayStack({ inMemory: true })),
  )
  const stacks = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const stopAll = async () => {
    await Promise.all(stacks.map((stack) => stack.stop()))
  }
  const failed = started.find((one) => one.status === 'rejected')
  if (failed) {
    await stopAll()
    throw failed.reason
  }
  shareWithWorkers(stacks.map(({ facts }) => facts))
  return stopAll
}

/** Workers inherit the environment of the process that runs the setup. */
function shareWithWorkers(stacks: StackFacts[]): void {
  process.env.PORTAL_STACKS = JSON.stringify(stacks)
}

// biome-ignore lint/style/noDefaultExport: Playwright loads the setup through its default export.
export default globalSetup

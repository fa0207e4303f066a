import { readStackFacts } from '../../dev/stack-file'
import { startThrowawayStack } from '../throwaway-stack'

/** One stack for the whole run; PORTAL_STACK_HOME names one that already runs instead. */
async function globalSetup(): Promise<() => Promise<void>> {
  const home = process.env.PORTAL_STACK_HOME
  if (home) {
    const facts = readStackFacts(home)
    if (!facts) throw new Error(`PORTAL_STACK_HOME is wrong: no stack runs in ${home}.`)
    process.env.PORTAL_STACK = JSON.stringify(facts)
    return async () => {}
  }
  const stack = await startThrowawayStack()
  process.env.PORTAL_STACK = JSON.stringify(stack.facts)
  return stack.stop
}

// biome-ignore lint/style/noDefaultExport: Playwright loads the setup through its default export.
export default globalSetup

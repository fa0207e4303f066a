import type { FaultChain } from './fault-chain'
import type { FaultStack } from './fault-stack'

type Settings = { confirmations?: number; gas_policy?: 'sponsored' | 'debited'; bump_after_blocks?: number }

/** At rest only: changes a chain's row and restarts the app, so that no cache is stale. Returns what puts it back. */
export function configureChain(stack: FaultStack, chain: FaultChain, settings: Settings): Promise<() => Promise<void>> {
  return configureChains(stack, [{ chain, settings }])
}

/** Configures several chains at once. */
export async function configureChains(
  stack: FaultStack,
  wanted: readonly { chain: FaultChain; settings: Settings }[],
): Promise<() => Promise<void>> {
  const before: { chain: FaultChain; settings: Settings }[] = []
  for (const { chain, settings } of wanted) {
    const [row] =
      await stack.sql`select ${stack.sql(columnsOf(settings))} from chains where chain_id = ${chain.chainId}`
    if (!row) throw new Error(`chain ${chain.chainId} is not in the database`)
    before.push({ chain, settings: row })
  }
  const apply = async (all: typeof wanted) => {
    for (const { chain, settings } of all)
      await stack.sql`update chains set ${stack.sql(settings, ...columnsOf(settings))} where chain_id = ${chain.chainId}`
    await stack.parts.app.kill({ group: false })
    await stack.parts.app.restart()
  }
  await apply(wanted)
  return () => apply(before)
}

function columnsOf(settings: Settings): (keyof Settings)[] {
  return Object.keys(settings) as (keyof Settings)[] // the keys of an object literal
}

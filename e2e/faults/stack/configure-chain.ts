import type { FaultChain } from './fault-chain'
import type { FaultStack } from './fault-stack'

type Settings = { confirmations?: number; gas_policy?: 'sponsored' | 'debited'; bump_after_blocks?: number }

/**
 * At rest only: changes a chain's row and starts the app anew, so that no cache stands in the way. Returns what puts it back.
 */
export async function configureChain(
  stack: FaultStack,
  { chainId }: FaultChain,
  settings: Settings,
): Promise<() => Promise<void>> {
  const columns = Object.keys(settings)
  const [before] = await stack.sql`select ${stack.sql(columns)} from chains where chain_id = ${chainId}`
  if (!before) throw new Error(`chain ${chainId} is not in the database`)
  const apply = async (values: Record<string, unknown>) => {
    await stack.sql`update chains set ${stack.sql(values, ...columns)} where chain_id = ${chainId}`
    await stack.parts.app.kill({ group: false })
    await stack.parts.app.restart()
  }
  await apply(settings)
  return () => apply(before)
}

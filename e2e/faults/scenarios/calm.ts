import { type Played, plan, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import { sendTransfers } from '@/e2e/faults/transfers'

/** Everything at once from all wallets, tokens and native coins, nothing breaks. */
export async function calm(stage: Stage): Promise<Played> {
  const { world, api, random, say } = stage
  const transfers = plan(stage, { label: 'calm', native: 0.2 })
  const startedAt = Date.now()
  await sendTransfers(api, transfers, { spreadMs: 0, random })
  const acceptedAt = Date.now()
  const restedAt = await waitUntilIdle(world)
  const accepting = `accepted ${transfers.length} in ${acceptedAt - startedAt} ms`
  say(restedAt ? `${accepting}, all ended ${restedAt - acceptedAt} ms later` : `${accepting}, but not all ended`)
  return { transfers, recoveryMs: [(restedAt ?? Date.now()) - acceptedAt], findings: [] }
}

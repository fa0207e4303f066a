import { type Played, type Stage, waitForRest } from './scenario'
import { planTransfers, sendTransfers } from './transfers'

/** Everything at once from all wallets, nothing breaks. */
export async function calm(stage: Stage): Promise<Played> {
  const { world, api, random, say } = stage
  const { wallets, receiver } = world
  const transfers = planTransfers({
    label: `calm-${random.between(0, 999_999)}`,
    count: stage.transfers,
    wallets,
    webhookUrl: receiver.url,
    random,
    givingUp: 0,
  })
  const startedAt = Date.now()
  await sendTransfers(api, transfers, { spreadMs: 0, random })
  const acceptedAt = Date.now()
  const restedAt = await waitForRest(world)
  const accepting = `accepted ${transfers.length} in ${acceptedAt - startedAt} ms`
  say(restedAt ? `${accepting}, all ended ${restedAt - acceptedAt} ms later` : `${accepting}, but not all ended`)
  return { transfers, recoveryMs: [(restedAt ?? Date.now()) - acceptedAt], findings: [] }
}

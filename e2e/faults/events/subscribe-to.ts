import { z } from 'zod'
import type { Stage } from '@/e2e/faults/scenario'
import type { FaultChain } from '@/e2e/faults/stack/fault-chain'

const made = z.object({ data: z.object({ id: z.string(), signingSecret: z.string() }) })

/** A subscription to the transfers of a chain's token. */
export async function subscribeTo(
  { api, world }: Pick<Stage, 'api' | 'world'>,
  chain: FaultChain,
  { confirmations, url }: { confirmations: number; url: string },
): Promise<{ subscriptionId: string; secret: string }> {
  const [row] = await world.sql<{ code: string }[]>`select code from chains where chain_id = ${chain.chainId}`
  const where = { network: row?.code, chainId: chain.chainId, contractAddress: chain.cngn }
  const answer = await api.post('/v1/indexer/subscriptions', {
    ...where,
    ...{ webhookUrl: url, events: ['transfer'], confirmations },
  })
  if (answer.status !== 201) throw new Error(`no subscription: ${answer.status} ${answer.text}`)
  const { id, signingSecret } = made.parse(JSON.parse(answer.text)).data
  return { subscriptionId: id, secret: signingSecret }
}

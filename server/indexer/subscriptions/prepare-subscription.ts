import type { CreateIndexerSubscriptionInput } from '@/schemas/indexer/contract'
import { readHead } from '@/server/chains/follow/watch-head'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { findTokenAddressProblem } from '@/server/chains/solana/find-token-address-problem'
import type { Tenant } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import { validationError } from '@/server/errors'
import { requireChainOfNetwork } from '@/server/projects/require-chain-of-network'
import { canonicalAddress } from '@/server/text/canonical-address'
import { loweredConfirmations } from './lowered-confirmations'

/** A subscription as it will be stored. */
export type PreparedSubscription = {
  chainId: number
  contractAddress: string
  webhookUrl: string
  events: string[]
  confirmations: number | null
  fromBlock: bigint
}

/**
 * Reads what a new subscription needs from the network: the target of its webhook, whether its address can emit events,
 * and the current block of the chain. The subscription begins with the next block. Throws invalid, forbidden,
 * not_found, unavailable.
 */
export async function prepareSubscription(
  tenant: Pick<Tenant, 'projectId'>,
  { network, chainId, contractAddress, webhookUrl, events, confirmations }: CreateIndexerSubscriptionInput,
): Promise<PreparedSubscription> {
  const chain = await requireChainOfNetwork(tenant, { network, chainId })
  const canonical = canonicalAddress(chain.chainType, contractAddress)
  if (canonical === null) throw validationError([`contractAddress: is not an address of ${network}`])
  const lowered = loweredConfirmations(chain, confirmations)
  await checkWebhookTarget('webhookUrl', webhookUrl)
  const [head, problem] = await readFromChain(() =>
    Promise.all([readHead(chain), findAddressProblem(chain, canonical)]),
  )
  if (problem !== null) throw validationError([`contractAddress: ${problem}`])
  return {
    chainId: chain.chainId,
    contractAddress: canonical,
    webhookUrl,
    events,
    confirmations: lowered,
    fromBlock: head + 1n,
  }
}

/**
 * The reason why a Solana address cannot have token events; null if it can. On EVM chains a contract may be named
 * before it exists.
 */
async function findAddressProblem(chain: Chain, address: string): Promise<string | null> {
  return chain.chainType === 'SOLANA' ? findTokenAddressProblem(chain, address) : null
}

/** Checks the webhook URL of a patch by resolving its host. Throws invalid. */
export async function preparePatch({ webhookUrl }: { webhookUrl?: string }): Promise<void> {
  if (webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', webhookUrl)
}

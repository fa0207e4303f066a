import { type Hex, isHex } from 'viem'
import type { Tenant } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import { validationError } from '@/server/errors'
import { tagsOf } from '@/server/text/tags-of'
import { type PreparedCall, prepareContractCall } from './prepare-contract-call'
import { requireChain } from './require-chain'
import { evmAddress } from './resolve-asset'
import type { SignInput } from './sign-body'

/**
 * Checks a call to be signed before any transaction is opened, and tries it on the chain without sending it. A revert
 * is the outcome where nothing of the wallet is open that could change it; else the engine tries again once the
 * wallet's lane is free. Throws invalid, not_found (chain, wallet), failed (deactivated wallet), unavailable.
 */
export async function prepareCall(tenant: Tenant, input: SignInput): Promise<PreparedCall> {
  const { to, value, data } = readFields(input)
  const chain = await requireChain(tenant, input)
  if (input.webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', input.webhookUrl)
  const call = { type: 'SIGN' as const, chain, from: input.addressIndex, to, value, data }
  const { webhookUrl, webhookSecret } = input
  return { ...(await prepareContractCall(tenant, call)), webhookUrl, webhookSecret, tags: tagsOf(input) }
}

function readFields({ transaction }: SignInput): { to: string; value: bigint; data: Hex } {
  if (transaction.serialized !== undefined) throw validationError(['transaction.serialized: is for SOLANA'])
  if (transaction.to === undefined) throw validationError(['transaction.to: transaction.to is required'])
  const to = evmAddress('transaction.to', transaction.to)
  if (/^0x0{40}$/.test(to)) throw validationError(['transaction.to: must not be the zero address'])
  const data = (transaction.data ?? '0x').toLowerCase()
  if (!isHex(data)) throw new Error('the schema lets hex through only')
  return { to, data, value: BigInt(transaction.value ?? '0') }
}

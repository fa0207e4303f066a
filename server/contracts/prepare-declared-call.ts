import { isPayable, isRead } from '@/server/abi/read-function'
import { invalid } from '@/server/abi/read-leaf'
import { requireErrors } from '@/server/abi/require-errors'
import type { Tenant } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import { parseUnits } from '@/server/money/amount'
import { requireChain } from '@/server/projects/require-chain'
import { tagsOf } from '@/server/text/tags-of'
import { type PreparedCall, prepareContractCall } from '@/server/transactions/prepare/prepare-contract-call'
import { evmAddress } from '@/server/transactions/prepare/resolve-asset'
import type { CallContractInput } from './call-body'
import { requireCall } from './require-call'

/**
 * Turns a declared call into the intent that `hd/sign` makes of its calldata, and keeps the declaration with it.
 * Policies and the engine see the calldata only. Throws invalid, not_found (chain, wallet), failed (deactivated
 * wallet), unavailable.
 */
export async function prepareDeclaredCall(tenant: Tenant, input: CallContractInput): Promise<PreparedCall> {
  const { chainId, network, addressIndex, webhookUrl, webhookSecret } = input
  const chain = await requireChain(tenant, { chainType: 'EVM', chainId, network })
  const to = evmAddress('to', input.to)
  if (/^0x0{40}$/.test(to)) throw invalid('to', 'must not be the zero address')
  const { declared, declaration, data } = requireCall(input)
  const errors = requireErrors(input.errors ?? [])
  if (isRead(declared)) throw invalid('function', 'only reads: ask it by /v1/wallet/contract/read')
  const value = parseUnits(input.value, chain.nativeDecimals)
  if ('problem' in value) throw invalid('value', value.problem)
  if (value.units > 0n && !isPayable(declared)) throw invalid('value', 'the function is not payable')
  if (webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', webhookUrl)
  const call = { type: 'SIGN' as const, chain, from: addressIndex, to, value: value.units, data, errors, toField: 'to' }
  const prepared = await prepareContractCall(tenant, call)
  return { ...prepared, declaredFunction: declaration, webhookUrl, webhookSecret, tags: tagsOf(input) }
}

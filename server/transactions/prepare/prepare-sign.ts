import type { Chain } from '@/server/chains/registry'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import { validationError } from '@/server/errors'
import { readSerialized, type SignMessage } from '@/server/transactions/sign-serialized'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { prepareCall } from './prepare-call'
import type { PreparedCall } from './prepare-contract-call'
import { prepareMessage } from './prepare-message'
import { requireNetwork } from './require-network'
import type { SignInput } from './sign-body'

/** To be carried out on an EVM chain, or to be signed and given back. */
type PreparedSign =
  | { kind: 'call'; call: PreparedCall }
  | { kind: 'serialized'; chain: Chain; addressIndex: number; serialized: string; sign: SignMessage }

/**
 * Checks a transaction to be signed, and makes ready what signs it. EVM calls are tried on the chain without sending
 * them; for Solana nothing is asked of a chain. Throws invalid, not_found, failed, unavailable.
 */
export async function prepareSign(tenant: Tenant, input: SignInput): Promise<PreparedSign> {
  if (input.chainType === 'EVM') return { kind: 'call', call: await prepareCall(tenant, input) }
  for (const name of ['reference', 'metadata'] as const)
    if (input[name] !== undefined) throw validationError([`${name}: is for EVM: nothing is recorded of what you send`])
  const chain = await requireNetwork(tenant, input)
  const serialized = readSolanaFields(input)
  readSerialized(serialized)
  if (input.webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', input.webhookUrl)
  const { addressIndex } = input
  const wallet = await inTenantReading(tenant, (ctx) =>
    requireActiveWallet(ctx, { chainType: 'SOLANA', from: addressIndex }),
  )
  const sign = await prepareMessage(tenant, { chain, wallet, serialized })
  return { kind: 'serialized', chain, addressIndex, serialized, sign }
}

function readSolanaFields({ transaction }: SignInput): string {
  const { serialized, ...evmOnly } = transaction
  const [misplaced] = Object.entries(evmOnly).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (misplaced !== undefined) throw validationError([`transaction.${misplaced}: is for EVM`])
  if (serialized === undefined) throw validationError(['transaction.serialized: transaction.serialized is required'])
  return serialized
}

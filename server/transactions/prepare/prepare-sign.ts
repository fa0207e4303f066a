import { type Hex, isHex } from 'viem'
import { newId } from '@/db/new-id'
import { signingRequests } from '@/db/schema'
import { actorName } from '@/server/actor-name'
import { readFromChain } from '@/server/chains/read-from-chain'
import { type Chain, findChain } from '@/server/chains/registry'
import type { DecodedMessage } from '@/server/chains/solana/decode-message'
import { hasAccountsBehind, readAccountsBehind } from '@/server/chains/solana/read-accounts-behind'
import { inTenant, inTenantReading, type Tenant } from '@/server/ctx'
import { openWalletSeed } from '@/server/custody/open-business-seed'
import { callSigner } from '@/server/custody/remote/call-signer'
import { requestAnswer } from '@/server/custody/remote/wire'
import { signMessageWith } from '@/server/custody/sign-solana-message'
import { checkWebhookTarget } from '@/server/egress/target'
import { refusal, validationError } from '@/server/errors'
import { requireChain, requireEnabledChain } from '@/server/projects/require-chain'
import { addressesInTransaction } from '@/server/screening/addresses-in-transaction'
import { requireUnblocked } from '@/server/screening/find-blocked'
import { holdsSeeds } from '@/server/separate-signer'
import { tagsOf } from '@/server/text/tags-of'
import { readSerialized, type SignMessage } from '@/server/transactions/sign-serialized'
import { requireActiveWallet, type WalletRow } from '@/server/wallets/require-active-wallet'
import { type PreparedCall, prepareContractCall } from './prepare-contract-call'
import { evmAddress } from './resolve-asset'
import type { SignInput } from './sign-body'

/** Executed on an EVM chain, or signed and returned. */
export type PreparedSign =
  | { kind: 'call'; call: PreparedCall }
  | {
      kind: 'serialized'
      chain: Chain
      addressIndex: number
      serialized: string
      recipients: string[]
      sign: SignMessage
    }

/**
 * Checks a transaction to be signed, and makes ready what signs it. EVM calls are tried on the chain without sending
 * them; for Solana the recipients that a transaction does not name are read. Throws invalid, not_found, failed,
 * unavailable.
 */
export async function prepareSign(tenant: Tenant, input: SignInput): Promise<PreparedSign> {
  if (input.chainType === 'EVM') return { kind: 'call', call: await prepareCall(tenant, input) }
  for (const name of ['reference', 'metadata'] as const)
    if (input[name] !== undefined) throw validationError([`${name}: is for EVM: nothing is recorded of what you send`])
  const chain = await requireEnabledChain(tenant, input)
  const serialized = readSolanaFields(input)
  const { message } = readSerialized(serialized)
  if (input.webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', input.webhookUrl)
  const { addressIndex } = input
  const wallet = await inTenantReading(tenant, (ctx) =>
    requireActiveWallet(ctx, { chainType: 'SOLANA', from: addressIndex }),
  )
  const all = await readRecipients(chain, { message, wallet: wallet.address })
  const recipients = all.filter((address) => address !== wallet.address)
  // Checked before the signing process is called, because it does not know the chain.
  await inTenantReading(tenant, (ctx) => requireUnblocked(ctx, recipients))
  const sign = await prepareMessage(tenant, { chain, wallet, serialized })
  return { kind: 'serialized', chain, addressIndex, serialized, recipients, sign }
}

function readSolanaFields({ transaction }: SignInput): string {
  const { serialized, ...evmOnly } = transaction
  const [misplaced] = Object.entries(evmOnly).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (misplaced !== undefined) throw validationError([`transaction.${misplaced}: is for EVM`])
  if (serialized === undefined) throw validationError(['transaction.serialized: transaction.serialized is required'])
  return serialized
}

type Message = { chain: Chain; wallet: WalletRow; serialized: string }

/**
 * Prepares the signer of a caller's transaction, before the database transaction that judges it. A separate signer gets
 * the id of a row with the transaction, and judges it as well. Throws not_found, failed (policy), unavailable.
 */
export async function prepareMessage(tenant: Tenant, message: Message): Promise<SignMessage> {
  if (!holdsSeeds()) return signedBySigner(tenant, message)
  const seed = await openWalletSeed(message.wallet)
  return (wallet, messageBytes) => signMessageWith(seed, wallet, messageBytes)
}

async function signedBySigner(tenant: Tenant, { chain, wallet, serialized }: Message): Promise<SignMessage> {
  const requestId = newId()
  await inTenant(tenant, ({ db, businessId, projectId, actor }) =>
    db.insert(signingRequests).values({
      ...{ id: requestId, businessId, projectId, walletId: wallet.id, chainId: chain.chainId },
      serialized: new Uint8Array(Buffer.from(serialized, 'base64')),
      requestedBy: actorName(actor),
    }),
  )
  const { signature } = requestAnswer.parse(await callSigner('signRequest', { requestId }))
  return async () => new Uint8Array(Buffer.from(signature, 'base64'))
}

/**
 * Checks a call to be signed before any transaction is opened, and tries it on the chain without sending it. A revert
 * is the outcome if the wallet has no open transaction that could change it; else the engine tries again once the
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

const MAINNET = 101

/**
 * The addresses that may receive something by a Solana message that `wallet` signs. Addresses that the message itself
 * does not have are read from the final state of its chain and of the mainnet, because a message does not say which
 * cluster it is for. A message that moves only coins needs no chain. Throws invalid (a lookup table or the owner of a
 * token account is not known), not_found (no endpoint), unavailable.
 */
async function readRecipients(
  chain: Chain,
  { message, wallet }: { message: DecodedMessage; wallet: string },
): Promise<string[]> {
  const named = addressesInTransaction(message)
  if (!hasAccountsBehind(message)) return named
  if (chain.rpcUrls.length === 0) throw refusal('chain_unavailable')
  const mainnet = chain.chainId === MAINNET ? null : await findChain(MAINNET)
  const [own, ofMainnet] = await readFromChain(() =>
    Promise.all([
      readAccountsBehind(chain, message),
      mainnet && mainnet.rpcUrls.length > 0 ? readAccountsBehind(mainnet, message) : null,
    ]),
  )
  if (!own.isWhole) throw validationError([`transaction.serialized: a lookup table, or an entry of it, is not final`])
  // The wallet itself is not a token account, so that nothing can be paid there.
  const unowned = own.unowned.find((address) => address !== wallet)
  if (unowned !== undefined)
    throw validationError([`transaction.serialized: the token account ${unowned} is not final: its owner is not known`])
  return [...new Set([...named, ...own.addresses, ...(ofMainnet?.addresses ?? [])])]
}

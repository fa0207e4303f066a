import type { Chain } from '@/server/chains/registry'
import { RpcError, RpcUnavailableError } from '@/server/chains/rpc'
import { findMint } from '@/server/chains/solana/find-mint'
import { readAccounts } from '@/server/chains/solana/read-accounts'
import { recipientProblem } from '@/server/chains/solana/recipient-problem'
import { TAKES_FEE, TOKEN_TAKES_FEE } from '@/server/chains/token-texts'
import { type Tenant, workerCtx } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import { refusal, validationError } from '@/server/errors'
import { parseAmount } from '@/server/money/amount'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'
import { requireChain } from '@/server/projects/require-chain'
import { MESSAGES } from '@/server/refusals/messages'
import { canonicalAddress } from '@/server/text/canonical-address'
import { tagsOf } from '@/server/text/tags-of'
import type { Intent, Quote } from '@/server/transactions/intent'
import { NO_REQUEST_NAME, type RequestName } from '@/server/transactions/intent-id'
import { estimateTransferFee, sponsoredTransferFee } from './estimate-transfer-fee'
import { quoteIntent } from './quote-intent'
import { evmAddress, resolveAsset, type TransferTarget } from './resolve-asset'
import type { TransferInput } from './transfer-body'

const ZERO_ADDRESS = /^0x0{40}$/

/**
 * A transfer with everything checked that needs no database transaction: chain, addresses, asset, amount, webhook
 * target, price.
 */
export type PreparedTransfer = TransferTarget & { input: TransferInput; chain: Chain; quote: Quote }

/**
 * Checks a transfer before a database transaction is opened: resolves the host of the webhook, and reads unknown facts
 * from the chain. Throws invalid, not_found (no RPC), unavailable; if the business pays its gas also not_found,
 * forbidden, failed (wallet).
 */
export async function prepareTransfer(tenant: Tenant, input: TransferInput): Promise<PreparedTransfer> {
  const chain = await requireChain(tenant, input)
  const prepareTarget = chain.chainType === 'SOLANA' ? prepareSolanaTransfer : prepareEvmTransfer
  const target: TransferTarget = await prepareTarget(chain, input)
  if (input.webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', input.webhookUrl)
  const quote = await quoteIntent({
    chain,
    moved: [{ ...target.asset, units: target.amountUnits }],
    worstFee: () => estimateTransferFee(tenant, { chain, from: input.fromAddress, ...target }),
    sponsoredFee: () => sponsoredTransferFee(chain, target),
    gasLimit: null,
  })
  return { input, chain, ...target, quote }
}

/**
 * Checks the recipient and the asset of a transfer. Throws invalid, unavailable (the chain does not return an unknown
 * token's decimals).
 */
async function prepareEvmTransfer(chain: Chain, input: TransferInput): Promise<TransferTarget> {
  const toAddress = evmAddress('toAddress', input.toAddress)
  const asset = await resolveAsset(chain, input)
  if (ZERO_ADDRESS.test(toAddress)) throw validationError(['toAddress: must not be the zero address'])
  if (toAddress === asset.tokenAddress) throw validationError(['toAddress: must not be the token contract itself'])
  const parsed = parseAmount(input.amount, asset.decimals)
  if ('problem' in parsed) throw validationError([`amount: ${parsed.problem}`])
  return { toAddress, asset, amountUnits: parsed.units }
}

/** A prepared transfer as what acceptance takes (`acceptTransaction`). */
export function transferIntent(
  { input, chain, asset, toAddress, amountUnits, quote }: PreparedTransfer,
  name: RequestName = NO_REQUEST_NAME,
): Intent {
  return {
    type: 'TRANSFER',
    chain,
    from: input.fromAddress,
    toAddress,
    tokenAddress: asset.tokenAddress,
    amountUnits,
    decimals: asset.decimals,
    callData: null,
    quote,
    effect: { toAddress, contract: null, selector: null },
    refusal: null,
    webhookUrl: input.webhookUrl,
    webhookSecret: input.webhookSecret,
    tags: tagsOf(input),
    ...name,
  }
}

type SolanaTransferInput = { toAddress: string; amount: string; tokenAddress?: string; cNGN: boolean }
type SolanaAsset = { tokenAddress: string | null; decimals: number; symbol: string }
type PreparedSolanaTransfer = { toAddress: string; asset: SolanaAsset; amountUnits: bigint }

/** Lamports and token units are 64-bit numbers on Solana. */
const MAX_UNITS = 2n ** 64n - 1n

/**
 * Checks a transfer as far as the chain allows before it is accepted. The recipient is a wallet, the token is one that
 * a plain transfer moves exactly, and the amount fits. Throws invalid (`field: message`), failed (a token that takes a
 * fee), unavailable if the chain does not answer.
 */
async function prepareSolanaTransfer(chain: Chain, input: SolanaTransferInput): Promise<PreparedSolanaTransfer> {
  const toAddress = solanaAddress('toAddress', input.toAddress)
  try {
    const asset = await resolveSolanaAsset(chain, input)
    const parsed = parseAmount(input.amount, asset.decimals)
    if ('problem' in parsed) throw validationError([`amount: ${parsed.problem}`])
    if (parsed.units > MAX_UNITS) throw validationError(['amount: is too large'])
    await requireRecipient(chain, toAddress)
    return { toAddress, asset, amountUnits: parsed.units }
  } catch (cause) {
    if (!(cause instanceof RpcUnavailableError || cause instanceof RpcError)) throw cause
    throw refusal('chain_unreachable', { message: MESSAGES.unavailable, cause })
  }
}

/** A Solana address: 32 bytes in base58. */
function solanaAddress(field: string, text: string): string {
  const address = canonicalAddress('SOLANA', text)
  if (!address) throw validationError([`${field}: must be a Solana address`])
  return address
}

async function requireRecipient(chain: Chain, toAddress: string): Promise<void> {
  const feePayer = await findFeePayer(workerCtx())
  if (toAddress === feePayer?.address) throw validationError(["toAddress: is the platform's fee payer"])
  const account = (await readAccounts(chain, [toAddress])).get(toAddress) ?? null
  const problem = recipientProblem(toAddress, account)
  if (problem) throw validationError([`toAddress: ${problem}`])
}

async function resolveSolanaAsset(chain: Chain, { tokenAddress, cNGN }: SolanaTransferInput): Promise<SolanaAsset> {
  if (cNGN) {
    const supported = chain.tokens.find(({ symbol }) => symbol === 'cNGN')
    if (!supported) throw validationError([`cNGN: not available on chain ${chain.chainId}`])
    return tokenAsset(chain, 'cNGN', supported.address)
  }
  if (tokenAddress === undefined) {
    return { tokenAddress: null, decimals: chain.nativeDecimals, symbol: chain.nativeSymbol }
  }
  return tokenAsset(chain, 'tokenAddress', solanaAddress('tokenAddress', tokenAddress))
}

async function tokenAsset(chain: Chain, field: string, address: string): Promise<SolanaAsset> {
  const mint = await findMint(chain, address)
  if (!mint) throw validationError([`${field}: no token at this address on chain ${chain.chainId}`])
  if (mint.problem === TAKES_FEE) throw refusal('token_takes_fee', { message: TOKEN_TAKES_FEE, param: field })
  if (mint.problem) throw validationError([`${field}: the token ${mint.problem}`])
  const supported = chain.tokens.find((token) => token.address === address)
  if (supported && supported.decimals !== mint.decimals) {
    throw validationError([`${field}: the token has ${mint.decimals} decimals, ${supported.decimals} are configured`])
  }
  return { tokenAddress: address, decimals: mint.decimals, symbol: supported?.symbol ?? 'token' }
}

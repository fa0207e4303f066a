import { getAddress } from 'viem'
import { z } from 'zod'
import { newId } from '@/db/new-id'
import type { StoredYieldParams } from '@/db/schema'
import type { IssueTokenInput } from '@/schemas/tokens/issue/contract'
import { assetFactoryAddress } from '@/server/chains/evm/asset-factory'
import { readDecimals } from '@/server/chains/evm/erc20'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import { findMint } from '@/server/chains/solana/find-mint'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { refusal, validationError } from '@/server/errors'
import { parseUnits } from '@/server/money/amount'
import { requireChainOfNetwork } from '@/server/projects/require-chain-of-network'
import { canonicalAddress } from '@/server/text/canonical-address'
import { readChainDay } from '@/server/tokens/chain-day'
import { couponRate } from '@/server/tokens/coupons/coupon-rate'
import { planCoupons } from '@/server/tokens/coupons/plan-coupons'
import { prepareMint } from '@/server/tokens/solana/prepare-mint'
import { createdIdOf, type RequestName } from '@/server/transactions/intent-id'
import { ensureFirstWallet } from '@/server/wallets/ensure-first-wallet'
import { requireActiveWallet, type WalletRow } from '@/server/wallets/require-active-wallet'
import { type AssetParams, encodeCreate, encodePredict, saltOf, toAssetParams } from './asset-params'
import { toSchedule } from './to-schedule'

/** The token that coupons and principal are paid in. */
type PaymentAsset = { address: string; symbol: string; decimals: number }

const DEFAULT_SYMBOL = 'USDC'
const MAX_DECIMALS = 18

/** A token as it will be stored, with its chain and address. */
export type PreparedIssue = {
  id: string
  chain: Chain
  wallet: WalletRow
  input: IssueTokenInput
  priceMicros: bigint
  maxPerInvestorUnits: bigint
  yieldParams: StoredYieldParams | null
  payment: PaymentAsset | null
  contractAddress: string
  salt: string
  /** Whether it was issued before, by a request that a restored backup lacks. */
  isDeployed: boolean
  /** The deployment: a call of the factory, or instructions on Solana. */
  call: { to: string; data: `0x${string}` }
}

/** The token to issue, and the name of the request. */
export type IssueRequest = { body: IssueTokenInput; name: RequestName }

const word = z.string().regex(/^0x[0-9a-f]{64}$/i)

/**
 * Reads what a new token needs, before any transaction is opened: its tokenAdmin, its payment token, whether its
 * coupons can be computed, and its future address. Throws invalid, forbidden, not_found, failed (wallet), unavailable.
 */
export async function prepareIssue(tenant: Tenant, { body: input, name }: IssueRequest): Promise<PreparedIssue> {
  const chain = await requireChainOfNetwork(tenant, { network: input.chain, chainId: input.chainId })
  const wallet = await requireAdmin(tenant, chain, input.tokenAdmin)
  const payment = input.yieldParams && (await requirePaymentAsset(chain, input.yieldParams.paymentToken))
  const yieldParams = input.yieldParams && payment && { ...input.yieldParams, paymentToken: payment.address }
  // A request that a restored backup has forgotten has the same id and address again, and finds its contract there.
  const id = name.intentId === null ? newId() : createdIdOf(name.intentId)
  const salt = saltOf({ projectId: tenant.projectId ?? '', tokenId: id })
  const maxPerInvestorUnits = unitsOf(input.maxTokensPerInvestor, input.decimals)
  const asset = { ...input, adminAddress: wallet.address, maxPerInvestorUnits, lockUpSeconds: input.lockUpDuration }
  const place =
    chain.chainType === 'SOLANA'
      ? await prepareMint(chain, { ...input, admin: wallet.address, salt })
      : await prepareContract(chain, toAssetParams({ ...asset, paymentToken: payment?.address ?? null }), salt)
  if (yieldParams && payment && !place.isDeployed) {
    const { day } = await readChainDay(chain)
    requireSchedule(yieldParams, { issueDate: day, tokenDecimals: input.decimals, paymentDecimals: payment.decimals })
  }
  const { contractAddress, isDeployed, call } = place
  return {
    id,
    chain,
    wallet,
    input,
    priceMicros: unitsOf(input.price, 6),
    maxPerInvestorUnits,
    yieldParams,
    payment,
    salt,
    contractAddress,
    isDeployed,
    call,
  }
}

function unitsOf(text: string, decimals: number): bigint {
  const parsed = parseUnits(text, decimals)
  if ('problem' in parsed) throw new Error('the schema accepted an invalid amount')
  return parsed.units
}

/**
 * The named wallet, or the first one. A business without wallets gets one, because it may not have the Wallet product.
 */
function requireAdmin(tenant: Tenant, { chainType }: Chain, tokenAdmin: string | undefined): Promise<WalletRow> {
  if (tokenAdmin === undefined) return ensureFirstWallet(tenant, { chainType, purpose: 'TOKEN_ADMIN' })
  return inTenantReading(tenant, (ctx) => requireActiveWallet(ctx, { chainType, from: tokenAdmin }))
}

async function prepareContract(chain: Chain, params: AssetParams, salt: `0x${string}`) {
  const contractAddress = await predictAddress(chain, params, salt)
  const isDeployed = (await readCode(chain, contractAddress)) !== '0x'
  return { contractAddress, isDeployed, call: { to: assetFactoryAddress(), data: encodeCreate(params, salt) } }
}

/** The address that the factory predicts. Throws invalid if the chain has no factory. */
async function predictAddress(chain: Chain, params: AssetParams, salt: `0x${string}`): Promise<string> {
  const to = assetFactoryAddress()
  if ((await readCode(chain, to)) === '0x') throw refusal('tokenization_unsupported', { param: 'chain' })
  const answer = await readFromChain(() =>
    callRpc(chain, 'eth_call', [{ to, data: encodePredict(params, salt) }, 'latest']),
  )
  const predicted = word.safeParse(answer)
  if (!predicted.success) throw validationError(['body: the token cannot be made of this'])
  return getAddress(`0x${predicted.data.slice(-40)}`)
}

type At = { issueDate: string; tokenDecimals: number; paymentDecimals: number }

/** Refuses a schedule that begins too early, or whose amounts cannot be computed exactly. Throws invalid. */
function requireSchedule(params: StoredYieldParams, { issueDate, ...decimals }: At): void {
  const { firstCouponDate, callDate } = params
  if (firstCouponDate <= issueDate)
    throw validationError(['yieldParams.firstCouponDate: must be after the day of issue'])
  if (callDate !== null && callDate <= issueDate)
    throw validationError(['yieldParams.callDate: must be after the day of issue'])
  try {
    for (const { dayCountFraction } of planCoupons(toSchedule(params, issueDate)))
      couponRate({
        faceValue: params.faceValuePerToken,
        annualRate: params.annualRate,
        fraction: dayCountFraction,
        ...decimals,
      })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw validationError([`yieldParams: ${error.message}`])
  }
}

/** The payment token of the request, or the chain's USDC. Throws invalid if the address is not a token, unavailable. */
async function requirePaymentAsset(chain: Chain, named: string | undefined): Promise<PaymentAsset> {
  if (named === undefined) {
    const usdc = chain.tokens.find(({ symbol }) => symbol === DEFAULT_SYMBOL)
    if (!usdc) throw validationError([`yieldParams.paymentToken: is required, as ${chain.name} has no USDC here`])
    return { address: usdc.address, symbol: usdc.symbol, decimals: usdc.decimals }
  }
  const address = canonicalAddress(chain.chainType, named)
  if (address === null) throw validationError([`yieldParams.paymentToken: is not an address of ${chain.code}`])
  const supported = chain.tokens.find((token) => token.address === address)
  if (supported) return { address, symbol: supported.symbol, decimals: supported.decimals }
  const decimals = await readFromChain(() =>
    chain.chainType === 'SOLANA' ? readMintDecimals(chain, address) : readDecimals(chain, address),
  )
  if (decimals === null || decimals > MAX_DECIMALS) throw validationError(['yieldParams.paymentToken: is not a token'])
  return { address, symbol: 'tokens', decimals }
}

/** The decimals of a mint; null if it is not a mint, or if its transfers are not supported. */
async function readMintDecimals(chain: Chain, address: string): Promise<number | null> {
  const mint = await findMint(chain, address)
  return mint === null || mint.problem !== null ? null : mint.decimals
}

/** The code at an address; `0x` if there is none. Throws unavailable. */
async function readCode(chain: Chain, address: string): Promise<string> {
  return String(await readFromChain(() => callRpc(chain, 'eth_getCode', [address, 'latest'])))
}

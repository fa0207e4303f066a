import { and, eq, isNull } from 'drizzle-orm'
import { depositAccounts, paymentArrivals, wallets } from '@/db/schema'
import { typeOf } from '@/schemas/addresses/contract'
import type { RecoverDepositInput } from '@/schemas/payments/stablecoins/contract'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import { balanceOfCall, readDecimals } from '@/server/chains/evm/erc20'
import { readLatestQuantities } from '@/server/chains/evm/read-latest-quantities'
import { readFromChain } from '@/server/chains/read-from-chain'
import { type Chain, findChain } from '@/server/chains/registry'
import { findMint } from '@/server/chains/solana/find-mint'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound, validationError } from '@/server/errors'
import type { PlatformSigner } from '@/server/platform/gas-wallet'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

export type UnmatchedDeposit = { chain: Chain; signer: PlatformSigner; decimals: number; units: bigint }

/**
 * The unmatched deposit at an address, as its chain reports it. Throws not_found, invalid, failed (nothing there, or
 * money of the payment), unavailable.
 */
export async function findRecovery(ctx: OperatorCtx, input: RecoverDepositInput): Promise<UnmatchedDeposit> {
  const { chainId, address, tokenAddress, toAddress } = input
  const chain = await findChain(chainId)
  if (!chain || chain.rpcUrls.length === 0) throw notFound('Chain')
  for (const one of [address, toAddress, ...(tokenAddress ? [tokenAddress] : [])])
    if (typeOf(one) !== chain.chainType) throw validationError([`address: ${one} is none of ${chain.name}`])
  const isOurs = and(eq(wallets.businessId, PLATFORM_BUSINESS_ID), eq(wallets.purpose, PAYMENT_DEPOSIT))
  const [signer] = await ctx.db
    .select()
    .from(wallets)
    .where(and(isOurs, eq(wallets.address, address)))
  if (!signer) throw notFound('Address')
  if (address === toAddress) throw validationError(['toAddress: is the address itself'])
  if (tokenAddress !== null && (await isTaken(ctx, { walletId: signer.id, chainId, tokenAddress })))
    throw new ApiError('failed', 'This token is money of its payment: it is booked, and swept once settled')
  const { decimals, units } = await readFromChain(() => readUnmatched(ctx, chain, { signer, tokenAddress }))
  if (units === 0n) throw new ApiError('failed', 'The address holds none of this token')
  return { chain, signer, decimals, units }
}

type Asked = { walletId: string; chainId: number; tokenAddress: string }

async function isTaken({ db }: OperatorCtx, { walletId, chainId, tokenAddress }: Asked): Promise<boolean> {
  const [account] = await db
    .select({ id: depositAccounts.id })
    .from(depositAccounts)
    .where(
      and(
        eq(depositAccounts.walletId, walletId),
        eq(depositAccounts.chainId, chainId),
        eq(depositAccounts.tokenAddress, tokenAddress),
      ),
    )
    .limit(1)
  return account !== undefined
}

type Held = { signer: PlatformSigner; tokenAddress: string | null }

async function readUnmatched(ctx: OperatorCtx, chain: Chain, { signer, tokenAddress }: Held) {
  if (chain.chainType === 'SOLANA') return readUnmatchedOnSolana(ctx, chain, { signer, tokenAddress })
  if (tokenAddress === null) {
    const [units = 0n] = await readLatestQuantities(chain, [
      { method: 'eth_getBalance', params: [signer.address, 'latest'] },
    ])
    return { decimals: chain.nativeDecimals, units }
  }
  const decimals = await readDecimals(chain, tokenAddress)
  if (decimals === null) throw validationError(['tokenAddress: no token at this address'])
  const [units = 0n] = await readLatestQuantities(chain, [balanceOfCall(tokenAddress, signer.address)])
  return { decimals, units }
}

/** The unmatched units in the associated token account of the address, from the deposits that were seen. */
async function readUnmatchedOnSolana({ db }: OperatorCtx, chain: Chain, { signer, tokenAddress }: Held) {
  const isOfToken =
    tokenAddress === null ? isNull(paymentArrivals.tokenAddress) : eq(paymentArrivals.tokenAddress, tokenAddress)
  const rows = await db
    .select({ units: paymentArrivals.units })
    .from(paymentArrivals)
    .where(
      and(
        eq(paymentArrivals.walletId, signer.id),
        eq(paymentArrivals.chainId, chain.chainId),
        eq(paymentArrivals.state, 'FOREIGN'),
        isNull(paymentArrivals.sweepId),
        isOfToken,
      ),
    )
  const mint = tokenAddress === null ? null : await findMint(chain, tokenAddress)
  return { decimals: mint?.decimals ?? chain.nativeDecimals, units: rows.reduce((sum, { units }) => sum + units, 0n) }
}

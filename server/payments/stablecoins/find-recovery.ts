import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { depositAccounts, deposits, paymentArrivals, wallets } from '@/db/schema'
import { typeOf } from '@/schemas/addresses/contract'
import type { RecoverDepositInput } from '@/schemas/payments/stablecoins/contract'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import { balanceOfCall, readDecimals } from '@/server/chains/evm/erc20'
import { readLatestQuantities } from '@/server/chains/evm/read-latest-quantities'
import { readFromChain } from '@/server/chains/read-from-chain'
import { type Chain, findChain } from '@/server/chains/registry'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { findMint } from '@/server/chains/solana/find-mint'
import { parseTokenAccount } from '@/server/chains/solana/parse-token-account'
import { readAccounts } from '@/server/chains/solana/read-accounts'
import type { OperatorCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { ApiError, notFound, validationError } from '@/server/errors'
import { formatAmount, parseAmount } from '@/server/money/amount'
import type { PlatformSigner } from '@/server/platform/gas-wallet'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { restoredSince } from '@/server/recovery/restored-since'

export type UnmatchedDeposit = { chain: Chain; signer: PlatformSigner; decimals: number; units: bigint; readAt: Date }

/** A recovery also keeps transactions without a record for this time. */
const LOST_DAYS = 90

export const DEPOSITS_CHANGED = 'These deposits have changed: load the list again'

/**
 * The amount that a recovery sends: the sum of its deposits or, without deposits, an amount of what the chain reports
 * beyond all deposits. Throws not_found, invalid, conflict (a deposit changed), failed (the address holds less, or it
 * is money of the payment), unavailable.
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
  const [recovery, readAt] = [{ ...input, chain, signer }, ctx.now()]
  const found = input.depositIds.length > 0 ? await readNamed(ctx, recovery) : await readUnseen(ctx, recovery)
  return { chain, signer, readAt, ...found }
}

type RecoveryInput = RecoverDepositInput & { chain: Chain; signer: PlatformSigner }

/** The sum of the named deposits, each of which must be unmatched. */
async function readNamed(ctx: OperatorCtx, recovery: RecoveryInput): Promise<{ decimals: number; units: bigint }> {
  const { db } = ctx
  const { depositIds, amount, chainId, tokenAddress, signer } = recovery
  if (amount !== null) throw validationError(['amount: is the sum of the deposits'])
  const isOfToken =
    tokenAddress === null ? isNull(paymentArrivals.tokenAddress) : eq(paymentArrivals.tokenAddress, tokenAddress)
  const isHere = and(eq(paymentArrivals.walletId, signer.id), eq(paymentArrivals.chainId, chainId), isOfToken)
  const isUnmatched = and(eq(paymentArrivals.state, 'FOREIGN'), isNull(paymentArrivals.decidedBy))
  const rows = await db
    .select({ units: paymentArrivals.units, decimals: deposits.decimals })
    .from(paymentArrivals)
    .innerJoin(deposits, eq(deposits.id, paymentArrivals.depositId))
    .where(and(inArray(paymentArrivals.depositId, depositIds), isHere, isUnmatched))
  const [first] = rows
  if (!first || rows.length !== new Set(depositIds).size) throw new ApiError('conflict', DEPOSITS_CHANGED)
  await requireThere(ctx, recovery)
  return { decimals: first.decimals, units: rows.reduce((sum, { units }) => sum + units, 0n) }
}

/**
 * After a restore, throws failed if the address lacks a whole deposit: a recovery after the backup sent it, and to
 * send it again would take the money of the others. Half of one is the bound, because the address also pays and
 * receives gas.
 */
async function requireThere(ctx: OperatorCtx, recovery: RecoveryInput): Promise<void> {
  if (!(await restoredSince(ctx, new Date(ctx.now().getTime() - LOST_DAYS * MS_PER_DAY)))) return
  const { decimals, balanceUnits } = await readFromChain(() => readBalance(recovery))
  const { units: listedUnits, leastUnits } = await readDeposited(ctx, recovery)
  if (2n * (listedUnits - balanceUnits) < leastUnits) return
  const [held, listed] = [formatAmount(balanceUnits, decimals), formatAmount(listedUnits, decimals)]
  const why = 'a recovery that a restored backup lacks may have sent the rest'
  throw new ApiError('failed', `The address holds ${held} of ${listed}: ${why}. Ignore the deposits that were sent`)
}

/** The named amount, of what no deposit accounts for: tokens that are not followed, coins sent by a contract. */
async function readUnseen(ctx: OperatorCtx, recovery: RecoveryInput): Promise<{ decimals: number; units: bigint }> {
  const { amount, chain, tokenAddress } = recovery
  if (chain.chainType === 'SOLANA') throw new ApiError('failed', 'Name the deposits to recover')
  if (amount === null) throw validationError(['amount: is required where no deposit is named'])
  if (tokenAddress !== null && (await isTaken(ctx, recovery)))
    throw new ApiError('failed', 'This token is money of its payment: it is booked, and swept once settled')
  const { decimals, balanceUnits } = await readFromChain(() => readBalance(recovery))
  const parsed = parseAmount(amount, decimals)
  if ('problem' in parsed) throw validationError([`amount: ${parsed.problem}`])
  const unseen = balanceUnits - (await readDeposited(ctx, recovery)).units
  if (parsed.units > unseen) {
    const most = formatAmount(unseen > 0n ? unseen : 0n, decimals)
    throw new ApiError('failed', `The address holds ${most} of it that no deposit accounts for`)
  }
  return { decimals, units: parsed.units }
}

async function isTaken({ db }: OperatorCtx, { signer, chainId, tokenAddress }: RecoveryInput): Promise<boolean> {
  const [account] = await db
    .select({ id: depositAccounts.id })
    .from(depositAccounts)
    .where(
      and(
        eq(depositAccounts.walletId, signer.id),
        eq(depositAccounts.chainId, chainId),
        eq(depositAccounts.tokenAddress, tokenAddress ?? ''),
      ),
    )
    .limit(1)
  return account !== undefined
}

async function readBalance({
  chain,
  signer,
  tokenAddress,
}: RecoveryInput): Promise<{ decimals: number; balanceUnits: bigint }> {
  if (chain.chainType === 'SOLANA') return readSolanaBalance(chain, { owner: signer.address, mint: tokenAddress })
  if (tokenAddress === null) {
    const call = { method: 'eth_getBalance', params: [signer.address, 'latest'] }
    const [balanceUnits = 0n] = await readLatestQuantities(chain, [call])
    return { decimals: chain.nativeDecimals, balanceUnits }
  }
  const decimals = await readDecimals(chain, tokenAddress)
  if (decimals === null) throw validationError(['tokenAddress: no token at this address'])
  const [balanceUnits = 0n] = await readLatestQuantities(chain, [balanceOfCall(tokenAddress, signer.address)])
  return { decimals, balanceUnits }
}

/** The balance of an address in a token, or in the coin. */
async function readSolanaBalance(chain: Chain, { owner, mint }: { owner: string; mint: string | null }) {
  const found = mint === null ? null : await findMint(chain, mint)
  if (mint !== null && found === null) throw validationError(['tokenAddress: no token at this address'])
  const address = mint && found ? associatedAccount({ owner, mint, programId: found.programId }) : owner
  const account = (await readAccounts(chain, [address])).get(address) ?? null
  if (!found) return { decimals: chain.nativeDecimals, balanceUnits: account?.lamports ?? 0n }
  return { decimals: found.decimals, balanceUnits: (account && parseTokenAccount(account)?.amountUnits) ?? 0n }
}

const numeric = z.string().transform((text) => BigInt(text))
const depositedRow = z.object({ units: numeric, leastUnits: numeric })

/**
 * The units, and those of the smallest one, of deposits that may still be at the address: those that were sent away,
 * left the chain or were ignored by an operator are not. A deposit that is not final yet counts: it will be listed, and
 * is recovered as such.
 */
async function readDeposited({ db }: OperatorCtx, { signer, chainId, tokenAddress }: RecoveryInput) {
  const [row] = await db.execute(sql`
    select coalesce(sum(d.amount_units), 0)::text as units, coalesce(min(d.amount_units), 0)::text as "leastUnits"
    from deposits d left join payment_arrivals a on a.deposit_id = d.id left join payment_sweeps s on s.id = a.sweep_id
    where d.wallet_id = ${signer.id} and d.chain_id = ${chainId} and d.token_address is not distinct from ${tokenAddress}
      and d.stage <> 'reverted' and a.decided_by is null and s.state is distinct from 'DONE'`)
  return depositedRow.parse(row)
}

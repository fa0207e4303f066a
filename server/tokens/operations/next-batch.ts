import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { encodeFunctionData, getAddress } from 'viem'
import { erc20Abi } from '@/contracts/generated/erc20'
import type { Database } from '@/db/client'
import { tokenOperations, tokenSteps, tokenWallets } from '@/db/schema'
import { HOLDERS_PER_CALL, REDEMPTION_INDEX } from '@/schemas/tokens/words'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import { refusal } from '@/server/errors'
import { isBlocked } from '@/server/screening/find-blocked'
import { secondsOf } from '@/server/tokens/chain-day'
import { readPayoutUnits } from '@/server/tokens/payouts/read-payout-units'
import { readRecordHolders } from '@/server/tokens/payouts/read-record-holders'
import { requireIndexed } from '@/server/tokens/payouts/require-indexed'
import {
  encodeApprove,
  encodeFund,
  encodePayHolders,
  encodeRecordCoupon,
  encodeRecordRedemption,
  encodeReturnRest,
} from './asset-calls'
import type { PayoutRow, PlannedCall, TokenRow } from './plan'

/** The number of calls that are accepted together. */
const CALLS_PER_BATCH = 50

type Payment = { token: TokenRow; payout: PayoutRow; chain: Chain }

/**
 * Plans the next calls for a coupon or a redemption from our index: record, fund, pay. For a redemption, the money is
 * approved before it is recorded. Empty once each holder's share is paid or reserved. An interrupted payment continues
 * here; the contract pays each holder once. Throws conflict, unavailable.
 */
export async function planNextBatch(db: Database, payment: Payment): Promise<PlannedCall[]> {
  const { payout } = payment
  await requireIndexed(payment.chain, payment)
  if (payout.basisUnits === null && payout.index === REDEMPTION_INDEX) return closeCalls(db, payment)
  if (payout.basisUnits === null) return [recordCall(payment)]
  const required = (payout.basisUnits * payout.rateNumerator) / payout.rateDenominator
  if (!isFunded(payout)) {
    await requireNoneFunded(db, payment)
    return fundCalls(payment, required)
  }
  return payCalls(db, payment)
}

function isFunded({ status }: PayoutRow): boolean {
  return status === 'FUNDED' || status === 'PAYING' || status === 'PAID'
}

function recordCall({ token, payout }: Payment): PlannedCall {
  const rate = { numerator: payout.rateNumerator, denominator: payout.rateDenominator }
  const data =
    payout.index === REDEMPTION_INDEX
      ? encodeRecordRedemption(rate)
      : encodeRecordCoupon(payout.index, secondsOf(payout.payDate) - 1, rate)
  return toContract(token, data)
}

/**
 * Plans the record of a redemption, which closes its token permanently. Its money is approved first, and funding
 * follows right after the record, so that no later call of the tokenAdmin comes between. Throws conflict, unavailable.
 */
async function closeCalls(db: Database, payment: Payment): Promise<PlannedCall[]> {
  const { token, payout, chain } = payment
  await requireNoneFunded(db, payment)
  const basis = await readPayoutUnits(chain, payment)
  const [first, ...more] = await fundCalls(payment, (basis * payout.rateNumerator) / payout.rateDenominator)
  if (!first) throw new Error('a redemption has no funding call')
  if (first.to !== token.contractAddress) return [first]
  const notBeside = [token.contractAddress, token.yieldParams?.paymentToken ?? '']
  return [{ ...recordCall(payment), notBeside }, { ...first, needsPrevious: true }, ...more]
}

/** All payouts of a token share one allowance, so one payout could use the allowance of another. Throws conflict. */
async function requireNoneFunded(db: Database, { token, payout }: Payment): Promise<void> {
  const selectors = [encodeApprove(token.contractAddress, 0n), encodeFund(payout.index)].map((data) =>
    data.slice(0, 10),
  )
  const [other] = await db
    .select({ id: tokenOperations.id })
    .from(tokenSteps)
    .innerJoin(tokenOperations, eq(tokenOperations.id, tokenSteps.operationId))
    .where(
      and(
        eq(tokenOperations.tokenId, token.id),
        eq(tokenOperations.status, 'PENDING'),
        ne(tokenOperations.payoutId, payout.id),
        eq(tokenSteps.status, 'OPEN'),
        inArray(sql`left(${tokenSteps.callData}, 10)`, selectors),
      ),
    )
    .limit(1)
  if (other)
    throw refusal('operation_open', { message: `Operation ${other.id} is being funded: this one comes after it` })
}

/**
 * The approval of exactly the required amount, and the transfer; only the transfer if an earlier batch approved it.
 * Another allowance is reset to zero in a separate batch, because some tokens only change a zero allowance, and because
 * setting it from zero takes more gas.
 */
async function fundCalls({ token, payout, chain }: Payment, required: bigint): Promise<PlannedCall[]> {
  const paymentToken = token.yieldParams?.paymentToken ?? ''
  const fund = toContract(token, encodeFund(payout.index))
  const allowed = await readAllowance(chain, token, paymentToken)
  if (allowed >= required) return [fund]
  const approve = (units: bigint) => ({
    ...toContract(token, encodeApprove(token.contractAddress, units)),
    to: paymentToken,
  })
  return allowed > 0n ? [approve(0n)] : [approve(required), { ...fund, needsPrevious: true }]
}

/** The allowance of the token for its tokenAdmin's payment tokens, in units. Throws unavailable. */
async function readAllowance(chain: Chain, token: TokenRow, paymentToken: string): Promise<bigint> {
  const args = [getAddress(token.adminAddress), getAddress(token.contractAddress)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  return quantity.parse(await readFromChain(() => callRpc(chain, 'eth_call', [{ to: paymentToken, data }, 'latest'])))
}

async function payCalls(db: Database, { token, payout }: Omit<Payment, 'chain'>): Promise<PlannedCall[]> {
  const most = CALLS_PER_BATCH * HOLDERS_PER_CALL
  const unpaid =
    payout.index === REDEMPTION_INDEX
      ? await readHolders(db, token, { most })
      : await readRecordHolders(db, { token, payout, most })
  const calls: PlannedCall[] = []
  for (let first = 0; first < unpaid.length; first += HOLDERS_PER_CALL) {
    const holders = unpaid.slice(first, first + HOLDERS_PER_CALL)
    calls.push(toContract(token, encodePayHolders(payout.index, holders)))
  }
  if (calls.length > 0 || payout.paidBasisUnits !== payout.basisUnits) return calls
  return payout.fundedUnits > payout.paidUnits && !(await isRestBack(db, payout))
    ? [toContract(token, encodeReturnRest(payout.index))]
    : []
}

/** Whether only holders with blocked addresses are left to be paid of a funded payout. */
export async function isHeldBack(db: Database, payment: Omit<Payment, 'chain'>): Promise<boolean> {
  if (!isFunded(payment.payout) || (await payCalls(db, payment)).length > 0) return false
  return hasBlockedHolder(db, payment)
}

/** Whether a holder is not paid because the address is blocked. */
export async function hasBlockedHolder(db: Database, { token, payout }: Omit<Payment, 'chain'>): Promise<boolean> {
  const blocked =
    payout.index === REDEMPTION_INDEX
      ? await readHolders(db, token, { most: 1, areBlocked: true })
      : await readRecordHolders(db, { token, payout, most: 1, areBlocked: true })
  return blocked.length > 0
}

/** The current holders without the tokenAdmin, who is not paid, and without blocked addresses, or these alone. */
async function readHolders(
  db: Database,
  token: TokenRow,
  { most, areBlocked = false }: { most: number; areBlocked?: boolean },
): Promise<string[]> {
  const { id, adminAddress } = token
  const rows = await db
    .select({ address: tokenWallets.address })
    .from(tokenWallets)
    .where(
      and(
        eq(tokenWallets.tokenId, id),
        gt(tokenWallets.balanceUnits, 0n),
        sql`${tokenWallets.address} <> ${adminAddress}`,
        sql`${isBlocked(token, sql`${tokenWallets.address}`)} = ${areBlocked}`,
      ),
    )
    .orderBy(asc(tokenWallets.address))
    .limit(most)
  return rows.map(({ address }) => address)
}

async function isRestBack(db: Database, { tokenId, index }: PayoutRow): Promise<boolean> {
  const rows = await db.execute(sql`
    select 1 from token_events where token_id = ${tokenId} and name = 'RestReturned' and args->>'id' = ${String(index)} limit 1`)
  return rows.length > 0
}

function toContract({ adminAddress: from, contractAddress: to }: TokenRow, data: PlannedCall['data']): PlannedCall {
  return { from, to, data, effect: null }
}

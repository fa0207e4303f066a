import { readFromChain } from '@/server/chains/read-from-chain'
import type { Instruction } from '@/server/chains/solana/encode-message'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { inTenantReading, type Tenant, workerCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { formatAmount } from '@/server/money/amount'
import { usdMicrosUp } from '@/server/money/usd'
import { findPrice } from '@/server/prices/find-price'
import { findBlocked } from '@/server/screening/find-blocked'
import type { ContractCode } from '@/server/tokens/operations/error-codes'
import type { CallEffect, OperationPlan, PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import type { OperationRefusal } from '@/server/tokens/operations/prepare-operation'
import { notIndexed } from '@/server/tokens/payouts/require-indexed'
import type { LoadedToken } from '@/server/tokens/plans/load-token'
import { createAccount, transferChecked } from './asset-instructions'
import { couponMemo, findPayments } from './find-payments'
import { packLinesIntoCalls } from './pack-lines-into-calls'
import { readHolderStates } from './read-holder-states'
import { type Payment, readPayment } from './read-payment'
import { readRecordUnits } from './read-record-units'
import { requireRecordRead } from './require-record-read'

type Planned = Pick<OperationPlan, 'calls' | 'items' | 'decidedCodes'> & {
  earlyRefusal: OperationRefusal | null
  /** Units that investors held at the record time. */
  basisUnits: bigint
}
type Line = { address: string; units: bigint }

const HOLDERS_PER_CALL = 6
/** The maximum number of lines in an operation; the next operation pays the rest. */
const MAX_HOLDERS = 960

/**
 * The calls that pay a coupon from the tokenAdmin's account of the payment token, each holder once. Paid holders are
 * left out; holders that are frozen or blocked, or whose payment account accepts no transfer, wait. `earlyRefusal`: why
 * nothing can be paid now. Throws failed (done), unavailable.
 */
export async function payOnSolana(tenant: Tenant, loaded: LoadedToken, payout: PayoutRow): Promise<Planned> {
  const { token } = loaded
  await requireRecordRead(tenant, { token, payout })
  const holders = await inTenantReading(tenant, ({ db }) => readRecordUnits(db, { token, payout }))
  const basisUnits = holders.reduce((sum, { units }) => sum + units, 0n)
  const lines = holders.filter(({ isPaid }) => !isPaid).slice(0, MAX_HOLDERS)
  if (lines.length === 0) throw refusal('coupon_done')
  const addresses = lines.map(({ address }) => address)
  await requireNoneFound(loaded, payout, addresses)
  const states = await readHolderStates(tenant, loaded, addresses)
  const payment = await readPayment(loaded, addresses)
  const blocked = await inTenantReading(tenant, (ctx) => findBlocked(ctx, addresses))
  const decidedCodes = lines.map(({ address }): ContractCode | null => {
    if (blocked.has(address)) return 'address_blocked'
    if (states.get(address)?.isFrozen) return 'frozen'
    return payment.stateOf(address) === 'refused' ? 'payment_refused' : null
  })
  const items = lines.map(({ address, units }) => ({ address, amountUnits: units }))
  const owed = lines
    .filter((_, line) => decidedCodes[line] === null)
    .reduce((sum, { units }) => sum + amountOf(payout, units), 0n)
  const earlyRefusal = problemOf(token, payment, owed)
  if (earlyRefusal) return { calls: [], items, decidedCodes, earlyRefusal, basisUnits }
  const toInstructions = ({ address, units }: Line): Instruction[] => [
    ...prepareAccount(payment, address),
    transferChecked(payment.acting, {
      from: token.adminAddress,
      to: address,
      units: amountOf(payout, units),
      decimals: payment.decimals,
    }),
  ]
  const price = await findPrice(token.paymentSymbol ?? '')
  // Policies judge it like the approval of the amount on EVM chains. Without a price it counts as a call of unknown
  // value.
  const toEffect = (some: readonly Line[]): CallEffect | null => {
    if (!price) return null
    const units = some.reduce((sum, line) => sum + amountOf(payout, line.units), 0n)
    return {
      toAddress: token.contractAddress,
      valueUsdMicros: usdMicrosUp(units, payment.decimals, price.priceE8),
    }
  }
  const calls = packLinesIntoCalls({
    token,
    lines,
    codes: decidedCodes,
    perCall: HOLDERS_PER_CALL,
    toInstructions,
    before: [couponMemo(token, payout)],
    toEffect,
  })
  return { calls, items, decidedCodes, earlyRefusal: null, basisUnits }
}

/** A payment that a restored backup lacks is recorded with the next read of the token. Throws unavailable. */
async function requireNoneFound(
  { token, chain }: LoadedToken,
  { index }: PayoutRow,
  owners: readonly string[],
): Promise<void> {
  const found = await readFromChain(() => findPayments(workerCtx().db, chain, token))
  const isFound = (owner: string) => found.some((payment) => payment.index === index && payment.isTo(owner))
  if (owners.some(isFound)) throw notIndexed()
}

/** The payment to a holder of these units, rounded down once. */
export function amountOf(
  { rateNumerator, rateDenominator }: Pick<PayoutRow, 'rateNumerator' | 'rateDenominator'>,
  units: bigint,
): bigint {
  return (units * rateNumerator) / rateDenominator
}

/** The instructions that a transfer into a holder's account needs before it. */
function prepareAccount({ acting, stateOf }: Payment, owner: string): Instruction[] {
  const state = stateOf(owner)
  if (state === 'missing') return [createAccount(acting, owner)]
  return state === 'memo' ? [{ program: PROGRAMS.memo, accounts: [], data: Buffer.from('Coupon') }] : []
}

function problemOf(
  token: TokenRow,
  { problem, availableUnits }: Payment,
  neededUnits: bigint,
): OperationRefusal | null {
  if (problem !== null) return { error: `Not sent: the payment token ${problem}`, code: 'payment_refused' }
  if (neededUnits <= availableUnits) return null
  const amount = (units: bigint) =>
    `${formatAmount(units, token.paymentDecimals ?? 0)} ${token.paymentSymbol ?? 'tokens'}`
  const error = `The tokenAdmin cannot fund the payment: ${amount(neededUnits)} needed, ${amount(availableUnits)} available`
  return { error, code: 'insufficient_funds' }
}

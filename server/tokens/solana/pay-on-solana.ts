import { askChain } from '@/server/chains/ask-chain'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import type { Instruction } from '@/server/chains/solana/encode-message'
import { findMint } from '@/server/chains/solana/find-mint'
import { parseTokenAccount } from '@/server/chains/solana/parse-token-account'
import { readAccounts } from '@/server/chains/solana/read-accounts'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { formatAmount } from '@/server/money/amount'
import type { OperationPlan, PayoutRow, TokenRow } from '../operations/plan'
import type { OperationRefusal } from '../operations/prepare-operation'
import type { Loaded } from '../plans/load-token'
import { type Acting, createAccount, transferChecked } from './asset-instructions'
import { linesInCalls } from './lines-in-calls'
import { readHolderStates } from './read-holder-states'
import { readRecordUnits } from './read-record-units'

type Planned = Pick<OperationPlan, 'calls' | 'items' | 'decided'> & {
  known: OperationRefusal | null
  /** Units that investors held at the record time. */
  basisUnits: bigint
}
type Line = { address: string; units: bigint }

const HOLDERS_PER_CALL = 6
/** So many lines an operation has at most; whoever is left is paid by the next. */
const MOST_HOLDERS = 960

/**
 * The calls that pay a coupon from the tokenAdmin's account of the payment token, each holder once: those who were paid are left out, and frozen ones
 * wait until they are thawed. `known`: that the tokenAdmin lacks the money. Throws failed (done), unavailable.
 */
export async function payOnSolana(tenant: Tenant, loaded: Loaded, payout: PayoutRow): Promise<Planned> {
  const { token } = loaded
  const holders = await inTenantReading(tenant, ({ db }) => readRecordUnits(db, { token, payout }))
  const basisUnits = holders.reduce((sum, { units }) => sum + units, 0n)
  const lines = holders.filter(({ isPaid }) => !isPaid).slice(0, MOST_HOLDERS)
  if (lines.length === 0) throw refusal('coupon_done')
  const addresses = lines.map(({ address }) => address)
  const states = await readHolderStates(tenant, loaded, addresses)
  const decided = lines.map(({ address }) => (states.get(address)?.account === 'frozen' ? ('frozen' as const) : null))
  const items = lines.map(({ address, units }) => ({ address, amountUnits: units }))
  const payment = await readPayment(loaded, addresses)
  const owed = lines
    .filter((_, line) => decided[line] === null)
    .reduce((sum, { units }) => sum + amountOf(payout, units), 0n)
  const known = owed > payment.availableUnits ? shortOf(token, owed, payment.availableUnits) : null
  const toInstructions = ({ address, units }: Line): Instruction[] => [
    ...(payment.missing.has(address) ? [createAccount(payment.acting, address)] : []),
    transferChecked(payment.acting, {
      from: token.adminAddress,
      to: address,
      units: amountOf(payout, units),
      decimals: payment.decimals,
    }),
  ]
  const calls = linesInCalls({ token, lines, codes: decided, perCall: HOLDERS_PER_CALL, toInstructions })
  return { calls, items, decided, known, basisUnits }
}

/** What a holder of so many units is paid: rounded down, once. */
export function amountOf(
  { rateNumerator, rateDenominator }: Pick<PayoutRow, 'rateNumerator' | 'rateDenominator'>,
  units: bigint,
): bigint {
  return (units * rateNumerator) / rateDenominator
}

type Payment = { acting: Acting; decimals: number; availableUnits: bigint; missing: ReadonlySet<string> }

/** The payment token, what the tokenAdmin has of it, and who has no account of it yet. */
async function readPayment({ token, chain }: Loaded, owners: readonly string[]): Promise<Payment> {
  const address = token.yieldParams?.paymentToken ?? ''
  const mint = await askChain(() => findMint(chain, address))
  if (!mint) throw refusal('chain_unreachable')
  const acting = { mint: address, programId: mint.programId, authority: token.adminAddress }
  const accountOf = (owner: string) => associatedAccount({ owner, ...acting })
  const accounts = await askChain(() => readAccounts(chain, [token.adminAddress, ...owners].map(accountOf)))
  const own = accounts.get(accountOf(token.adminAddress))
  const missing = owners.filter((owner) => !accounts.get(accountOf(owner)))
  return {
    acting,
    decimals: mint.decimals,
    availableUnits: (own && parseTokenAccount(own)?.amountUnits) ?? 0n,
    missing: new Set(missing),
  }
}

function shortOf(token: TokenRow, neededUnits: bigint, availableUnits: bigint): OperationRefusal {
  const amount = (units: bigint) =>
    `${formatAmount(units, token.paymentDecimals ?? 0)} ${token.paymentSymbol ?? 'tokens'}`
  const error = `The tokenAdmin cannot fund the payment: ${amount(neededUnits)} needed, ${amount(availableUnits)} available`
  return { error, code: 'insufficient_funds' }
}

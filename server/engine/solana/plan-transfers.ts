import { NATIVE_SHORT, SWEEP_OUTDATED, SWEEP_SHORT, TOKEN_SHORT } from '@/server/chains/shortage-texts'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { RECIPIENT_FROZEN, SENDER_FROZEN, tooLittleText } from '@/server/chains/solana/failure-texts'
import { type Mint, parseMint } from '@/server/chains/solana/parse-mint'
import { parseTokenAccount } from '@/server/chains/solana/parse-token-account'
import type { SolanaWork } from '@/server/chains/solana/program-call'
import { decodeProgramCall } from '@/server/chains/solana/program-call-data'
import type { SolanaAccount } from '@/server/chains/solana/read-accounts'
import type { SolanaTransfer } from '@/server/chains/solana/transfer'
import type { JudgedSweep } from '@/server/engine/load-sweep-facts'
import type { ShortUnits } from '@/server/money/asset-shortfall'
import type { ChainInFlight } from './load-in-flight'
import type { Queued } from './load-queue'
import { rentOfCall } from './rent-of-call'
import { CALL_ACCOUNT_BYTES } from './solana-limits'

export type PlanFacts = {
  feePayer: string
  /** Confirmed accounts by address, with an entry for every address that `accountsOf` names. */
  accounts: ReadonlyMap<string, SolanaAccount | null>
  inFlight: ChainInFlight
  /** The units of its asset that a sweep leaves in its wallet, by transaction id. */
  reserved: ReadonlyMap<string, bigint>
  /** The results of checking sweeps of rules, by transaction id. */
  judged: ReadonlyMap<string, JudgedSweep>
  /** The minimum lamports of an account without data. The fee payer also has to keep them. */
  walletRent: bigint
  /** The minimum of lamports of an account of this size. */
  rentOf: (bytes: number) => bigint
  maxFeeLamports: bigint
  /** The highest fee of a call of programs. */
  maxCallFeeLamports: bigint
}

/**
 * A transfer that can be paid for. `rentLamports` is the rent of the token account it may have to create,
 * `rentPerAccount` the rent of one account.
 */
export type PlannedTransfer = { queued: Queued; transfer: SolanaWork; rentLamports: bigint; rentPerAccount: bigint }

/** The reason why a transfer cannot be sent; `short` if the balance is too low. */
export type Problem = { queued: Queued; text: string; short: ShortUnits | null }

export type Plan = {
  send: PlannedTransfer[]
  /** Cannot succeed: no transaction in flight could change the balance. */
  fail: Problem[]
  /** Wallets that wait for their earlier transfers. */
  waiting: Queued[]
  /** Transfers the fee payer cannot pay for now. */
  feePayerShort: Queued[]
}

type Verdict = { planned: PlannedTransfer } | Omit<Problem, 'queued'>

const OUTDATED = { text: SWEEP_OUTDATED, short: null }

/** Decides which transfers of the queue can be paid for, from confirmed balances less the amounts in flight. Pure. */
export function planTransfers(queue: readonly Queued[], facts: PlanFacts): Plan {
  const plan: Plan = { send: [], fail: [], waiting: [], feePayerShort: [] }
  const spent = new Map<string, bigint>()
  const busy = new Map([...facts.inFlight.wallets].map(([walletId, { count }]) => [walletId, count]))
  const blocked = new Set<string>()
  const calling = new Set<string>()
  let feePayerLeft = lamportsOf(facts, facts.feePayer) - facts.inFlight.feePayerLamports - facts.walletRent
  for (const queued of queue) {
    if (blocked.has(queued.walletId)) continue
    const isBusy = (busy.get(queued.walletId) ?? 0) > 0
    // The result of a call depends on the calls before it: they run one at a time, in order. A call may take more than
    // its row says, so a sweep that leaves something waits as well.
    if ((queued.callData !== null || facts.reserved.has(queued.id)) && isBusy) {
      plan.waiting.push(queued)
      blocked.add(queued.walletId)
      continue
    }
    const verdict =
      calling.has(queued.walletId) && facts.judged.has(queued.id) ? OUTDATED : judgeTransfer(queued, facts, spent)
    if ('text' in verdict) {
      if (verdict.short && isBusy) {
        plan.waiting.push(queued)
        blocked.add(queued.walletId)
      } else plan.fail.push({ queued, ...verdict })
      continue
    }
    const worst =
      (queued.callData === null ? facts.maxFeeLamports : facts.maxCallFeeLamports) + verdict.planned.rentLamports
    if (feePayerLeft < worst) {
      plan.feePayerShort.push(queued)
      blocked.add(queued.walletId)
      continue
    }
    feePayerLeft -= worst
    const key = `${queued.walletId} ${queued.tokenAddress ?? ''}`
    spent.set(key, (spent.get(key) ?? 0n) + queued.amountUnits)
    busy.set(queued.walletId, (busy.get(queued.walletId) ?? 0) + 1)
    if (queued.callData !== null) calling.add(queued.walletId)
    plan.send.push(verdict.planned)
  }
  return plan
}

/**
 * The accounts that a plan needs, in addition to the fee payer. `mints` are known from an earlier read of the queue's
 * tokens.
 */
export function accountsOf(queue: readonly Queued[], mints: ReadonlyMap<string, Mint | null>): string[] {
  return queue.flatMap((queued) => {
    const token = tokenOf(queued, mints)
    if (queued.callData !== null) return []
    if (!queued.tokenAddress) return [queued.fromAddress, queued.toAddress]
    if (!token) return [queued.tokenAddress]
    const own = [queued.fromAddress, queued.toAddress].map((owner) => associatedAccount({ owner, ...token }))
    return [queued.tokenAddress, ...own]
  })
}

function tokenOf({ tokenAddress }: Queued, mints: ReadonlyMap<string, Mint | null>) {
  const mint = tokenAddress ? mints.get(tokenAddress) : null
  return tokenAddress && mint ? { mint: tokenAddress, programId: mint.programId, decimals: mint.decimals } : null
}

function judgeTransfer(queued: Queued, facts: PlanFacts, spent: ReadonlyMap<string, bigint>): Verdict {
  if (queued.callData !== null) return judgeCall(queued, queued.callData, facts)
  if (isOutdated(queued, facts, spent)) return OUTDATED
  return queued.tokenAddress ? judgeToken(queued, facts, spent) : judgeNative(queued, facts, spent)
}

/** Whether a sweep moves more than was free when it was judged, less what its wallet sent since. */
function isOutdated(
  { id, walletId, tokenAddress, amountUnits }: Queued,
  { inFlight, judged }: PlanFacts,
  spent: ReadonlyMap<string, bigint>,
): boolean {
  const sweep = judged.get(id)
  if (!sweep) return false
  const flying = inFlight.wallets.get(walletId)
  const flyingUnits = (tokenAddress === null ? flying?.nativeUnits : flying?.tokens[tokenAddress]) ?? 0n
  const leftUnits = sweep.freeUnits - flyingUnits - (spent.get(`${walletId} ${tokenAddress ?? ''}`) ?? 0n)
  return sweep.isOutdated || leftUnits < amountUnits
}

/** Only the rent is planned here; simulation determines whether the call would succeed. Throws SolanaFormatError. */
function judgeCall(queued: Queued, callData: string, { feePayer, rentOf }: PlanFacts): Verdict {
  const instructions = decodeProgramCall(callData, feePayer)
  const rentPerAccount = rentOf(CALL_ACCOUNT_BYTES)
  const transfer = { intentId: queued.intentId, feePayer, fromOwner: queued.fromAddress, instructions }
  return { planned: { queued, transfer, rentLamports: rentOfCall(instructions, rentPerAccount), rentPerAccount } }
}

function judgeNative(queued: Queued, facts: PlanFacts, spent: ReadonlyMap<string, bigint>): Verdict {
  const flying = facts.inFlight.wallets.get(queued.walletId)?.nativeUnits ?? 0n
  const left = lamportsOf(facts, queued.fromAddress) - flying - (spent.get(`${queued.walletId} `) ?? 0n)
  const after = left - queued.amountUnits
  if (after < 0n) return { text: NATIVE_SHORT, short: shortUnits(queued.amountUnits, left) }
  const reserved = facts.reserved.get(queued.id) ?? 0n
  if (after < reserved) return { text: SWEEP_SHORT, short: shortUnits(queued.amountUnits, left - reserved) }
  // The chain refuses to leave less than the rent minimum: an account keeps at least the minimum, or nothing.
  if (after > 0n && after < facts.walletRent) {
    const short = shortUnits(queued.amountUnits + facts.walletRent, left)
    return { text: tooLittleText('left', facts.walletRent), short }
  }
  if (lamportsOf(facts, queued.toAddress) + queued.amountUnits < facts.walletRent) {
    return { text: tooLittleText('sent', facts.walletRent), short: null }
  }
  return { planned: { queued, transfer: transferOf(queued, facts, null), rentLamports: 0n, rentPerAccount: 0n } }
}

function judgeToken(queued: Queued, facts: PlanFacts, spent: ReadonlyMap<string, bigint>): Verdict {
  const { tokenAddress, walletId } = queued
  const account = facts.accounts.get(tokenAddress ?? '')
  const mint = account ? parseMint(account) : null
  const token = tokenOf(queued, new Map([[tokenAddress ?? '', mint]]))
  if (!mint || !token) return { text: 'The token does not exist on this chain', short: null }
  if (mint.problem) return { text: `The token ${mint.problem}`, short: null }
  const source = tokenAccountOf(facts, associatedAccount({ owner: queued.fromAddress, ...token }))
  const target = tokenAccountOf(facts, associatedAccount({ owner: queued.toAddress, ...token }))
  const flying = facts.inFlight.wallets.get(walletId)?.tokens[token.mint] ?? 0n
  const left = (source?.amountUnits ?? 0n) - flying - (spent.get(`${walletId} ${token.mint}`) ?? 0n)
  if (left < queued.amountUnits) return { text: TOKEN_SHORT, short: shortUnits(queued.amountUnits, left) }
  const reserved = facts.reserved.get(queued.id) ?? 0n
  if (left - queued.amountUnits < reserved)
    return { text: SWEEP_SHORT, short: shortUnits(queued.amountUnits, left - reserved) }
  if (source?.isFrozen) return { text: SENDER_FROZEN, short: null }
  if (target?.isFrozen) return { text: RECIPIENT_FROZEN, short: null }
  if (target && target.owner !== queued.toAddress) return { text: NOT_THEIRS, short: null }
  const rentPerAccount = facts.rentOf(mint.accountBytes)
  const rentLamports = target ? 0n : rentPerAccount
  return { planned: { queued, transfer: transferOf(queued, facts, token), rentLamports, rentPerAccount } }
}

function shortUnits(neededUnits: bigint, availableUnits: bigint): ShortUnits {
  return { neededUnits, availableUnits: availableUnits > 0n ? availableUnits : 0n }
}

const NOT_THEIRS = "The recipient's token account belongs to another owner"

function transferOf(queued: Queued, { feePayer }: PlanFacts, token: SolanaTransfer['token']): SolanaTransfer {
  const { intentId, fromAddress, toAddress, amountUnits } = queued
  return { intentId, feePayer, fromOwner: fromAddress, toOwner: toAddress, token, amountUnits }
}

function lamportsOf({ accounts }: PlanFacts, address: string): bigint {
  return accounts.get(address)?.lamports ?? 0n
}

function tokenAccountOf({ accounts }: PlanFacts, address: string) {
  const account = accounts.get(address)
  return account ? parseTokenAccount(account) : null
}

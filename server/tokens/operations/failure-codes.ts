import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenItems, type tokenSteps, tokens, tokenWallets } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { type ContractCode, codeOfFailure } from './error-codes'
import type { OperationRow } from './plan'

type Code = ContractCode | 'transaction_failed'
const WALLET_STATES = ['not_registered', 'frozen'] as const
type WalletState = (typeof WALLET_STATES)[number]
type Failed = { row: OperationRow; chainType: Chain['chainType']; error: string }

/** The codes about wallets. On Solana, accounts of unregistered wallets are frozen as well. */
const OF_WALLETS: readonly Code[] = WALLET_STATES

/** The code of an operation whose transaction failed, using the state of its wallets in our index. */
export async function findFailureCode(db: Database, { row, chainType, error }: Failed): Promise<Code> {
  const code = codeOfFailure(error)
  if (chainType !== 'SOLANA' || code !== 'frozen') return code
  const named = [row.detail.from, row.detail.to].flatMap((one) => (typeof one === 'string' ? [one] : []))
  const states = await readStates(db, row.tokenId, named)
  return named.some((address) => states.get(address) === 'not_registered') ? 'not_registered' : code
}

type FailedStep = Omit<Failed, 'error'> & {
  step: Pick<typeof tokenSteps.$inferSelect, 'error' | 'firstLine' | 'lineCount'>
}

/**
 * Ends the lines of a failed transaction: each with its own code, or with `transaction_failed` if another line of the
 * transaction is the reason.
 */
export async function failLines(db: Database, { row, chainType, step }: FailedStep): Promise<void> {
  const code = codeOfFailure(step.error ?? '')
  const ofStep = and(
    eq(tokenItems.operationId, row.id),
    eq(tokenItems.status, 'PENDING'),
    sql`${tokenItems.line} between ${step.firstLine} and ${step.firstLine + step.lineCount - 1}`,
  )
  const fail = (failure: Code, lines?: number[]) =>
    db
      .update(tokenItems)
      .set({ status: 'FAILED', code: failure })
      .where(lines ? and(ofStep, inArray(tokenItems.line, lines)) : ofStep)
  if (chainType === 'SOLANA' && OF_WALLETS.includes(code)) {
    const items = await db.select().from(tokenItems).where(ofStep)
    const addresses = items.map(({ address }) => address)
    const states = await readStates(db, row.tokenId, addresses)
    for (const state of WALLET_STATES) {
      const lines = items.filter(({ address }) => states.get(address) === state).map(({ line }) => line)
      if (lines.length > 0) await fail(state, lines)
    }
    await fail(items.length > 1 ? 'transaction_failed' : code)
    return
  }
  await fail(code)
}

/**
 * The problem of each of these wallets according to our index. Wallets without a problem and the tokenAdmin have no
 * entry.
 */
async function readStates(
  db: Database,
  tokenId: string,
  addresses: readonly string[],
): Promise<Map<string, WalletState>> {
  if (addresses.length === 0) return new Map()
  const [token] = await db.select({ admin: tokens.adminAddress }).from(tokens).where(eq(tokens.id, tokenId))
  const rows = await db
    .select()
    .from(tokenWallets)
    .where(and(eq(tokenWallets.tokenId, tokenId), inArray(tokenWallets.address, [...addresses])))
  const rowsByAddress = new Map(rows.map((row) => [row.address, row]))
  const states = new Map<string, WalletState>()
  for (const address of addresses) {
    const wallet = rowsByAddress.get(address)
    if (address === token?.admin) continue
    if (!wallet?.isRegistered) states.set(address, 'not_registered')
    else if (wallet.isFrozen) states.set(address, 'frozen')
  }
  return states
}

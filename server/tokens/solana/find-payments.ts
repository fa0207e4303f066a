import { and, asc, eq, notExists, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { lruPerProcess } from '@/db/lru-per-process'
import { foundExecutions, tokenPayoutLines, transactionAttempts } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, RpcUnavailableError } from '@/server/chains/rpc'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import type { DecodedMessage } from '@/server/chains/solana/decode-message'
import { decodeTransaction } from '@/server/chains/solana/decode-transaction'
import type { Instruction } from '@/server/chains/solana/encode-message'
import { isTokenProgram, PROGRAMS } from '@/server/chains/solana/programs'
import { readStatuses, statusCalls } from '@/server/chains/solana/read-statuses'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

const TRANSFER_CHECKED = 12

/** A payment of a coupon on the cluster that none of our transactions made. */
export type FoundPayment = { index: number; txHash: string; paidAt: Date; isTo: (owner: string) => boolean }

/** Names the coupon that a transaction pays, because a cluster does not refuse to pay it twice. */
export function couponMemo(token: TokenRow, { index }: Pick<PayoutRow, 'index'>): Instruction {
  return { program: PROGRAMS.memo, accounts: [], data: Buffer.from(`${memoPrefix(token)}${index}`) }
}

function memoPrefix({ contractAddress }: Pick<TokenRow, 'contractAddress'>): string {
  return `${contractAddress} coupon `
}

/** Found transactions that failed: they stay so. */
const failed = () => lruPerProcess<true>('failed-payments', { max: 50_000 })

/**
 * The payments of a token's coupons that a recovery found on the cluster and that our books lack, because a restored
 * backup is older. Only the platform's fee payer and the tokenAdmin can have signed them. Throws RpcUnavailableError,
 * RpcError.
 */
export async function findPayments(db: Database, chain: Chain, token: TokenRow): Promise<FoundPayment[]> {
  if (token.tokenType !== 'YIELD_BEARING') return []
  const found = (await listFound(db, token)).filter(({ txHash }) => !failed().has(txHash))
  if (found.length === 0) return []
  const signatures = [...new Set(found.map(({ txHash }) => txHash))]
  const statuses = readStatuses(signatures, await callRpcBatch(chain, statusCalls(signatures, true))).found
  for (const signature of signatures) {
    const status = statuses.get(signature)
    if (!status) throw new RpcUnavailableError(`a node does not know ${signature}`)
    if (status.problem) failed().set(signature, true)
  }
  return found.filter(({ txHash }) => !failed().has(txHash))
}

async function listFound(db: Database, token: TokenRow): Promise<FoundPayment[]> {
  const { chainId, rawTransaction, txHash, landedAt } = foundExecutions
  const attempt = db.select({ one: sql`1` }).from(transactionAttempts)
  const line = db.select({ one: sql`1` }).from(tokenPayoutLines)
  const rows = await db
    .select({ raw: rawTransaction, txHash, paidAt: landedAt })
    .from(foundExecutions)
    .where(
      and(
        eq(chainId, token.chainId),
        sql`position(convert_to(${memoPrefix(token)}, 'UTF8') in ${rawTransaction}) > 0`,
        notExists(attempt.where(and(eq(transactionAttempts.chainId, chainId), eq(transactionAttempts.txHash, txHash)))),
        notExists(line.where(and(eq(tokenPayoutLines.tokenId, token.id), eq(tokenPayoutLines.txHash, txHash)))),
      ),
    )
    .orderBy(asc(landedAt), asc(txHash))
  return rows.flatMap(({ raw, ...found }) => {
    const { message } = decodeTransaction(raw)
    const index = couponIn(message, token)
    if (index === null || !message.accountKeys.slice(0, message.requiredSignatures).includes(token.adminAddress))
      return []
    return payeesIn(message, token).map((isTo) => ({ ...found, index, isTo }))
  })
}

function couponIn({ accountKeys, instructions }: DecodedMessage, token: TokenRow): number | null {
  for (const { programIndex, data } of instructions) {
    const text = Buffer.from(data).toString('utf8')
    if (accountKeys[programIndex] !== PROGRAMS.memo || !text.startsWith(memoPrefix(token))) continue
    return Number(text.slice(memoPrefix(token).length))
  }
  return null
}

/** A test of an owner for each transfer of the payment token. */
function payeesIn({ accountKeys, instructions }: DecodedMessage, token: TokenRow): ((owner: string) => boolean)[] {
  const mint = token.yieldParams?.paymentToken ?? ''
  return instructions.flatMap(({ programIndex, accounts, data }) => {
    const programId = accountKeys[programIndex] ?? ''
    const [, moved, payee] = accounts.map((index) => accountKeys[index])
    if (!isTokenProgram(programId) || data[0] !== TRANSFER_CHECKED || moved !== mint) return []
    return [(owner: string) => associatedAccount({ owner, mint, programId }) === payee]
  })
}

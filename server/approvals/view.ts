import type { approvals, TransactionRow } from '@/db/schema'
import type { BatchApprovalView } from '@/schemas/approvals/batch-contract'
import type { ApprovalView } from '@/schemas/approvals/contract'
import type { SelfApprovalReason } from '@/schemas/approvals/words'
import { declaredCallOf } from '@/server/abi/declared-call'
import { TOKEN_METHODS } from '@/server/chains/evm/token-methods'
import type { Chain } from '@/server/chains/registry'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import { callOf } from '@/server/policies/intent-of'
import { isSameAddress } from '@/server/policies/is-same-address'

export type ApprovalRow = typeof approvals.$inferSelect

type Facts = {
  bar: SelfApprovalReason | null
  isNewRecipient: boolean
  nameOf: (actor: string) => string
  chain: Pick<Chain, 'tokens'> | null
}

export function toApproval(row: ApprovalRow, transaction: TransactionRow, facts: Facts): Omit<ApprovalView, 'known'> {
  const { bar, isNewRecipient, nameOf, chain } = facts
  return {
    id: row.id,
    status: row.status,
    reason: row.reason,
    requestedBy: nameOf(row.requestedBy),
    decidedBy: row.decidedBy === null ? null : nameOf(row.decidedBy),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    bar,
    isNewRecipient,
    transaction: toApprovedTransaction(transaction, chain),
  }
}

function toApprovedTransaction(row: TransactionRow, chain: Facts['chain']): ApprovalView['transaction'] {
  const { contract, selector, toAddress, tokenUnits } = callOf(row)
  const token = chain?.tokens.find(({ address }) => contract !== null && isSameAddress(address, contract))
  const isKnown = token !== undefined && tokenUnits !== null
  const tokenAddress = isKnown ? contract : row.tokenAddress
  return {
    id: row.id,
    type: row.type,
    chainType: row.chainType,
    chainId: row.chainId,
    fromAddress: row.fromAddress,
    toAddress: row.toAddress,
    amount: isKnown ? formatAmount(tokenUnits, token.decimals) : formatAmount(row.amountUnits, row.decimals),
    ...(tokenAddress === null ? {} : { tokenAddress }),
    unknownTokenUnits: isKnown ? null : (tokenUnits?.toString() ?? null),
    valueUsd: row.valueUsdMicros === null ? null : formatUsd(row.valueUsdMicros),
    recipient: toAddress === row.toAddress ? null : toAddress,
    method: contract === null || selector === null ? null : (TOKEN_METHODS[selector]?.signature ?? selector),
    call: declaredCallOf(row),
    status: row.status,
  }
}

/** The waiting lines of a batch, read together. Moments are ISO strings of any precision. */
type BatchHead = Omit<BatchApprovalView, 'valueUsd' | 'totals' | 'bar'> & { valueUsdMicros: string | null }
type BatchTotalRow = { chainId: number; tokenAddress: string | null; decimals: number; units: string; lines: number }
type BatchFacts = Pick<Facts, 'bar' | 'nameOf'> & { totals: readonly BatchTotalRow[] }

export function toBatchApproval({ valueUsdMicros, ...head }: BatchHead, facts: BatchFacts): BatchApprovalView {
  return {
    ...head,
    requestedBy: facts.nameOf(head.requestedBy),
    createdAt: new Date(head.createdAt).toISOString(),
    expiresAt: new Date(head.expiresAt).toISOString(),
    valueUsd: valueUsdMicros === null ? null : formatUsd(BigInt(valueUsdMicros)),
    totals: facts.totals.map(({ chainId, tokenAddress, decimals, units, lines }) => ({
      chainId,
      ...(tokenAddress === null ? {} : { tokenAddress }),
      amount: formatAmount(BigInt(units), decimals),
      lines,
    })),
    bar: facts.bar,
  }
}

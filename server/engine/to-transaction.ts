import { type Address, getAddress, getContractAddress } from 'viem'
import { type TransactionRow, transactions } from '@/db/schema'
import { DEPLOYMENT_ADDRESS } from '@/schemas/policies/words'
import type { TransactionView } from '@/schemas/transactions/contract'
import { declaredCallOf } from '@/server/abi/declared-call'
import type { Chain } from '@/server/chains/registry'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'

/**
 * Inputs of the public view in addition to the row: the chain for links, the number of attempts, and the newest block.
 */
type ViewFacts = { chain: Pick<Chain, 'explorerUrl'>; attempts: number; headBlock: bigint | null }

/** The columns that the view needs. Reading all of them costs clients who poll a tenth of their answer time. */
export const VIEW_COLUMNS = {
  id: transactions.id,
  type: transactions.type,
  chainType: transactions.chainType,
  network: transactions.network,
  chainId: transactions.chainId,
  signerType: transactions.signerType,
  fromAddress: transactions.fromAddress,
  senderAddress: transactions.senderAddress,
  addressIndex: transactions.addressIndex,
  toAddress: transactions.toAddress,
  tokenAddress: transactions.tokenAddress,
  callData: transactions.callData,
  amountUnits: transactions.amountUnits,
  decimals: transactions.decimals,
  valueUsdMicros: transactions.valueUsdMicros,
  status: transactions.status,
  stage: transactions.stage,
  nonce: transactions.nonce,
  txHash: transactions.txHash,
  blockNumber: transactions.blockNumber,
  gasUsed: transactions.gasUsed,
  feeWei: transactions.feeWei,
  feeChargedMicros: transactions.feeChargedMicros,
  error: transactions.error,
  shortfall: transactions.shortfall,
  reference: transactions.reference,
  metadata: transactions.metadata,
  batchId: transactions.batchId,
  declaredFunction: transactions.declaredFunction,
  sweepRuleId: transactions.sweepRuleId,
  sweepTrigger: transactions.sweepTrigger,
  createdAt: transactions.createdAt,
  updatedAt: transactions.updatedAt,
}
export type ViewRow = Pick<TransactionRow, keyof typeof VIEW_COLUMNS>

/** Spec 2.1. */
export function toTransaction(row: ViewRow, facts: ViewFacts): TransactionView {
  const isOver = row.status !== 'PENDING'
  const usesRelayer = row.senderAddress !== null && row.senderAddress !== row.fromAddress
  // JSON leaves out what is undefined; spreading it in would make this the slowest step of an answer.
  return {
    id: row.id,
    type: row.type,
    chainType: row.chainType,
    network: row.network,
    chainId: row.chainId,
    signerType: row.signerType,
    fromAddress: row.fromAddress,
    addressIndex: row.addressIndex,
    toAddress: row.toAddress,
    amount: formatAmount(row.amountUnits, row.decimals),
    valueUsd: isOver ? formatUsd(row.valueUsdMicros ?? 0n) : undefined,
    tokenAddress: row.tokenAddress ?? undefined,
    contractAddress: contractAddressOf(row) ?? undefined,
    data: row.callData,
    value: row.callData === null ? null : row.amountUnits.toString(),
    txHash: row.txHash,
    status: row.status,
    gasUsed: row.gasUsed?.toString() ?? null,
    feeWei: row.feeWei?.toString() ?? null,
    feeUsd: row.feeChargedMicros === null ? undefined : formatUsd(row.feeChargedMicros),
    senderAddress: usesRelayer ? (row.senderAddress ?? undefined) : undefined,
    explorerUrl: facts.chain.explorerUrl,
    explorerTxUrl: row.txHash ? explorerTxUrl(row, row.txHash, facts.chain.explorerUrl) : null,
    createdAt: row.createdAt.toISOString(),
    // A row that an update returns is read before its moment is raised (db/moments.sql).
    updatedAt: new Date(Math.max(row.updatedAt.getTime(), row.createdAt.getTime())).toISOString(),
    error: row.error ?? undefined,
    shortfall: row.shortfall ?? undefined,
    reference: row.reference ?? undefined,
    metadata: row.metadata ?? undefined,
    batchId: row.batchId ?? undefined,
    call: declaredCallOf(row) ?? undefined,
    sweep: row.sweepRuleId && row.sweepTrigger ? { ruleId: row.sweepRuleId, trigger: row.sweepTrigger } : undefined,
    stage: row.stage,
    confirmations: confirmationsOf(row, facts.headBlock),
    attempts: facts.attempts,
  }
}

/** Solana's clusters share one explorer. */
function explorerTxUrl(row: ViewRow, txHash: string, explorerUrl: string): string {
  const cluster = row.chainType === 'SOLANA' && row.network === 'TESTNET' ? '?cluster=devnet' : ''
  return `${explorerUrl}/tx/${txHash}${cluster}`
}

function confirmationsOf(row: ViewRow, headBlock: bigint | null): number {
  if (row.blockNumber === null || headBlock === null || headBlock < row.blockNumber) return 0
  return Number(headBlock - row.blockNumber) + 1
}

/**
 * Whether a transaction creates a contract: the zero address means no recipient, and the data is creation code. No
 * other transaction may use the zero address.
 */
export function createsContract({ type, toAddress }: { type: string; toAddress: string }): boolean {
  return type === 'DEPLOY' && toAddress === DEPLOYMENT_ADDRESS
}

type Row = Pick<TransactionRow, 'type' | 'toAddress' | 'senderAddress' | 'nonce' | 'status'>

/**
 * The address of the contract that a transaction creates. It follows from the sender and the nonce, which do not change
 * when the transaction is replaced. Null if it creates none, is not signed yet, or failed.
 */
function contractAddressOf(row: Row): Address | null {
  if (!createsContract(row) || row.senderAddress === null || row.nonce === null || row.status === 'FAILED') return null
  return getContractAddress({ from: getAddress(row.senderAddress), nonce: BigInt(row.nonce) })
}

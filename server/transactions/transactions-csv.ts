import type { TransactionView } from '@/schemas/transactions/contract'

/** The first line of a file of transactions. */
export const TRANSACTION_COLUMNS: readonly string[] = [
  ...['Time (UTC)', 'Type', 'Status', 'Chain', 'Network', 'From', 'To', 'Amount', 'Token address', 'Value (USD)'],
  ...['Fee (base units)', 'Fee (USD)', 'Hash', 'Error', 'Id', 'Reference'],
]

/** A transaction as a line of the file. */
export function toTransactionCells(row: TransactionView): string[] {
  return [
    ...[row.createdAt, row.type, row.status, String(row.chainId), row.network, row.fromAddress, row.toAddress],
    ...[row.amount, row.tokenAddress ?? '', row.valueUsd ?? '', row.feeWei ?? '', row.feeUsd ?? ''],
    ...[row.txHash ?? '', row.error ?? '', row.id, row.reference ?? ''],
  ]
}

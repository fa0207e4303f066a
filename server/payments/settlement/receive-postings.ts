import { newId } from '@/db/new-id'
import type { Posting } from '@/server/ledger/post-journal'
import type { ReceiptRow } from './lock-payment'
import { feeLegs, receiveLegs } from './money-legs'

/** The journals of money that came in: that it did, and what its provider kept. */
export function receivePostings(receipt: ReceiptRow): Posting[] {
  const about = {
    businessId: receipt.businessId,
    reference: { type: 'receipt', id: receipt.id },
    createdBy: `system:${receipt.provider}`,
  } as const
  const reason = `${receipt.provider} ${receipt.providerTxnId}`
  const received: Posting = { journal: { ...about, id: newId(), kind: 'receive', reason }, legs: receiveLegs(receipt) }
  if (receipt.feeUnits === 0n) return [received]
  return [
    received,
    { journal: { ...about, id: newId(), kind: 'fee', reason: `Fee of ${reason}` }, legs: feeLegs(receipt) },
  ]
}

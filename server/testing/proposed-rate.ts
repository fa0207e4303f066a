import { newId } from '@/db/new-id'
import { inOperator } from '@/server/ctx'
import { createProposal } from '@/server/proposals/write-proposal'

/** A rate that some operator wants. Returns the id of the proposal. */
export function proposedRate(): Promise<string> {
  const who = { actor: { type: 'user', id: newId(), name: 'Another operator' }, requestId: newId() } as const
  const input = { ngnPerUsd: '1550', isConfirmed: true }
  return inOperator(who, (ctx) => createProposal(ctx, { act: 'rate', subject: 'NGN/USD', input, valueMinor: null }))
}

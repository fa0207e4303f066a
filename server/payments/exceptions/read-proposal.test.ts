import { expect, test } from 'vitest'
import { readProposal } from './read-proposal'

const ID = '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'

test('a proposal is read back without its reason', () => {
  const credit = { kind: 'credit', businessId: ID, receiptId: ID }
  expect(readProposal(JSON.stringify(credit))).toMatchObject(credit)
  expect(readProposal(JSON.stringify({ kind: 'refund', receiptId: ID }))?.kind).toBe('refund')
})

test.each([null, '', 'ignore', '[]', '{"kind":"credit"}'])('%j is no proposal', (proposal) => {
  expect(readProposal(proposal)).toBeNull()
})

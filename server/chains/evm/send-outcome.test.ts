import { expect, test } from 'vitest'
import { classifySendError } from './send-outcome'

test.each([
  ['already known', 'accepted'],
  ['transaction already imported', 'accepted'],
  ['known transaction: 0xabc', 'accepted'],
  ['AlreadyKnown: already known', 'accepted'],
  ['nonce too low: next nonce 5, tx nonce 4', 'consumed'],
  ['nonce too low: address 0xabc, tx: 1 state: 2', 'consumed'],
  ['OldNonce', 'consumed'],
  ['replacement transaction underpriced', 'underpriced'],
  ['max fee per gas less than block base fee: address 0xabc', 'underpriced'],
  ['insufficient funds for gas * price + value: balance 0', 'starved'],
  ['Insufficient funds for gas * price + value', 'starved'],
  ['intrinsic gas too low', 'rejected'],
  ['exceeds block gas limit', 'rejected'],
  ['invalid chain id for signer: have 1 want 5', 'rejected'],
  ['txpool is full', 'unknown'],
  ['upstream request timeout', 'unknown'],
  ['Internal error', 'unknown'],
])('%s means %s', (message, outcome) => {
  expect(classifySendError(message)).toBe(outcome)
})

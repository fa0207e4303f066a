import type { RepeatedDecision } from '@/schemas/recovery/words'

type Words = { label: string; title: string; description: string }

const LIMIT = 'Above the limit a second operator has to approve.'

/** The decisions of an operator on a transaction that may already be on its chain. */
export const DECISIONS: Record<RepeatedDecision, Words> = {
  sent: {
    label: 'Mark as sent',
    title: 'Mark as sent?',
    description: `The customer repeated the same request. The record ends with the transaction on the chain, and nothing is sent. ${LIMIT}`,
  },
  send: {
    label: 'Send',
    title: 'Send it as well?',
    description: `The customer wants this transfer in addition to the one on the chain. It is signed and sent. ${LIMIT}`,
  },
  cancel: {
    label: 'Cancel',
    title: 'Cancel the transaction?',
    description: 'Nothing is sent, and the record ends as failed. The one on the chain stays without a record.',
  },
}

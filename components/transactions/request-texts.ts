import type { TransactionStage } from '@/schemas/transactions/words'
import type { RequestKind } from './request-problem'

export type RequestTexts = { button: string; title: string; description: string; submit: string; done: string }

/** The name and description of a request, for a transaction in the given stage. */
export function requestTexts(kind: RequestKind, stage: TransactionStage): RequestTexts {
  if (kind === 'speed_up') {
    return {
      button: 'Speed up',
      title: 'Speed up this transaction?',
      description:
        'The transaction is signed again with the same nonce at a higher fee. Only one of the versions can be mined.',
      submit: 'Speed up',
      done: 'Speed-up requested',
    }
  }
  if (stage === 'queued' || stage === 'awaiting_approval') {
    return {
      button: 'Cancel',
      title: 'Cancel this transaction?',
      description: 'The transaction has not been sent yet. It fails immediately, and the gas held for it is released.',
      submit: 'Cancel transaction',
      done: 'Transaction canceled',
    }
  }
  return {
    button: 'Cancel',
    title: 'Try to cancel this transaction?',
    description:
      'The transaction may already be in the mempool. An empty transfer is sent with the same nonce at a higher fee. Only one of the two can be mined.',
    submit: 'Cancel transaction',
    done: 'Cancellation requested',
  }
}

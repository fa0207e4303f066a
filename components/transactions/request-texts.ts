import type { TransactionStage } from '@/server/transactions/words'
import type { RequestKind } from './request-problem'

export type RequestTexts = { button: string; title: string; description: string; submit: string; done: string }

/** What a request is called and what it does, for a transaction in that stage. */
export function requestTexts(kind: RequestKind, stage: TransactionStage): RequestTexts {
  if (kind === 'speed_up') {
    return {
      button: 'Speed up',
      title: 'Speed this transaction up?',
      description: 'It is signed again under the same nonce at a higher fee. Only one of its forms can be mined.',
      submit: 'Speed up',
      done: 'A higher fee was asked for',
    }
  }
  if (stage === 'queued' || stage === 'awaiting_approval') {
    return {
      button: 'Cancel',
      title: 'Cancel this transaction?',
      description: 'It was not sent yet: it fails at once, and the gas held for it is given back.',
      submit: 'Cancel transaction',
      done: 'The transaction is cancelled',
    }
  }
  return {
    button: 'Cancel',
    title: 'Try to cancel this transaction?',
    description:
      'It may be in a pool already. A transfer of nothing is sent under the same nonce at a higher fee; whichever of the two is mined decides.',
    submit: 'Cancel transaction',
    done: 'Cancelling was asked for',
  }
}

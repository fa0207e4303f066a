import type { ExceptionKind } from '@/schemas/exceptions/words'
import { failedRefund } from '@/server/payments/refunds/refund-world.test-data'
import type { Operator } from '@/server/testing/operator-calls'
import {
  CHAIN_ID,
  type ExceptionWorld,
  event,
  flagged,
  proposedRecovery,
  REASON,
  RECIPIENT,
  recoveryOf,
  refund,
  refundIn,
  repeated,
  reverted,
  type Size,
  unassigned,
  unmatched,
  type Waiting,
} from './exception-world.test-data'

type Make = (world: ExceptionWorld, size: Size, by: Operator) => Promise<Waiting>

export type Decision = {
  path: string
  input: (waiting: Waiting, world: ExceptionWorld) => object
  /** How many people it takes, by size. `joins`: it agrees to what another person proposed. */
  people: { below?: 1 | 2; above?: 1 | 2 } | 'joins'
  /** The audited action of its effect. */
  action: string
  /** It asks a provider again, which may be done any number of times and ends nothing. */
  isQuestion?: true
  make?: Make
}

type Case = { make: Make; decisions: Readonly<Record<string, Decision>> }

const byValue = { below: 1, above: 2 } as const
const always = { above: 2 } as const
const alone = { below: 1 } as const

const exception = (kind: string): Decision => ({
  path: 'payments.decideException',
  input: ({ id, paymentId }, { payer }) => ({
    kind,
    receiptId: id,
    paymentId,
    businessId: payer.businessId,
    reason: REASON,
  }),
  people: byValue,
  action: `payment-exception.${kind}`,
})
const arrival = (kind: string, people: Decision['people'] = always): Decision => ({
  path: 'payments.decideArrival',
  input: ({ id }) => ({ kind, arrivalId: id, reason: REASON }),
  people,
  action: `payment_arrival.${kind}`,
})
const ofRefund = (verb: string, action: string): Decision => ({
  path: `payments.${verb}`,
  input: ({ id }) => ({ refundId: id, reason: REASON }),
  people: alone,
  action,
})
const ofEvent = (verb: string, action: string): Decision => ({
  path: `payments.${verb}`,
  input: ({ id }) => ({ eventId: id, reason: REASON }),
  people: alone,
  action,
})
const checkRefund: Decision = { ...ofRefund('retryRefund', 'refund.asked'), isQuestion: true }
const dropRefund = ofRefund('dropRefund', 'refund.dropped')
const ignoreEvent = ofEvent('ignoreProviderEvent', 'provider_event.ignored')

/** Every decision that the buttons of a kind make. */
export const DECISIONS: Readonly<Record<ExceptionKind, Case>> = {
  unassigned_receipt: {
    make: unassigned,
    decisions: {
      credit: exception('credit'),
      apply: exception('apply'),
      refund: exception('refund'),
      ignore: exception('ignore'),
    },
  },
  unmatched_deposit: {
    make: unmatched,
    decisions: {
      recover: {
        path: 'payments.recoverDeposit',
        input: ({ id, address }) => ({
          ...{ chainId: CHAIN_ID, address, tokenAddress: null, depositIds: [id] },
          ...{ toAddress: RECIPIENT, reason: REASON },
        }),
        people: always,
        action: 'payment_stray.rescued',
      },
      ignore: arrival('ignore'),
    },
  },
  reverted_deposit: {
    make: (world, size) => reverted(world, size === 'above'),
    decisions: {
      ignore: arrival('ignore', alone),
      reverse: arrival('reverse'),
      bear: arrival('bear'),
    },
  },
  repeated_deposit: {
    make: (world) => repeated(world),
    decisions: {
      same: arrival('same'),
      ignore: arrival('ignore'),
      book: {
        ...arrival('book'),
        make: (world, _, by) =>
          repeated(world, async (arrivalId) => {
            const reverse = { kind: 'reverse', arrivalId, reason: REASON }
            await by.mutate('payments.decideArrival', reverse)
            await world.second.mutate('payments.decideArrival', reverse)
          }),
      },
    },
  },
  proposed_recovery: {
    make: (world, _, by) => proposedRecovery(world, by),
    decisions: {
      recover: {
        path: 'payments.recoverDeposit',
        input: ({ address }) => recoveryOf(address),
        people: 'joins',
        action: 'payment_stray.rescued',
      },
      reject: {
        path: 'payments.dropRecovery',
        input: ({ id }) => ({ recoveryId: id, reason: REASON }),
        people: alone,
        action: 'payment_stray.dropped',
      },
    },
  },
  flagged_deposit: {
    make: flagged,
    decisions: {
      keep: flag('KEPT', { below: 1, above: 1 }),
      clear: flag('CLEARED', byValue),
    },
  },
  refund_approval: {
    make: (_, __, by) => refund(by, 'above'),
    decisions: {
      approve: { ...ofRefund('approveRefund', 'refund.approved'), people: 'joins' },
      cancel: dropRefund,
    },
  },
  refund_details: {
    make: (_, __, by) => refundIn(by, 'NEEDS_DETAILS'),
    decisions: { check: checkRefund, cancel: dropRefund },
  },
  refund_overdue: { make: (_, __, by) => refundIn(by, 'PROCESSING'), decisions: { check: checkRefund } },
  refund_failed: {
    make: async () => ({ id: await failedRefund(), paymentId: '', address: '' }),
    decisions: { close: ofRefund('closeRefund', 'refund.closed') },
  },
  event_failed: {
    make: () => event('DEAD'),
    decisions: { retry: ofEvent('retryProviderEvent', 'provider_event.retried'), ignore: ignoreEvent },
  },
  event_unplaced: {
    make: () => event('IGNORED'),
    decisions: {
      compare: {
        path: 'payments.requestReconciliation',
        input: () => ({}),
        people: alone,
        action: 'providers.comparison_asked',
        isQuestion: true,
      },
      ignore: ignoreEvent,
    },
  },
}

function flag(decision: 'KEPT' | 'CLEARED', people: Decision['people']): Decision {
  return {
    path: 'deposits.decideScreeningOfAll',
    input: ({ id }) => ({ depositId: id, decision, note: REASON }),
    people,
    action: decision === 'CLEARED' ? 'deposit.cleared' : 'deposit.kept_flagged',
  }
}

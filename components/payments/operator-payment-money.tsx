import type { ReactNode } from 'react'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { OperatorPaymentDetail } from '@/schemas/payments/operator/contract'
import { providerName } from '@/schemas/payments/providers/words'
import { OUTCOME_NAMES } from './exception-texts'
import { receiptSourceOf } from './provider-displays'
import { RefundActions } from './refund-actions'
import { REFUND_DISPLAYS, TARGET_NAMES } from './refund-displays'
import { RequestRefund } from './request-refund'

type Account = OperatorPaymentDetail['accounts'][number]

const ACCOUNT_NOTES = {
  OPENING: 'Opening',
  OPEN: 'Open',
  CLOSED: 'Closed',
  FAILED: 'Could not be opened',
} satisfies Record<Account['status'], string>

/** The accounts of a payment, and the money that was received and refunded. */
export function OperatorPaymentMoney({ payment }: { payment: OperatorPaymentDetail }) {
  return (
    <>
      <Rows title="Accounts" empty="No accounts.">
        {payment.accounts.map((account) => (
          <Row key={account.id} title={placeOf(account)} note={ACCOUNT_NOTES[account.status]}>
            <span className="font-mono text-[0.8125rem]">{account.reference}</span>
            {account.place ? (
              <Address value={account.place} kind={account.token ? 'address' : 'account number'} />
            ) : null}
            {account.polledAt ? (
              <span className="text-[0.8125rem] text-muted-foreground">
                checked <Time value={account.polledAt} />
              </span>
            ) : null}
          </Row>
        ))}
      </Rows>
      <Rows title="Received" empty="Nothing received yet.">
        {payment.receipts.map((receipt) => (
          <Row
            key={receipt.id}
            title={OUTCOME_NAMES[receipt.outcome]}
            note={[receiptSourceOf(receipt), receipt.decision].filter(Boolean).join(', ')}
          >
            <Amount value={receipt.amount} unit={receipt.unit} exact />
            <RequestRefund receipt={receipt} />
          </Row>
        ))}
      </Rows>
      <Rows title="Refunds" empty="No refunds.">
        {payment.refunds.map((refund) => (
          <Row
            key={refund.id}
            title={refund.reference}
            note={`To ${TARGET_NAMES[refund.to].toLowerCase()}: ${refund.reason}`}
            problem={refund.problem}
          >
            <StateBadge state={refund.state} displays={REFUND_DISPLAYS} />
            <Amount value={refund.amountNgn} unit="NGN" />
            <RefundActions refund={refund} />
          </Row>
        ))}
      </Rows>
    </>
  )
}

type RowsProps = { title: string; empty: string; children: readonly ReactNode[] }

/** A card of rows, or one line of text if there are none. */
function Rows({ title, empty, children }: RowsProps) {
  if (children.length === 0) return <Card title={title} description={empty} />
  return (
    <Card title={title} flush>
      <ul className="divide-y">{children}</ul>
    </Card>
  )
}

type RowProps = { title: string; note?: string; problem?: string | null; children: ReactNode }

function Row({ title, note, problem, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="break-words font-medium">{title}</p>
        {note ? <p className="break-words text-[0.8125rem] text-muted-foreground">{note}</p> : null}
        {problem ? <p className="break-words text-[0.8125rem] text-danger-foreground">{problem}</p> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
    </li>
  )
}

function placeOf({ provider, token }: Account): string {
  return token ? `${token.symbol} on ${token.chainName}` : providerName(provider)
}

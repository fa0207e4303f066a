'use client'

import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { declaredCallFacts } from '@/components/transactions/declared-call-facts'
import { TYPE_NAMES } from '@/components/transactions/transaction-displays'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Time } from '@/components/ui/time'
import { KnownAddress } from '@/components/wallets/known-address'
import type { ApprovalView } from '@/schemas/approvals/contract'
import { SELF_APPROVAL_TEXTS } from '@/schemas/approvals/words'
import { ApprovalAmount } from './approval-amount'
import { DecideApproval } from './decide-approval'

type PendingApprovalProps = {
  projectId: string
  approval: ApprovalView
  unit: string
  chainName: string
  /** Shown below its batch, which has its reason and its times. */
  isInBatch?: boolean
}

/** One transaction that waits: all there is to know before deciding, and the decision. */
export function PendingApproval({ projectId, approval, unit, chainName, isInBatch = false }: PendingApprovalProps) {
  const { transaction, known } = approval
  return (
    <Card
      title={<ApprovalAmount transaction={transaction} unit={unit} />}
      description={`${TYPE_NAMES[transaction.type]} on ${chainName}`}
      actions={
        <>
          <DecideApproval projectId={projectId} approval={approval} decision="reject" unit={unit} />
          <DecideApproval projectId={projectId} approval={approval} decision="approve" unit={unit} />
        </>
      }
    >
      <KeyValueList
        items={[
          { label: 'Reason', value: approval.reason, hidden: isInBatch },
          { label: 'From', value: <KnownAddress address={transaction.fromAddress} {...{ known, projectId }} /> },
          {
            label: transaction.recipient ? 'Contract' : 'To',
            value: <KnownAddress address={transaction.toAddress} {...{ known, projectId }} />,
          },
          {
            label: 'Recipient',
            value: transaction.recipient ? (
              <KnownAddress address={transaction.recipient} {...{ known, projectId }} />
            ) : null,
            hidden: transaction.recipient === null,
          },
          {
            label: 'Method',
            value: <code className="break-all font-mono text-[0.8125rem]">{transaction.method}</code>,
            hidden: transaction.method === null,
          },
          {
            label: 'New recipient',
            value: 'The project has not paid this address before',
            hidden: !approval.isNewRecipient,
          },
          ...declaredCallFacts(transaction.call),
          {
            label: 'Amount',
            value: <span className="tabular break-all">{transaction.unknownTokenUnits} base units of the token</span>,
            hidden: transaction.unknownTokenUnits === null,
          },
          {
            label: 'Requested',
            value: (
              <span>
                by {approval.requestedBy}, <Time value={approval.createdAt} />
              </span>
            ),
            hidden: isInBatch,
          },
          { label: 'Expires', value: <Time value={approval.expiresAt} />, hidden: isInBatch },
          {
            label: 'Your decision',
            value: approval.bar && SELF_APPROVAL_TEXTS[approval.bar],
            hidden: approval.bar === null,
          },
          {
            label: 'Transaction',
            value: (
              <TextLink href={paths.transaction(projectId, transaction.id)} className="font-medium">
                View transaction
              </TextLink>
            ),
          },
        ]}
      />
    </Card>
  )
}

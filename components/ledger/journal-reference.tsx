import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { Hint } from '@/components/ui/hint'
import { ShortId } from '@/components/ui/short-id'
import type { JournalReference as Reference } from '@/schemas/ledger/contract'

type JournalReferenceProps = {
  reference: Reference | null
  /** The reason why the money moved. */
  reason: string
  /** The project whose pages are linked; null for an operator, whose search finds rows of every business. */
  projectId: string | null
}

/** The record and the reason of a journal, with a link if the portal has a page for it. */
export function JournalReference({ reference, reason, projectId }: JournalReferenceProps) {
  if (!reference)
    return (
      <Hint content={reason} className="block max-w-44 truncate text-[0.8125rem]">
        {reason}
      </Hint>
    )
  const { type, id, name } = reference
  const shown = name === id ? <ShortId value={name} /> : <span className="wrap-anywhere font-mono">{name}</span>
  const href = hrefOf(projectId, reference)
  return (
    <span className="inline-flex flex-col py-1 text-[0.8125rem]">
      <Hint content={reason} className="block max-w-44 truncate text-muted-foreground text-xs first-letter:uppercase">
        {type}
        {reason.includes(name) ? null : ` · ${reason}`}
      </Hint>
      {href ? <TextLink href={href}>{shown}</TextLink> : shown}
    </span>
  )
}

/**
 * Transactions belong to the business, payments to the project that began them. Deposits that a journal names are at
 * addresses of the platform, so only operators have a page of them.
 */
function hrefOf(projectId: string | null, { type, id, about }: Reference): string | null {
  if (about === null) return projectId === null && type === 'deposit' ? paths.searchFor(id) : null
  if ('paymentId' in about) return paths.payment(about.projectId, about.paymentId)
  const { transactionId } = about
  return projectId ? paths.transaction(projectId, transactionId) : paths.operatorTransaction(transactionId)
}

import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { ShortId } from '@/components/ui/short-id'
import type { JournalReference as Reference } from '@/schemas/ledger/contract'

type JournalReferenceProps = {
  reference: Reference | null
  /** The project whose page of a transaction is linked; without one it is not. */
  projectId: string | null
}

/** What a movement of money is about, with a link to its record where the portal has a page of it. */
export function JournalReference({ reference, projectId }: JournalReferenceProps) {
  if (!reference) return <span className="text-muted-foreground">—</span>
  const { type, id, name, about } = reference
  const shown = name === id ? <ShortId value={name} /> : <span className="wrap-anywhere font-mono">{name}</span>
  const href = about && hrefOf(projectId, about)
  return (
    <span className="inline-flex flex-col py-1 text-[0.8125rem]">
      <span className="text-muted-foreground text-xs first-letter:uppercase">{type}</span>
      {href ? <TextLink href={href}>{shown}</TextLink> : shown}
    </span>
  )
}

/** Transactions are of the business, payments of the project that began them. */
function hrefOf(projectId: string | null, about: NonNullable<Reference['about']>): string | null {
  if ('paymentId' in about) return paths.payment(about.projectId, about.paymentId)
  return projectId && paths.transaction(projectId, about.transactionId)
}

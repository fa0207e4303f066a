import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { Address } from '@/components/ui/address'
import type { KnownAddress as Known } from '@/schemas/addresses/contract'

type KnownAddressProps = {
  address: string
  /** The addresses of the page that the business knows. */
  known: readonly Known[]
  /** The project whose pages are linked; null if the reader may see none of them. */
  projectId: string | null
}

/** A whole address, with the name by which the business knows it, which links to its page. */
export function KnownAddress({ address, known, projectId }: KnownAddressProps) {
  const match = known.find((one) => one.address === address)
  return (
    <>
      <Address value={address} full />
      {match ? <Name match={match} projectId={projectId} /> : null}
    </>
  )
}

function Name({ match, projectId }: { match: Known; projectId: string | null }) {
  const href = projectId && hrefOf(match, match.projectId ?? projectId)
  return href ? <TextLink href={href}>{match.name}</TextLink> : <span>{match.name}</span>
}

function hrefOf({ kind, id, projectId: own }: Known, projectId: string): string {
  if (kind === 'recipient' || id === null)
    return own === null ? paths.businessPolicy(projectId) : paths.policy(projectId)
  return kind === 'wallet' ? paths.wallet(projectId, id) : paths.token(projectId, id)
}

import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'

type BusinessLinkProps = { id: string; name: string }

/** Leads from a row of an operators' list to its business. A long name is cut: the other columns keep their width. */
export function BusinessLink({ id, name }: BusinessLinkProps) {
  return (
    <TextLink href={paths.business(id)} title={name} className="block max-w-48 truncate">
      {name}
    </TextLink>
  )
}

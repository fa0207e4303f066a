import { AppLink } from '@/components/layout/app-link'
import { ShortId } from '@/components/ui/short-id'

/** The page of a thing, by its id. */
export function IdLink({ href, id }: { href: string; id: string }) {
  return (
    <AppLink href={href} className="font-mono text-[0.8125rem] text-accent-foreground underline underline-offset-4">
      <ShortId value={id} />
    </AppLink>
  )
}

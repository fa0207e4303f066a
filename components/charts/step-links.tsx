import { TextLink } from '@/components/layout/text-link'
import { cn } from '@/components/ui/cn'

export type StepLink = { label: string; href: string }

/** The ways to the rows of a step. */
export function StepLinks({
  step,
  links,
  className,
}: {
  step: string
  links: readonly StepLink[]
  className?: string
}) {
  return (
    <ul aria-label={`Rows of ${step}`} className={cn('flex flex-wrap gap-x-4 gap-y-1 text-xs', className)}>
      {links.map(({ label, href }) => (
        <li key={href}>
          <TextLink href={href}>{label}</TextLink>
        </li>
      ))}
    </ul>
  )
}

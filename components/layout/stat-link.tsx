import type { ComponentProps } from 'react'
import { StatCard } from '@/components/ui/stat-card'
import { AppLink } from './app-link'

/** A figure that links to the rows it counts. */
export function StatLink({ href, ...card }: ComponentProps<typeof StatCard> & { href: string }) {
  return (
    <AppLink href={href} className="group grid min-w-0 rounded-sm">
      <StatCard {...card} isLink />
    </AppLink>
  )
}

import { Compass } from 'lucide-react'
import type { Metadata } from 'next'
import { LinkButton } from '@/components/layout/link-button'
import { EmptyState } from '@/components/ui/empty-state'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main className="flex min-h-[80dvh] items-center justify-center">
      <EmptyState
        icon={<Compass aria-hidden />}
        title="Page not found"
        titleAs="h1"
        action={
          <LinkButton href="/" variant="primary">
            Go to the home page
          </LinkButton>
        }
      >
        The address may be mistyped, or the page may have been removed or belong to another business.
      </EmptyState>
    </main>
  )
}

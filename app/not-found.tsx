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
        title="There is nothing here"
        titleAs="h1"
        action={
          <LinkButton href="/" variant="primary">
            Go to the start page
          </LinkButton>
        }
      >
        The address may be mistyped, or what it led to is gone or belongs to another business.
      </EmptyState>
    </main>
  )
}

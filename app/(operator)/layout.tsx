import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { ConsoleProviders } from '@/components/console-providers'
import { OperatorShell } from '@/components/shells/operator-shell'

export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const person = await requireSignedIn()
  // A customer's people must not even learn that these pages exist.
  if (!person.platformRole) notFound()
  await Promise.all([prefetch(trpc.people.getCurrent.queryOptions()), prefetch(trpc.alarms.countOpen.queryOptions())])
  return (
    <ConsoleProviders>
      <Hydrate>
        <OperatorShell person={{ ...person, platformRole: person.platformRole }}>{children}</OperatorShell>
      </Hydrate>
    </ConsoleProviders>
  )
}

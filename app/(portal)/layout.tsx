import type { ReactNode } from 'react'
import { requireSignedIn } from '@/app/session'
import { ConsoleProviders } from '@/components/console-providers'

export default async function PortalLayout({ children }: { children: ReactNode }) {
  await requireSignedIn()
  return <ConsoleProviders>{children}</ConsoleProviders>
}

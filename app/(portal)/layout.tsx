import type { ReactNode } from 'react'
import { requireSignedIn } from '@/app/session'
import { DataProvider } from '@/components/trpc'

export default async function PortalLayout({ children }: { children: ReactNode }) {
  await requireSignedIn()
  return <DataProvider>{children}</DataProvider>
}

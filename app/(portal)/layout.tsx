import type { ReactNode } from 'react'
import { requireSignedIn } from '@/app/session'
import { DataProvider } from '@/components/data-provider'

export default async function PortalLayout({ children }: { children: ReactNode }) {
  await requireSignedIn()
  return <DataProvider>{children}</DataProvider>
}

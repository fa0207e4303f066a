import type { ReactNode } from 'react'
import { findSignedIn } from '@/app/session'
import { DocsShell } from '@/components/reference/docs-shell'
import { listOwnProjects, workerCtx } from '@/registry/for-pages'
import { loadDocs } from '../reference'

export default async function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <DocsShell pages={loadDocs().pages} projects={await ownedProjects()}>
      {children}
    </DocsShell>
  )
}

/** The projects of whose keys the reader may take a token. */
async function ownedProjects(): Promise<{ id: string; name: string }[]> {
  const person = await findSignedIn()
  const owned = new Set(person?.memberships.filter(({ role }) => role === 'owner').map(({ businessId }) => businessId))
  if (!person || owned.size === 0) return []
  const projects = await listOwnProjects(workerCtx(), person)
  return projects.filter(({ businessId }) => owned.has(businessId)).map(({ id, name }) => ({ id, name }))
}

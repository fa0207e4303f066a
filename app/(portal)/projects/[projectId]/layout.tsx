import { TRPCError } from '@trpc/server'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { requireSignedIn } from '@/app/session'
import { fetchQuery, Hydrate, prefetch, trpc } from '@/app/trpc'
import { ProjectShell } from '@/components/shells/project-shell'

type ProjectLayoutProps = { params: Promise<{ projectId: string }>; children: ReactNode }

export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const person = await requireSignedIn()
  const { projectId } = await params
  const project = await fetchQuery(trpc.projects.get.queryOptions({ projectId })).catch(toNotFound)
  const projects = await fetchQuery(trpc.projects.listOwn.queryOptions())
  await prefetch(trpc.approvals.countPending.queryOptions({ projectId }))
  return (
    <Hydrate>
      <ProjectShell person={person} role={project.role} project={project} projects={projects}>
        {children}
      </ProjectShell>
    </Hydrate>
  )
}

/** Unknown, somebody else's and malformed ids all look alike. */
function toNotFound(error: unknown): never {
  if (error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) notFound()
  throw error
}

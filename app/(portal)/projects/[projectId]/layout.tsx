import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { requireSignedIn } from '@/app/session'
import { fetchQuery, Hydrate, prefetch, trpc } from '@/app/trpc'
import { ProjectShell } from '@/components/shells/project-shell'
import { TRPCError } from '@/registry/for-pages'
import { SCOPE_COOKIE, scopeOf } from '@/server/chains/network-scope'

type ProjectLayoutProps = { params: Promise<{ projectId: string }>; children: ReactNode }

export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const person = await requireSignedIn()
  const { projectId } = await params
  const project = await fetchQuery(trpc.projects.get.queryOptions({ projectId })).catch(toNotFound)
  const projects = await fetchQuery(trpc.projects.listOwn.queryOptions())
  await Promise.all([
    prefetch(trpc.approvals.countPending.queryOptions({ projectId })),
    prefetch(trpc.notices.countNew.queryOptions({ projectId })),
  ])
  const networks = { scope: scopeOf((await cookies()).toString()), cookie: SCOPE_COOKIE }
  return (
    <Hydrate>
      <ProjectShell person={person} role={project.role} project={project} projects={projects} networks={networks}>
        {children}
      </ProjectShell>
    </Hydrate>
  )
}

/** Tabs of several projects differ by the project's name. */
export async function generateMetadata({ params }: Pick<ProjectLayoutProps, 'params'>): Promise<Metadata> {
  const project = await fetchQuery(trpc.projects.get.queryOptions(await params)).catch(() => null)
  return project ? { title: { template: `%s · ${project.name} · Slipway`, default: project.name } } : {}
}

/** Unknown ids, ids of another business and malformed ids all get the same page. */
function toNotFound(error: unknown): never {
  if (error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) notFound()
  throw error
}

import type { Metadata } from 'next'
import { findSignedIn } from '@/app/session'
import { fetchQuery, trpc } from '@/app/trpc'
import { readReference } from '@/components/reference/read-reference'
import { ReferencePage } from '@/components/reference/reference-page'
import { openApiDocument } from '@/server/api/openapi/document'
import { env } from '@/server/env'
import { listCauses } from '@/server/refusals/refusals'
import { ENDPOINTS } from '@/server/registry/endpoints'

export const metadata: Metadata = { title: 'API reference' }

export default async function DocsPage() {
  const reference = readReference(openApiDocument(ENDPOINTS, env().BASE_URL), listCauses())
  return <ReferencePage reference={reference} projects={await ownedProjects()} />
}

/** The projects of whose keys the reader may take a token. */
async function ownedProjects(): Promise<{ id: string; name: string }[]> {
  const person = await findSignedIn()
  const owned = new Set(person?.memberships.filter(({ role }) => role === 'owner').map(({ businessId }) => businessId))
  if (owned.size === 0) return []
  const projects = await fetchQuery(trpc.projects.listOwn.queryOptions())
  return projects.filter(({ businessId }) => owned.has(businessId)).map(({ id, name }) => ({ id, name }))
}

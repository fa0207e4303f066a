import type { Metadata } from 'next'
import { findSignedIn } from '@/app/session'
import { fetchQuery, trpc } from '@/app/trpc'
import { type Reference, readReference } from '@/components/reference/read-reference'
import { ReferencePage } from '@/components/reference/reference-page'
import { ownDocument } from '@/registry/own-document'
import { listCauses } from '@/server/refusals/refusals'

export const metadata: Metadata = { title: 'API reference' }

export default async function DocsPage() {
  const reference = readOnce(ownDocument())
  return <ReferencePage reference={reference} projects={await ownedProjects()} />
}

/** Reading the document takes as long as rendering it. */
const read = new WeakMap<object, Reference>()

function readOnce(document: object): Reference {
  const reference = read.get(document) ?? readReference(document, listCauses())
  read.set(document, reference)
  return reference
}

/** The projects of whose keys the reader may take a token. */
async function ownedProjects(): Promise<{ id: string; name: string }[]> {
  const person = await findSignedIn()
  const owned = new Set(person?.memberships.filter(({ role }) => role === 'owner').map(({ businessId }) => businessId))
  if (owned.size === 0) return []
  const projects = await fetchQuery(trpc.projects.listOwn.queryOptions())
  return projects.filter(({ businessId }) => owned.has(businessId)).map(({ id, name }) => ({ id, name }))
}

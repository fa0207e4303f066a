import type { Guide } from '@/components/guides/guide'
import { listGuides } from '@/components/guides/guides'
import { toDocsIndex } from '@/components/reference/docs-index'
import { type DocsPage, listDocsPages } from '@/components/reference/docs-pages'
import { type Reference, readReference } from '@/components/reference/read-reference'
import type { DocsEntry } from '@/components/reference/search-docs'
import { ownDocument } from '@/registry/for-pages'
import { listCauses } from '@/server/refusals/refusals'

export type Docs = { reference: Reference; guides: Guide[]; pages: DocsPage[]; index: DocsEntry[] }

const cache = new WeakMap<object, Docs>()

/** The content of the docs. It is read once, because that takes as long as rendering many of their pages. */
export function loadDocs(): Docs {
  const document = ownDocument()
  const docs = cache.get(document) ?? readDocs(document)
  cache.set(document, docs)
  return docs
}

function readDocs(document: object): Docs {
  const reference = readReference(document, listCauses())
  const guides = listGuides(reference.baseUrl)
  const pages = listDocsPages(reference, guides)
  return { reference, guides, pages, index: toDocsIndex(pages, reference, guides) }
}

/** The page of the docs at an address; undefined if there is none. */
export function findDocsPage(path: string): DocsPage | undefined {
  return loadDocs().pages.find((page) => page.path === path)
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { docsPaths } from '@/components/docs-paths'
import { ErrorsPage } from '@/components/reference/errors-page'
import { findDocsPage, loadDocs } from '../../reference'

export const metadata: Metadata = { title: 'Error codes' }

export default function DocsErrorsPage() {
  const { reference, pages } = loadDocs()
  const page = findDocsPage(docsPaths.docsErrors())
  if (!page) notFound()
  return <ErrorsPage reference={reference} pages={pages} page={page} />
}

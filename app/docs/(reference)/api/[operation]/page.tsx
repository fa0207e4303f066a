import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { docsPaths } from '@/components/docs-paths'
import { OperationPage } from '@/components/reference/operation-page'
import { findDocsPage, loadDocs } from '../../../reference'

type Props = { params: Promise<{ operation: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: findDocsPage(docsPaths.docsOperation((await params).operation))?.title }
}

export default async function DocsOperationPage({ params }: Props) {
  const id = (await params).operation
  const { reference, pages } = loadDocs()
  const operation = reference.groups.flatMap(({ operations }) => operations).find((one) => one.id === id)
  const page = findDocsPage(docsPaths.docsOperation(id))
  if (!operation || !page) notFound()
  return (
    <OperationPage operation={operation} reference={reference} baseUrl={reference.baseUrl} pages={pages} page={page} />
  )
}

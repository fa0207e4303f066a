import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { docsPaths } from '@/components/docs-paths'
import { GuidePage } from '@/components/guides/guide-page'
import { findDocsPage, loadDocs } from '../../../reference'

type Props = { params: Promise<{ guide: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: findDocsPage(docsPaths.docsGuide((await params).guide))?.title }
}

export default async function DocsGuidePage({ params }: Props) {
  const id = (await params).guide
  const { guides, pages } = loadDocs()
  const [guide, page] = [guides.find((one) => one.id === id), findDocsPage(docsPaths.docsGuide(id))]
  if (!guide || !page) notFound()
  return <GuidePage guide={guide} pages={pages} page={page} />
}

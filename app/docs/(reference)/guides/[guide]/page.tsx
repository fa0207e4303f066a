import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { GuidePage } from '@/components/guides/guide-page'
import { paths } from '@/components/paths'
import { findDocsPage, ownDocs } from '../../../reference'

type Props = { params: Promise<{ guide: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: findDocsPage(paths.docsGuide((await params).guide))?.title }
}

export default async function DocsGuidePage({ params }: Props) {
  const id = (await params).guide
  const { guides, pages } = ownDocs()
  const [guide, page] = [guides.find((one) => one.id === id), findDocsPage(paths.docsGuide(id))]
  if (!guide || !page) notFound()
  return <GuidePage guide={guide} pages={pages} page={page} />
}

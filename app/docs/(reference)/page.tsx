import type { Metadata } from 'next'
import { DocsHome } from '@/components/reference/docs-home'
import { loadDocs } from '../reference'

export const metadata: Metadata = { title: 'Docs' }

export default function DocsPage() {
  const { reference, guides, pages } = loadDocs()
  return <DocsHome description={reference.description} guides={guides} pages={pages} />
}

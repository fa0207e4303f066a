import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { docsPaths } from '@/components/docs-paths'
import { EventPage } from '@/components/reference/event-page'
import { findDocsPage, loadDocs } from '../../../reference'

type Props = { params: Promise<{ event: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: findDocsPage(docsPaths.docsEvent((await params).event))?.title }
}

export default async function DocsEventPage({ params }: Props) {
  const kind = (await params).event
  const { reference, pages } = loadDocs()
  const [event, page] = [reference.events.find((one) => one.kind === kind), findDocsPage(docsPaths.docsEvent(kind))]
  if (!event || !page) notFound()
  return <EventPage event={event} pages={pages} page={page} />
}

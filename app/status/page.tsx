import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { StatusBoard } from '@/components/status/status-board'
import { findPublicStatus } from '@/registry/for-pages'

export const metadata: Metadata = { title: 'Status' }

export default async function StatusPage() {
  const status = await findPublicStatus()
  if (!status) notFound()
  return <StatusBoard status={status} />
}

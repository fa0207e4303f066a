import type { Metadata } from 'next'
import { readReference } from '@/components/reference/read-reference'
import { ReferencePage } from '@/components/reference/reference-page'
import { openApiDocument } from '@/server/api/openapi/document'
import { env } from '@/server/env'
import { listCauses } from '@/server/refusals'
import { ENDPOINTS } from '@/server/registry/endpoints'

export const metadata: Metadata = { title: 'API reference' }

export default function DocsPage() {
  return <ReferencePage reference={readReference(openApiDocument(ENDPOINTS, env().BASE_URL), listCauses())} />
}

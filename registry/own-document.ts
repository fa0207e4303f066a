import { oncePerProcess } from '@/db/once-per-process'
import { openApiDocument } from '@/server/api/openapi/document'
import { env } from '@/server/env'
import { ENDPOINTS } from './endpoints'

/** Our API as an OpenAPI document. Made once: it takes as long as a hundred reads, and any caller may request it. */
export function ownDocument(): ReturnType<typeof openApiDocument> {
  return oncePerProcess('openapi-document', () => openApiDocument(ENDPOINTS, env().BASE_URL))
}

import { oncePerProcess } from '@/db/once-per-process'
import { openApiDocument } from '@/server/api/openapi/document'
import { env } from '@/server/env'
import { ENDPOINTS } from './endpoints'

/**
 * The OpenAPI document of the API. It is built once, because that takes as long as a hundred reads and any caller may
 * request it.
 */
export function ownDocument(): ReturnType<typeof openApiDocument> {
  return oncePerProcess('openapi-document', () => openApiDocument(ENDPOINTS, env().BASE_URL))
}
